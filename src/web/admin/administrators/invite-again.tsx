import { useState } from "react";
import type { Administrator } from "#contract/administrators.ts";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useSend } from "../../resource/data/queries.ts";
import { linkQuestion } from "./invitation-link.tsx";

interface InviteAgainProps {
  administrator: Administrator;
  onClose: () => void;
}

/** Asks, replaces the link of an invitation, and shows it where no e-mail brings it. */
export function InviteAgain({ administrator: { id, email }, onClose }: InviteAgainProps) {
  const send = useSend(["/api/admin/administrators"]);
  const confirm = useConfirm();
  const toast = useAreaToast();
  const [isBusy, setIsBusy] = useState(false);

  async function invite() {
    setIsBusy(true);
    try {
      const { data } = await send(
        "POST /api/admin/administrators/{id}/invitation",
        { params: { id } },
        { fallback: "Chưa gửi lại được lời mời", unreachable: "Không kết nối được với máy chủ" },
      );
      onClose();
      if (data.link === null) toast(`Đã gửi lại lời mời đến ${email}`);
      else await confirm(linkQuestion({ email }, data.link));
    } catch (error) {
      setIsBusy(false);
      toast(errorMessage(error), "danger");
    }
  }

  return (
    <Modal
      open
      title="Gửi lại lời mời"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Hủy
          </button>
          <button type="button" className="btn btn--primary" aria-disabled={isBusy} onClick={() => void invite()}>
            Gửi lại
          </button>
        </>
      }
    >
      <p>
        <b>{email}</b> nhận một đường dẫn mới để đặt mật khẩu. Đường dẫn cũ không dùng được nữa.
      </p>
    </Modal>
  );
}
