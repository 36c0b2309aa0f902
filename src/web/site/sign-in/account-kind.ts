import type { TokenKind } from "#contract/endpoint.ts";
import { routes } from "../routes.ts";

/** Texts and links of the pages for a forgotten password, for each kind of account. */
export const accountKinds: Record<TokenKind, { name: string; loginPath: string; passwordHint: string }> = {
  user: { name: "tài khoản", loginPath: routes.login.path, passwordHint: "Ít nhất 6 ký tự." },
  staff: { name: "tài khoản nhân viên", loginPath: "/staff/login", passwordHint: "Ít nhất 10 ký tự." },
  admin: { name: "tài khoản quản trị", loginPath: "/admin", passwordHint: "Ít nhất 10 ký tự." },
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
