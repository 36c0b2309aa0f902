import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { TokenKind } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import { confirmationError, firstError, newPasswordRules } from "#contract/rules.ts";
import { call } from "../../lib/api.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Link } from "../../ui/link.tsx";
import { PageHead } from "../page-head.tsx";
import { NoReferrer, privateHeaders } from "../private-page.tsx";
import { routes } from "../routes.ts";
import { AccountCard } from "./account-card.tsx";
import type { AccountField } from "./account-fields.tsx";
import { accountKindOf, accountKinds, forgotPasswordPath } from "./account-kind.ts";
import { MessageCard } from "./message-card.tsx";

const brokenLink =
  "Đường dẫn này chưa đủ. Bạn mở lại đường dẫn trong thư, hoặc chép nguyên cả đường dẫn vào thanh địa chỉ.";

interface Outcome {
  kind: TokenKind;
  /** Why the link was refused; without it the password is set. */
  refusal?: string;
}

export function headers(): Record<string, string> {
  return privateHeaders;
}

const fieldsOf = (kind: TokenKind): AccountField[] => [
  {
    name: "password",
    input: {
      label: "Mật khẩu mới",
      hint: accountKinds[kind].passwordHint,
      type: "password",
      autoComplete: "new-password",
      required: true,
    },
    check: ({ password = "" }) => firstError(password, newPasswordRules[kind]),
  },
  {
    name: "confirmation",
    input: { label: "Xác nhận mật khẩu", type: "password", autoComplete: "new-password", required: true },
    check: ({ confirmation = "", password = "" }) => confirmationError(confirmation, password),
  },
];

/** The token stands behind the # of the address, which the server never sees. */
export default function ResetPasswordPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { checkAuth } = useUserAuth();
  const [isInBrowser, setInBrowser] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => setInBrowser(true), []);
  const link = new URLSearchParams(isInBrowser ? hash.slice(1) : "");
  const kind = outcome?.kind ?? accountKindOf(link);
  const refusal = outcome ? outcome.refusal : isInBrowser && !link.has("token") && brokenLink;

  async function submit({ password = "" }: Record<string, string>) {
    // As the address has it: the form may be sent in the moment in which the page comes to life.
    const token = new URLSearchParams(hash.slice(1)).get("token") ?? "";
    try {
      const { data } = await call("POST /api/auth/reset-password", { body: { token, password } });
      setOutcome({ kind: data.account });
      // The session of this browser has ended as well, if it was this account's.
      void checkAuth();
    } catch (error) {
      const refused = isApiError(error) && error.errors?.find(({ field }) => field === "token");
      if (!refused) throw error;
      setOutcome({ kind, refusal: refused.message });
    }
    void navigate("?", { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <PageHead
        title={routes.resetPassword.label}
        description="Đặt mật khẩu mới cho tài khoản Ngân Nga của bạn."
        path={routes.resetPassword.path}
        hidden
      />
      <NoReferrer />
      {outcome && !refusal ? (
        <MessageCard title="Đã đặt mật khẩu mới">
          <p>Từ giờ bạn đăng nhập bằng mật khẩu mới. Mọi thiết bị đang đăng nhập đã được đăng xuất.</p>
          <Link className="btn btn--primary btn--lg btn--wide" to={accountKinds[kind].loginPath}>
            Đăng nhập
          </Link>
        </MessageCard>
      ) : refusal ? (
        <MessageCard title="Đường dẫn không dùng được">
          <p>{refusal}</p>
          <Link className="btn btn--primary btn--lg btn--wide" to={forgotPasswordPath(kind)}>
            Yêu cầu thư mới
          </Link>
        </MessageCard>
      ) : (
        <AccountCard
          title={routes.resetPassword.label}
          lead={`Đặt mật khẩu mới cho ${accountKinds[kind].name} của bạn.`}
          withoutScripts="Trang này cần JavaScript. Bạn bật JavaScript trong trình duyệt, hoặc dùng trình duyệt khác, rồi mở lại đường dẫn trong thư."
          fields={fieldsOf(kind)}
          button="Đặt mật khẩu"
          busyButton="Đang lưu..."
          fallbackMessage="Chưa đặt được mật khẩu. Bạn thử lại nhé."
          submit={submit}
        />
      )}
    </>
  );
}
