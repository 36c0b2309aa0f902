/** Staff members: their accounts, managed by the administrator, their login, and who has how much to do. */
import { z } from "zod";
import { bearerFields, StaffLoginBody } from "./accounts.ts";
import { Done, type Endpoints, IdParams, Time } from "./endpoint.ts";
import { exact, optionalText, trimmed, yesNo } from "./fields.ts";
import { LiveTopic } from "./live.ts";
import { staffRules, unlessEmpty } from "./rules.ts";
import { SeenVersion, Version } from "./version.ts";

/** Requests that a member works on. */
const load = {
  /** New or in progress. */
  open_requests: z.int(),
  /** Open ones past their due time. */
  late_requests: z.int(),
};

export const StaffMember = z
  .object({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    full_name: z.string(),
    phone: z.string().nullable(),
    notes: z.string().nullable(),
    is_active: z.boolean(),
    is_supervisor: z.boolean(),
    /** Logs in with a code as well. */
    has_second_factor: z.boolean(),
    ...load,
    /** Within the last 90 days; null for a member who did not log in. */
    last_login_at: Time.nullable(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: "StaffMember" });
export type StaffMember = z.output<typeof StaffMember>;

/** The member's data that the browser keeps beside the token. */
export const StaffInfo = StaffMember.pick({
  id: true,
  username: true,
  email: true,
  full_name: true,
  is_supervisor: true,
}).meta({ id: "StaffInfo" });
export type StaffInfo = z.output<typeof StaffInfo>;

/** A colleague to whom a supervisor may hand requests over. */
export const StaffColleague = StaffMember.pick({
  id: true,
  full_name: true,
  is_supervisor: true,
  open_requests: true,
  late_requests: true,
}).meta({ id: "StaffColleague" });
export type StaffColleague = z.output<typeof StaffColleague>;

export const StaffBody = z.object({
  username: trimmed(staffRules.username),
  email: trimmed(staffRules.email),
  full_name: trimmed(staffRules.full_name),
  password: exact(staffRules.password),
  phone: optionalText(30),
  notes: optionalText(2000),
  is_active: yesNo.default(true),
  is_supervisor: yesNo.default(false),
});
export type StaffBody = z.output<typeof StaffBody>;

/** Fields that are left out keep their values; so does the password when it is empty. */
export const StaffChange = z.object({
  username: StaffBody.shape.username.optional(),
  email: StaffBody.shape.email.optional(),
  full_name: StaffBody.shape.full_name.optional(),
  password: exact(unlessEmpty(staffRules.password))
    .nullish()
    .transform((password) => password || undefined),
  phone: optionalText(30),
  notes: optionalText(2000),
  is_active: yesNo.optional(),
  is_supervisor: yesNo.optional(),
  version: SeenVersion,
});
export type StaffChange = z.output<typeof StaffChange>;

const tag = "Nhân viên";
const login = {
  access: "public",
  tag,
  summary: "Đăng nhập nhân viên",
  body: StaffLoginBody,
  reply: z.object({ ...bearerFields, staff_info: StaffInfo }).meta({ id: "StaffToken" }),
  rateLimit: { name: "login", key: "username", account: "staff" },
} as const;

export const staff = {
  "POST /api/staff/login": { ...login, bodyType: "form" },
  "POST /api/staff/logout": {
    access: ["staff"],
    tag,
    summary: "Đăng xuất nhân viên: kết thúc phiên của token này",
    reply: Done,
  },
  "GET /api/staff/me": {
    access: ["staff"],
    tag,
    summary: "Nhân viên đang đăng nhập",
    reply: StaffInfo,
  },
  "GET /api/staff/members": {
    access: ["supervisor"],
    tag,
    summary: "Các nhân viên đang hoạt động và số việc của họ",
    reply: z.array(StaffColleague),
  },
  "GET /api/staff/changes": {
    access: ["staff"],
    tag,
    summary: "Báo ngay khi các yêu cầu hoặc nhân viên thay đổi",
    replyType: "events",
    reply: z.object({ topics: z.array(LiveTopic) }),
  },
  "GET /api/admin/staff": {
    access: ["admin"],
    tag,
    summary: "Tất cả nhân viên",
    reply: z.array(StaffMember),
    counted: true,
  },
  "POST /api/admin/staff": {
    access: ["admin"],
    tag,
    summary: "Thêm một nhân viên",
    body: StaffBody,
    confirmed: true,
    reply: StaffMember,
    status: 201,
  },
  "PUT /api/admin/staff/{id}": {
    access: ["admin"],
    tag,
    summary: "Sửa một nhân viên; mật khẩu mới hoặc tạm ngưng kết thúc mọi phiên đăng nhập của họ",
    params: IdParams,
    body: StaffChange,
    confirmed: ["username", "email", "password", "is_supervisor"],
    reply: StaffMember,
  },
  "DELETE /api/admin/staff/{id}": {
    access: ["admin"],
    tag,
    summary: "Xóa một nhân viên; các yêu cầu chưa xong của họ trở lại danh sách chung",
    params: IdParams,
    reply: Done,
  },
  "DELETE /api/admin/staff/{id}/second-factor": {
    access: ["admin"],
    tag,
    summary: "Tắt xác thực hai bước của một nhân viên mất điện thoại; mọi phiên đăng nhập của họ kết thúc",
    params: IdParams,
    confirmed: true,
    reply: Done,
  },
} as const satisfies Endpoints;
