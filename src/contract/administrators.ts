/** The administrators' accounts: listed, invited, closed, with their roles. */
import { z } from "zod";
import { type Endpoints, IdParams, Time } from "./endpoint.ts";
import { trimmed, yesNo } from "./fields.ts";
import { userRules } from "./rules.ts";

/** An accountant reads and changes orders, bank account, packages and users' Premium, nothing else. */
export const adminRoles = ["admin", "accountant"] as const;
export const AdminRole = z.enum(adminRoles, "Vai trò phải là admin hoặc accountant");
export type AdminRole = z.output<typeof AdminRole>;

export const Administrator = z
  .object({
    id: z.int(),
    email: z.string(),
    full_name: z.string(),
    role: AdminRole,
    is_active: z.boolean(),
    /** Has not logged in since the invitation. */
    is_invited: z.boolean(),
    /** Logs in with a code as well. */
    has_second_factor: z.boolean(),
    last_login_at: Time.nullable(),
    created_at: Time,
    /** The account of this request, whose role and state another administrator changes. */
    is_self: z.boolean(),
  })
  .meta({ id: "Administrator" });
export type Administrator = z.output<typeof Administrator>;

export const AdministratorBody = z.object({
  email: trimmed(userRules.email),
  full_name: trimmed(userRules.full_name),
  role: AdminRole,
});
export type AdministratorBody = z.output<typeof AdministratorBody>;

/** Fields that are left out keep their values. */
export const AdministratorChange = z.object({
  full_name: AdministratorBody.shape.full_name.optional(),
  role: AdminRole.optional(),
  is_active: yesNo.optional(),
});
export type AdministratorChange = z.output<typeof AdministratorChange>;

export const Invitation = z
  .object({
    administrator: Administrator,
    /** Path of the page where the invited sets the password, shown this once; null when it was sent by e-mail. */
    link: z.string().nullable(),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.output<typeof Invitation>;

const common = { access: ["admin"], tag: "Quản trị viên" } as const;

export const administrators = {
  "GET /api/admin/administrators": {
    ...common,
    summary: "Tất cả quản trị viên",
    reply: z.array(Administrator),
    counted: true,
  },
  "POST /api/admin/administrators": {
    ...common,
    summary: "Mời một quản trị viên: người được mời tự đặt mật khẩu bằng đường dẫn trong thư",
    body: AdministratorBody,
    confirmed: true,
    reply: Invitation,
    status: 201,
  },
  "POST /api/admin/administrators/{id}/invitation": {
    ...common,
    summary: "Gửi lại lời mời cho người chưa đăng nhập; đường dẫn cũ hết hiệu lực",
    params: IdParams,
    confirmed: true,
    reply: Invitation,
  },
  "PUT /api/admin/administrators/{id}": {
    ...common,
    summary:
      "Đổi tên, vai trò, đóng hoặc mở lại một quản trị viên; vai trò mới và đóng kết thúc mọi phiên đăng nhập của họ",
    params: IdParams,
    body: AdministratorChange,
    confirmed: true,
    reply: Administrator,
  },
  "DELETE /api/admin/administrators/{id}/sessions": {
    ...common,
    summary: "Kết thúc mọi phiên đăng nhập của một quản trị viên",
    params: IdParams,
    confirmed: true,
    reply: Administrator,
  },
} as const satisfies Endpoints;
