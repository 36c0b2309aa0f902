import { KeyRound } from "lucide";
import { useState } from "react";
import { z } from "zod";
import { BackOfficePasswordChange } from "#contract/back-office-account.ts";
import { confirmationError } from "#contract/rules.ts";
import { Icon } from "../../ui/icon.tsx";
import { useAreaToast } from "../controls/toast.tsx";
import { useSend } from "../data/queries.ts";
import { SecretField } from "../form/fields.tsx";
import { ResourceForm } from "../form/resource-form.tsx";
import styles from "./security.module.css";

const schema = BackOfficePasswordChange.extend({ confirmation: z.string() }).superRefine((value, context) => {
  const message = confirmationError(value.confirmation, value.new_password);
  if (message) context.addIssue({ code: "custom", path: ["confirmation"], message });
});

/** The own password, with the dialog that changes it. */
export function OwnPassword() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={`card ${styles.security}`} aria-labelledby="own-password">
      <div className={styles.head}>
        <h2 id="own-password">Mật khẩu</h2>
      </div>
      <p>Đổi mật khẩu thì mọi thiết bị khác đang đăng nhập tài khoản này phải đăng nhập lại.</p>
      <div className={styles.buttons}>
        <button type="button" className="btn btn--line" onClick={() => setIsOpen(true)}>
          <Icon icon={KeyRound} />
          Đổi mật khẩu
        </button>
      </div>
      {isOpen && <PasswordDialog onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const send = useSend(["/api/account/sessions"]);
  const toast = useAreaToast();
  return (
    <ResourceForm
      title="Đổi mật khẩu"
      action="Đổi mật khẩu"
      schema={schema}
      values={{ current_password: "", new_password: "", confirmation: "" }}
      fallback="Chưa đổi được mật khẩu"
      submit={async ({ current_password, new_password }) => {
        const body = { current_password, new_password };
        const unreachable = "Không kết nối được với máy chủ. Bạn thử lại nhé.";
        await send("POST /api/account/password", { body }, { unreachable });
        toast("Đã đổi mật khẩu. Các thiết bị khác đã được đăng xuất.");
      }}
      onClose={onClose}
    >
      <SecretField name="current_password" label="Mật khẩu hiện tại" required />
      <SecretField name="new_password" label="Mật khẩu mới" required hint="Ít nhất 10 ký tự." />
      <SecretField name="confirmation" label="Xác nhận mật khẩu mới" required />
    </ResourceForm>
  );
}
