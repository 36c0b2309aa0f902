import { MailCheck, MailQuestionMark } from "lucide";
import type { User } from "#contract/accounts.ts";
import { call } from "../../lib/api.ts";
import { useAction } from "../../lib/use-action.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";
import styles from "./email-state.module.css";

const failedMessage = "Chưa gửi được thư. Bạn thử lại nhé.";

interface EmailStateProps {
  user: User;
  /** Whether the site can send e-mails. */
  canMail: boolean;
}

/** Whether the e-mail is verified, with a button that sends the link once more. */
export function EmailState({ user: { email, is_email_verified }, canMail }: EmailStateProps) {
  if (is_email_verified) {
    return (
      <p className={styles.emailState}>
        <b>{email}</b>
        <span className="badge badge--success">
          <Icon icon={MailCheck} />
          Email đã xác minh
        </span>
      </p>
    );
  }
  return (
    <>
      <p className={styles.emailState}>
        <b>{email}</b>
        <span className="badge badge--warning">
          <Icon icon={MailQuestionMark} />
          Email chưa xác minh
        </span>
      </p>
      {canMail ? (
        <Verification email={email} />
      ) : (
        <p className="muted">Hiện trang không gửi được email, nên bạn chưa xác minh được.</p>
      )}
    </>
  );
}

function Verification({ email }: { email: string }) {
  const showToast = useToast();
  const { isBusy, run } = useAction(failedMessage, (message) => showToast(message));

  const send = () =>
    run(async () => {
      await call("POST /api/user/email-verification", { as: "user", fallback: failedMessage });
      showToast(`Đã gửi thư xác minh đến ${email}`);
    });

  return (
    <>
      <p className="muted">
        Bạn bấm đường dẫn trong thư chúng tôi gửi đến {email}, để thư về đơn hàng và việc đặt lại mật khẩu chắc chắn đến
        tay bạn.
      </p>
      <button type="button" className="btn btn--line" disabled={isBusy} onClick={() => void send()}>
        {isBusy ? "Đang gửi..." : "Gửi lại thư xác minh"}
      </button>
    </>
  );
}
