import { useLocation } from "react-router";
import { firstError, loginRules } from "#contract/rules.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Link } from "../../ui/link.tsx";
import { PageHead } from "../page-head.tsx";
import { routes } from "../routes.ts";
import type { AccountField } from "./account-fields.tsx";
import { AccountForm } from "./account-form.tsx";

const fields: AccountField[] = [
  {
    name: "username",
    input: {
      label: "Tên đăng nhập hoặc email",
      autoComplete: "username",
      autoCapitalize: "none",
      spellCheck: false,
      required: true,
    },
    check: ({ username = "" }) => firstError(username, loginRules.username),
  },
  {
    name: "password",
    input: {
      label: "Mật khẩu",
      type: "password",
      autoComplete: "current-password",
      required: true,
    },
    check: ({ password = "" }) => firstError(password, loginRules.password),
  },
];

export default function LoginPage() {
  const { login } = useUserAuth();
  const { state } = useLocation();
  return (
    <>
      <PageHead
        title="Đăng nhập"
        description="Đăng nhập Ngân Nga để bấm thích bài hát và mở nội dung Premium."
        path={routes.login.path}
        hidden
      />
      <AccountForm
        title="Đăng nhập"
        lead="Mừng bạn trở lại. Nhạc vẫn đang chờ."
        fields={fields}
        button="Đăng nhập"
        busyButton="Đang đăng nhập..."
        fallbackMessage="Đăng nhập thất bại"
        aside={
          <Link className="link" to={routes.forgotPassword.path}>
            Quên mật khẩu?
          </Link>
        }
        submit={({ username = "", password = "" }) => login(username.trim(), password)}
        foot={
          <>
            Chưa có tài khoản?{" "}
            <Link className="link" to={routes.register.path} state={state}>
              Đăng ký
            </Link>
          </>
        }
      />
    </>
  );
}
