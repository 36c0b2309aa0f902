import { useState } from "react";
import { useLocation } from "react-router";
import { confirmationError, firstError, registerRules } from "#contract/rules.ts";
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
      label: "Tên đăng nhập",
      hint: "Ít nhất 3 ký tự: chữ cái không dấu, số, dấu gạch dưới.",
      autoComplete: "username",
      autoCapitalize: "none",
      spellCheck: false,
      required: true,
    },
    check: ({ username = "" }) => firstError(username, registerRules.username),
  },
  {
    name: "email",
    input: {
      label: "Email",
      type: "email",
      autoComplete: "email",
      required: true,
    },
    check: ({ email = "" }) => firstError(email.trim(), registerRules.email),
  },
  {
    name: "full_name",
    input: {
      label: "Họ và tên (không bắt buộc)",
      autoComplete: "name",
    },
    check: ({ full_name = "" }) => firstError(full_name.trim(), registerRules.full_name),
  },
  {
    name: "password",
    input: {
      label: "Mật khẩu",
      hint: "Ít nhất 6 ký tự.",
      type: "password",
      autoComplete: "new-password",
      required: true,
    },
    check: ({ password = "" }) => firstError(password, registerRules.password),
  },
  {
    name: "confirmation",
    input: {
      label: "Xác nhận mật khẩu",
      type: "password",
      autoComplete: "new-password",
      required: true,
    },
    check: ({ confirmation = "", password = "" }) => confirmationError(confirmation, password),
  },
];

export default function RegisterPage() {
  const { register } = useUserAuth();
  const [isRegistering, setRegistering] = useState(false);
  const { state } = useLocation();
  return (
    <>
      <PageHead
        title="Đăng ký"
        description="Tạo tài khoản Ngân Nga miễn phí để nghe nhạc và mở nội dung Premium."
        path={routes.register.path}
        hidden
      />
      <AccountForm
        title="Đăng ký"
        lead="Một tài khoản miễn phí, vài giây là xong."
        fields={fields}
        button="Đăng ký"
        busyButton="Đang đăng ký..."
        fallbackMessage="Đăng ký thất bại"
        isNewUser={isRegistering}
        submit={async ({ username = "", email = "", full_name = "", password = "" }) => {
          setRegistering(true);
          try {
            await register({ username, email: email.trim(), full_name: full_name.trim() || undefined, password });
          } catch (error) {
            setRegistering(false);
            throw error;
          }
        }}
        foot={
          <>
            Đã có tài khoản?{" "}
            <Link className="link" to={routes.login.path} state={state}>
              Đăng nhập
            </Link>
          </>
        }
      />
    </>
  );
}
