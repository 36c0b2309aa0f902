/** Accounts: users and the administrator's login. */
import { z } from "zod";
import { Done, type Endpoints, flag, searchText, Time } from "./endpoint.ts";
import { exact, trimmed } from "./fields.ts";
import { dayRange, type Sorts } from "./list.ts";
import { listFamily, tabFilter } from "./list-family.ts";
import { loginPasswordRules, loginRules, registerRules } from "./rules.ts";

export const SubscriptionType = z.enum(["free", "premium"], "Loại tài khoản phải là free hoặc premium");

export const User = z
  .object({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    full_name: z.string().nullable(),
    is_active: z.boolean(),
    is_premium: z.boolean(),
    subscription_type: SubscriptionType,
    premium_expires_at: Time.nullable(),
    premium_package_id: z.int().nullable(),
    created_at: Time,
    /** The owner of the account has opened a link that was sent to the e-mail. */
    is_email_verified: z.boolean(),
  })
  .meta({ id: "User" });
export type User = z.output<typeof User>;

export const userSorts = {
  orders: { created_at: "desc", username: "asc", email: "asc", premium_expires_at: "asc" },
  default: "created_at",
} as const satisfies Sorts;
/** Present Premium; Premium that ends within `expiringDays`; ended Premium; locked accounts. */
export const userTabs = ["premium", "expiring", "ended", "locked"] as const;
export type UserTab = (typeof userTabs)[number];
/** Days before its end from which Premium is about to end. */
export const expiringDays = 7;
/** `search` is user name, full name or e-mail; `from` and `to` bound the day of registration. */
const userFilter = {
  search: searchText,
  tab: tabFilter(userTabs),
  subscription_type: SubscriptionType.optional(),
  is_active: flag.optional(),
  ...dayRange,
};
export const { Filter: UserFilter, Query: UserListQuery } = listFamily(userFilter, userSorts);
export type UserFilter = z.output<typeof UserFilter>;
export type UserListQuery = z.output<typeof UserListQuery>;

export const RegisterBody = z.object({
  username: trimmed(registerRules.username),
  email: trimmed(registerRules.email),
  full_name: trimmed(registerRules.full_name)
    .nullish()
    .transform((name) => name || null),
  password: exact(registerRules.password),
});
export type RegisterBody = z.output<typeof RegisterBody>;

export const LoginBody = z.object({
  username: trimmed(loginRules.username),
  /** Less strict than the form's rules: a password that is too short is answered like a wrong one. */
  password: exact(loginPasswordRules),
});

/** A code of the second factor: six digits of the app, or a recovery code, however it is spaced. */
export const codeText = z.string("Mã xác thực không hợp lệ").trim().max(60, "Mã xác thực không hợp lệ");

/** The login of accounts that may have a second factor. Without one the code is ignored; a blank code counts as none. */
const LoginWithCode = LoginBody.extend({
  totp_code: codeText.transform((code) => code || undefined).optional(),
});
export const StaffLoginBody = LoginWithCode;

/** `username` is the administrator's e-mail. */
export const AdminLoginBody = LoginWithCode.extend({
  remember: z
    .union([z.boolean(), z.enum(["true", "false"])], "Giá trị phải là true hoặc false")
    .optional()
    .transform((value) => value === true || value === "true"),
});

/** The administrator of a token. An accountant has less rights. */
const OwnAdministrator = z.object({
  email: z.string(),
  full_name: z.string(),
  role: z.enum(["admin", "accountant"]),
});

/** Fields of a reply with a token. */
export const bearerFields = { access_token: z.string(), token_type: z.literal("bearer") };
export const UserToken = z.object({ ...bearerFields, user: User }).meta({ id: "UserToken" });
export const AdminToken = z.object(bearerFields).meta({ id: "AdminToken" });

export const accounts = {
  "POST /api/user/register": {
    access: "public",
    tag: "Tài khoản",
    summary: "Đăng ký tài khoản",
    body: RegisterBody,
    reply: User,
    status: 201,
    rateLimit: { name: "form" },
  },
  "POST /api/user/login": {
    access: "public",
    tag: "Tài khoản",
    summary: "Đăng nhập (biểu mẫu)",
    body: LoginBody,
    bodyType: "form",
    reply: UserToken,
    rateLimit: { name: "login", key: "username", account: "user" },
  },
  "POST /api/user/login-json": {
    access: "public",
    tag: "Tài khoản",
    summary: "Đăng nhập (JSON)",
    body: LoginBody,
    reply: UserToken,
    rateLimit: { name: "login", key: "username", account: "user" },
  },
  "POST /api/user/logout": {
    access: ["user"],
    tag: "Tài khoản",
    summary: "Đăng xuất: kết thúc phiên của token này",
    reply: Done,
  },
  "GET /api/user/me": {
    access: ["user"],
    tag: "Tài khoản",
    summary: "Tài khoản đang đăng nhập",
    reply: User,
  },
  "GET /api/auth/me": {
    access: ["admin", "accountant"],
    tag: "Quản trị",
    summary: "Quản trị viên đang đăng nhập",
    reply: OwnAdministrator,
  },
  "POST /api/auth/logout": {
    access: ["admin", "accountant"],
    tag: "Quản trị",
    summary: "Đăng xuất quản trị: kết thúc phiên của token này",
    reply: Done,
  },
  "POST /api/auth/login": {
    access: "public",
    tag: "Quản trị",
    summary: "Đăng nhập quản trị",
    body: AdminLoginBody,
    bodyType: "form",
    reply: AdminToken,
    rateLimit: { name: "login", key: "username", account: "admin" },
  },
} as const satisfies Endpoints;
