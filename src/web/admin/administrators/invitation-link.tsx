import type { Administrator } from "#contract/administrators.ts";
import { CopyButton } from "../../resource/controls/copy-button.tsx";
import styles from "./invitation-link.module.css";

/** The question that shows the link of an invitation, which is shown this once. */
export function linkQuestion({ email }: Pick<Administrator, "email">, path: string) {
  const link = new URL(path, window.location.origin).href;
  return {
    title: "Đường dẫn của lời mời",
    text: (
      <>
        <p>
          Trang này chưa gửi được email. Bạn gửi đường dẫn dưới đây cho <b>{email}</b> để họ đặt mật khẩu. Đường dẫn
          dùng được một lần trong 3 ngày và chỉ hiện lần này.
        </p>
        <p className={styles.invitationLink}>
          <code>{link}</code>
          <CopyButton what="đường dẫn" text={link} />
        </p>
      </>
    ),
    action: "Xong",
    cancel: "Đóng",
  };
}
