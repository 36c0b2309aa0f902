import { useCallback, useState } from "react";
import type { User } from "#contract/accounts.ts";
import { firstError, loginPasswordRules } from "#contract/rules.ts";
import { call } from "../../lib/api.ts";
import { Modal } from "../../ui/modal.tsx";
import type { AccountField } from "../sign-in/account-fields.tsx";
import styles from "./account.module.css";
import { SettingsForm } from "./settings-form.tsx";

const failedMessage = "Chưa xóa được tài khoản. Bạn thử lại nhé.";
const fields: AccountField[] = [
  {
    name: "password",
    input: { label: "Mật khẩu", type: "password", autoComplete: "current-password", required: true },
    check: ({ password = "" }) => firstError(password, loginPasswordRules),
  },
];

/** Deletes the account after a dialog that names what goes and asks for the password. */
export function Deletion({ user, onDeleted }: { user: User; onDeleted(): void }) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <p>Tài khoản và dữ liệu của bạn bị xóa ngay, không lấy lại được.</p>
      <button type="button" className="btn btn--danger" onClick={() => setOpen(true)}>
        Xóa tài khoản
      </button>
      <Modal open={isOpen} onClose={close} title="Xóa tài khoản?" width={34}>
        <div className={styles.deletion}>
          <p>
            Bạn sắp xóa tài khoản <b>{user.username}</b>. Những điều sau mất đi và không lấy lại được:
          </p>
          <ul>
            <li>tên đăng nhập, email, họ tên và mật khẩu;</li>
            {user.is_premium && <li>thời gian Premium còn lại;</li>}
            <li>các bài bạn đã thích;</li>
            <li>mọi phiên đăng nhập, trên mọi thiết bị.</li>
          </ul>
          <p>Đơn hàng và yêu cầu đặt bài hát được giữ cho sổ sách, không còn gắn với tài khoản nào.</p>
          <SettingsForm
            label="Xóa tài khoản"
            username={user.username}
            fields={fields}
            fallbackMessage={failedMessage}
            submit={async ({ password = "" }) => {
              await call("DELETE /api/user/me", { as: "user", body: { password }, fallback: failedMessage });
              onDeleted();
            }}
            button="Xóa vĩnh viễn"
            busyButton="Đang xóa..."
            isDangerous
            cancelButton={
              <button type="button" className="btn" onClick={close}>
                Giữ tài khoản
              </button>
            }
          />
        </div>
      </Modal>
    </>
  );
}
