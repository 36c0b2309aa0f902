import { MailCheck, MailQuestionMark } from "lucide";
import { useState } from "react";
import type { User } from "#contract/accounts.ts";
import { call } from "../../lib/api.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";

const failedMessage = "Chưa gửi được thư. Bạn thử lại nhé.";

/** Whether the e-mail is verified, with a button that sends the link once more. */
export function EmailState({ user: { email, is_email_verified } }: { user: User }) {
  const [isBusy, setBusy] = useState(false);
  const showToast = useToast();

  async function send() {
    setBusy(true);
    try {
      await call("POST /api/user/email-verification", { as: "user", fallback: failedMessage });
      showToast(`Đã gửi thư xác minh đến ${email}`);
    } catch (error) {
      showToast((error instanceof Error && error.message) || failedMessage);
    }
    setBusy(false);
  }

  if (is_email_verified) {
    return (
      <p>
        <span className="badge badge--success">
          <Icon icon={MailCheck} />
          Email đã xác minh
        </span>
      </p>
    );
  }
  return (
    <>
      <p>
        <span className="badge badge--warning">
          <Icon icon={MailQuestionMark} />
          Email chưa xác minh
        </span>
      </p>
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
