/** Users, as the administrator manages them. */
import { z } from "zod";
import { User, UserFilter, UserListQuery, userTabs } from "./accounts.ts";
import { Done, type Endpoints, IdParams, wholeNumber } from "./endpoint.ts";
import { exact, trimmed, yesNo } from "./fields.ts";
import { listEndpoints } from "./list-family.ts";
import { maxPremiumDays, premiumDaysRules, unlessEmpty, userRules } from "./rules.ts";
import { SeenVersion, Version } from "./version.ts";

const fullName = trimmed(userRules.full_name)
  .nullish()
  .transform((name) => (name === undefined ? undefined : name || null));

/** A user as the administrator sees it. */
export const AdminUser = User.extend({ version: Version }).meta({ id: "AdminUser" });
export type AdminUser = z.output<typeof AdminUser>;

/** A new user. Subscriptions have endpoints of their own. */
export const UserBody = z.object({
  username: trimmed(userRules.username),
  email: trimmed(userRules.email),
  full_name: fullName,
  password: exact(userRules.password),
  is_active: yesNo.default(true),
});
export type UserBody = z.output<typeof UserBody>;

/** Fields that are left out keep their values; so does the password when it is empty. */
export const UserChange = z.object({
  username: UserBody.shape.username.optional(),
  email: UserBody.shape.email.optional(),
  full_name: fullName,
  password: exact(unlessEmpty(userRules.password))
    .nullish()
    .transform((password) => password || undefined),
  is_active: yesNo.optional(),
  version: SeenVersion,
});
export type UserChange = z.output<typeof UserChange>;

/** Counts by `subscription_type`: an ended Premium is among the premium users. */
export const UserStatistics = z
  .object({ total_users: z.int(), active_users: z.int(), premium_users: z.int(), free_users: z.int() })
  .meta({ id: "UserStatistics" });
export type UserStatistics = z.output<typeof UserStatistics>;

const premiumDays = exact(premiumDaysRules)
  .transform(Number)
  .meta({ type: "integer", minimum: 1, maximum: maxPremiumDays });
/** The package that the Premium comes from; one for life makes it permanent. */
const premiumPackage = { premium_package_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã không hợp lệ").optional() };
export const UpgradeQuery = z.object({ duration_days: premiumDays.default(30), ...premiumPackage });
export type UpgradeQuery = z.output<typeof UpgradeQuery>;
export const PremiumDaysQuery = z.object({ days_to_add: premiumDays, ...premiumPackage });
export type PremiumDaysQuery = z.output<typeof PremiumDaysQuery>;

const tag = "Người dùng";
const list = listEndpoints({
  access: ["admin", "accountant"],
  tag,
  row: AdminUser,
  Filter: UserFilter,
  Query: UserListQuery,
});

const create = {
  access: ["admin"],
  tag,
  summary: "Thêm một người dùng",
  body: UserBody,
  reply: AdminUser,
  status: 201,
} as const;

export const users = {
  "GET /api/admin/users": list.rows("Danh sách người dùng, tìm theo tên và email"),
  "GET /api/admin/users/count": list.count("Số người dùng của danh sách"),
  "GET /api/admin/users/tabs": list.tabs("Số người dùng của mỗi thẻ trong danh sách, theo các bộ lọc khác", userTabs),
  "GET /admin/users": {
    access: ["admin", "accountant"],
    tag,
    summary: "Thống kê người dùng; trình duyệt mở địa chỉ này thì nhận trang",
    reply: UserStatistics,
  },
  "POST /admin/users": create,
  "POST /api/admin/users": create,
  "GET /api/admin/users/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Một người dùng",
    params: IdParams,
    reply: AdminUser,
  },
  "PUT /api/admin/users/{id}": {
    access: ["admin"],
    tag,
    summary: "Sửa một người dùng; email mới hoặc mật khẩu mới kết thúc mọi phiên đăng nhập của họ",
    params: IdParams,
    body: UserChange,
    confirmed: ["email", "password"],
    reply: AdminUser,
  },
  "DELETE /api/admin/users/{id}": {
    access: ["admin"],
    tag,
    summary: "Xóa một người dùng cùng dữ liệu của họ; đơn hàng còn lại, không gắn với ai",
    params: IdParams,
    reply: Done,
  },
  "PATCH /api/admin/users/{id}/toggle-active": {
    access: ["admin"],
    tag,
    summary: "Khóa hoặc mở khóa một người dùng; khóa thì kết thúc mọi phiên đăng nhập của họ",
    params: IdParams,
    reply: AdminUser,
  },
  "PATCH /api/admin/users/{id}/upgrade-premium": {
    access: ["admin", "accountant"],
    tag,
    summary: "Đặt Premium tính từ bây giờ, vĩnh viễn nếu gói là vĩnh viễn",
    params: IdParams,
    query: UpgradeQuery,
    reply: AdminUser,
  },
  "PATCH /api/admin/users/{id}/add-premium-days": {
    access: ["admin", "accountant"],
    tag,
    summary: "Cộng thêm ngày Premium vào hạn hiện tại; Premium vĩnh viễn giữ nguyên",
    params: IdParams,
    query: PremiumDaysQuery,
    reply: AdminUser,
  },
  "PATCH /api/admin/users/{id}/downgrade-free": {
    access: ["admin", "accountant"],
    tag,
    summary: "Kết thúc Premium ngay",
    params: IdParams,
    reply: AdminUser,
  },
} as const satisfies Endpoints;
