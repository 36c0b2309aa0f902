/** Resetting a forgotten password by e-mail, for users, staff members and administrators. */
import { z } from "zod";
import { Done, type Endpoints } from "./endpoint.ts";
import { exact, linkToken, trimmed } from "./fields.ts";
import { ownAccountRules, registerRules } from "./rules.ts";

const AccountKind = z.enum(["user", "staff", "admin"], "Loại tài khoản phải là user, staff hoặc admin");

const ForgotPasswordBody = z.object({
  email: trimmed(registerRules.email),
  account: AccountKind.default("user"),
});

const ResetPasswordBody = z.object({
  /** Of the link. */
  token: linkToken,
  /** The account's own rules follow when the link is known. */
  password: exact(ownAccountRules.new_password),
});

const tag = "Tài khoản";

export const passwordReset = {
  "GET /api/auth/forgot-password": {
    access: "public",
    tag,
    summary: "Trang có gửi được thư đặt lại mật khẩu hay không",
    reply: z.object({ is_available: z.boolean() }),
  },
  "POST /api/auth/forgot-password": {
    access: "public",
    tag,
    summary: "Yêu cầu thư đặt lại mật khẩu; câu trả lời giống nhau dù có tài khoản hay không",
    body: ForgotPasswordBody,
    reply: Done,
    rateLimit: { name: "form" },
  },
  "POST /api/auth/reset-password": {
    access: "public",
    tag,
    summary: "Đặt mật khẩu mới bằng đường dẫn trong thư; mọi phiên đăng nhập kết thúc",
    body: ResetPasswordBody,
    reply: z.object({ account: AccountKind }),
    rateLimit: { name: "form" },
  },
} as const satisfies Endpoints;
