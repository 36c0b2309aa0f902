/** Accounts: users and the administrator's login. */
import { z } from "zod";
import { type Endpoints, Time } from "./endpoint.ts";
import { firstError, loginRules, type Rule, registerRules } from "./rules.ts";

/** A string schema that answers with the rules' own sentences, also when the value is missing. */
function text(rules: readonly Rule[]) {
  return z.string({ error: () => firstError("", rules) ?? "Giá trị không hợp lệ" }).check((context) => {
    const message = firstError(context.value, rules);
    if (message) context.issues.push({ code: "custom", message, input: context.value });
  });
}

export const User = z
  .object({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    full_name: z.string().nullable(),
    is_active: z.boolean(),
    is_premium: z.boolean(),
    subscription_type: z.enum(["free", "premium"]),
    premium_expires_at: Time.nullable(),
    premium_package_id: z.int().nullable(),
    created_at: Time,
  })
  .meta({ id: "User" });
export type User = z.output<typeof User>;

export const RegisterBody = z.object({
  username: text(registerRules.username).trim(),
  email: text(registerRules.email).trim(),
  full_name: text(registerRules.full_name)
    .trim()
    .nullish()
    .transform((name) => name || null),
  password: text(registerRules.password),
});
export type RegisterBody = z.output<typeof RegisterBody>;

export const LoginBody = z.object({
  username: text(loginRules.username).trim(),
  password: z.string({ error: "Vui lòng nhập mật khẩu" }).min(1, "Vui lòng nhập mật khẩu").max(200, "Mật khẩu quá dài"),
});

export const AdminLoginBody = LoginBody.extend({
  remember: z.enum(["true", "false"]).optional(),
});

const bearer = { access_token: z.string(), token_type: z.literal("bearer") };
export const UserToken = z.object({ ...bearer, user: User }).meta({ id: "UserToken" });
export const AdminToken = z.object(bearer).meta({ id: "AdminToken" });

export const accounts = {
  "POST /api/user/register": {
    access: "public",
    tag: "Tài khoản",
    summary: "Đăng ký tài khoản",
    body: RegisterBody,
    reply: User,
    status: 201,
    rateLimit: "form",
  },
  "POST /api/user/login": {
    access: "public",
    tag: "Tài khoản",
    summary: "Đăng nhập (biểu mẫu url-encoded)",
    body: LoginBody,
    bodyType: "form",
    reply: UserToken,
    rateLimit: "login",
  },
  "POST /api/user/login-json": {
    access: "public",
    tag: "Tài khoản",
    summary: "Đăng nhập (JSON)",
    body: LoginBody,
    reply: UserToken,
    rateLimit: "login",
  },
  "GET /api/user/me": {
    access: "user",
    tag: "Tài khoản",
    summary: "Tài khoản đang đăng nhập",
    reply: User,
  },
  "POST /api/auth/login": {
    access: "public",
    tag: "Quản trị",
    summary: "Đăng nhập quản trị",
    body: AdminLoginBody,
    bodyType: "form",
    reply: AdminToken,
    rateLimit: "login",
  },
} as const satisfies Endpoints;
