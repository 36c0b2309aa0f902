import type { TokenKind } from "#contract/endpoint.ts";
import { routes } from "../routes.ts";

interface AccountKind {
  name: string;
  loginPath: string;
  passwordHint: string;
  /** Whom to ask for a new password where the site can't send e-mails. */
  helper: string;
}

/** Texts and links of the pages for a forgotten password, for each kind of account. */
export const accountKinds: Record<TokenKind, AccountKind> = {
  user: {
    name: "tài khoản",
    loginPath: routes.login.path,
    passwordHint: "Ít nhất 6 ký tự.",
    helper: "Bạn liên hệ chúng tôi, từ đúng email đã đăng ký, để được đặt lại mật khẩu.",
  },
  staff: {
    name: "tài khoản nhân viên",
    loginPath: "/staff/login",
    passwordHint: "Ít nhất 10 ký tự.",
    helper: "Bạn nhờ quản trị viên đặt mật khẩu mới trong mục Nhân viên.",
  },
  admin: {
    name: "tài khoản quản trị",
    loginPath: "/admin",
    passwordHint: "Ít nhất 10 ký tự.",
    helper: "Người giữ máy chủ đặt lại mật khẩu bằng lệnh trong mục “Quên mật khẩu?” của trang đăng nhập quản trị.",
  },
};

/** Returns the kind of account that a link names; a user's by default. */
export function accountKindOf(params: URLSearchParams): TokenKind {
  const kind = params.get("account");
  return kind === "staff" || kind === "admin" ? kind : "user";
}

/** Returns the address of the page for a forgotten password. */
export function forgotPasswordPath(kind: TokenKind): string {
  return kind === "user" ? routes.forgotPassword.path : `${routes.forgotPassword.path}?account=${kind}`;
}
