/** The account of the calling user: profile, password, sessions, export, deletion. */
import { z } from "zod";
import { User } from "./accounts.ts";
import { Binary, Done, type Endpoints, IdParams, Time } from "./endpoint.ts";
import { exact, linkToken, trimmed } from "./fields.ts";
import { loginPasswordRules, ownAccountRules, registerRules, unlessEmpty } from "./rules.ts";

/** Fields that are left out keep their values; a new e-mail needs the present password. */
export const ProfileChange = z.object({
  full_name: trimmed(registerRules.full_name)
    .nullish()
    .transform((name) => (name === undefined ? undefined : name || null)),
  email: trimmed(registerRules.email).optional(),
  current_password: exact(unlessEmpty(ownAccountRules.current_password)).optional(),
});
export type ProfileChange = z.output<typeof ProfileChange>;

export const PasswordChange = z.object({
  current_password: exact(ownAccountRules.current_password),
  new_password: exact(ownAccountRules.new_password),
});
export type PasswordChange = z.output<typeof PasswordChange>;

export const AccountDeletion = z.object({ password: exact(loginPasswordRules) });
export type AccountDeletion = z.output<typeof AccountDeletion>;

/** A session of the account; its token stays with the browser. */
export const Session = z
  .object({
    id: z.int(),
    created_at: Time,
    /** At most an hour old. */
    last_used_at: Time,
    /** Browser and system at the login, such as `Chrome trên Windows`; null when they are unknown. */
    device: z.string().nullable(),
    /** True for the session of this request. */
    is_current: z.boolean(),
  })
  .meta({ id: "Session" });
export type Session = z.output<typeof Session>;

const tag = "Tài khoản";

export const ownAccount = {
  "PATCH /api/user/me": {
    access: ["user"],
    tag,
    summary: "Sửa họ tên và email của mình; đổi email cần mật khẩu hiện tại",
    body: ProfileChange,
    reply: User,
    rateLimit: { name: "password" },
  },
  "DELETE /api/user/me": {
    access: ["user"],
    tag,
    summary: "Xóa tài khoản của mình cùng dữ liệu",
    body: AccountDeletion,
    reply: Done,
    rateLimit: { name: "password" },
  },
  "POST /api/user/change-password": {
    access: ["user"],
    tag,
    summary: "Đổi mật khẩu; các phiên đăng nhập khác kết thúc",
    body: PasswordChange,
    reply: Done,
    rateLimit: { name: "password" },
  },
  "GET /api/user/sessions": {
    access: ["user"],
    tag,
    summary: "Các phiên đăng nhập của mình, mới dùng nhất trước",
    reply: z.array(Session),
    counted: true,
  },
  "DELETE /api/user/sessions": {
    access: ["user"],
    tag,
    summary: "Kết thúc mọi phiên đăng nhập khác của mình",
    reply: Done,
  },
  "DELETE /api/user/sessions/{id}": {
    access: ["user"],
    tag,
    summary: "Kết thúc một phiên đăng nhập của mình",
    params: IdParams,
    reply: Done,
  },
  "POST /api/user/email-verification": {
    access: ["user"],
    tag,
    summary: "Gửi lại thư xác minh email của mình",
    reply: Done,
    rateLimit: { name: "form" },
  },
  "POST /api/user/verify-email": {
    access: "public",
    tag,
    summary: "Xác minh email bằng đường dẫn trong thư",
    query: z.object({ token: linkToken }),
    reply: Done,
    rateLimit: { name: "form" },
  },
  "GET /api/user/export": {
    access: ["user"],
    tag,
    summary: "Tải về mọi dữ liệu trang đang giữ về mình",
    reply: Binary,
    replyType: "download",
    contentType: "application/json",
  },
} as const satisfies Endpoints;
