/** Premium packages: what customers choose from, and their management. */
import { z } from "zod";
import { Done, type Endpoints, flag, Id, IdParams, paging, searchText, Time, Total, wholeNumber } from "./endpoint.ts";
import { name, optionalText, yesNo } from "./fields.ts";
import { listQuery, type Sorts, sorting } from "./list.ts";
import { listFamily } from "./list-family.ts";
import { SeenVersion, Version } from "./version.ts";

export const PremiumPackage = z
  .object({
    id: z.int(),
    name: z.string(),
    /** Whole đồng. */
    price: z.int(),
    /** Null for a lifetime package. */
    duration_days: z.int().nullable(),
    is_lifetime: z.boolean(),
    is_active: z.boolean(),
    description: z.string().nullable(),
    sort_order: z.int(),
    created_at: Time,
  })
  .meta({ id: "PremiumPackage" });
export type PremiumPackage = z.output<typeof PremiumPackage>;

/** A package as the back office sees it. */
export const AdminPackage = PremiumPackage.extend({
  /** Its paid orders, and their sum in whole đồng. */
  sold: z.int(),
  earned: z.int(),
  version: Version,
}).meta({ id: "AdminPackage" });
export type AdminPackage = z.output<typeof AdminPackage>;

/** A page of packages. */
export const PremiumPackagePage = z.object({
  packages: z.array(PremiumPackage),
  /** Before skip and limit. */
  total: z.int(),
  total_pages: z.int(),
});
export type PremiumPackagePage = z.output<typeof PremiumPackagePage>;
export const AdminPackagePage = PremiumPackagePage.extend({ packages: z.array(AdminPackage) });
export type AdminPackagePage = z.output<typeof AdminPackagePage>;

export const packageSorts = {
  orders: { sort_order: "asc", name: "asc", price: "asc", created_at: "desc" },
  default: "sort_order",
} as const satisfies Sorts;

/** `search` is the name. */
const packageFilter = { search: searchText, is_active: flag.optional() };
/** For the public, `is_active` has no effect: inactive packages are the administrator's. */
export const { Filter: PackageFilter, Query: PackageListQuery } = listFamily(packageFilter, packageSorts);
export type PackageFilter = z.output<typeof PackageFilter>;
export type PackageListQuery = z.output<typeof PackageListQuery>;
export const PackagePageQuery = listQuery({
  ...packageFilter,
  ...sorting(packageSorts),
  page: wholeNumber(1, 10_000_000, "page phải là số nguyên dương").default(1),
  limit: paging.limit,
});
export type PackagePageQuery = z.output<typeof PackagePageQuery>;

/** Message for a package that has no days and is not for life. */
export const packageDaysMissing = "Vui lòng nhập số ngày";
const maxPrice = 1_000_000_000;
export const maxPackageDays = 3650;
const priceRule = "Giá phải là số nguyên không âm";
const daysRule = "Số ngày phải là số nguyên từ 1";
const placeRule = "Thứ tự phải là số nguyên không âm";
const packageFields = {
  name: name(100, "Vui lòng nhập tên gói"),
  price: z
    .int({ error: ({ input }) => (input === undefined ? "Vui lòng nhập giá" : priceRule) })
    .min(0, priceRule)
    .max(maxPrice, "Giá không được lớn hơn 1.000.000.000"),
  /** Left out, or null, for a lifetime package. */
  duration_days: z
    .int(daysRule)
    .min(1, daysRule)
    .max(maxPackageDays, "Số ngày không được vượt quá 3650 ngày (10 năm)")
    .nullish(),
  is_lifetime: yesNo,
  is_active: yesNo,
  description: optionalText(1000),
  sort_order: z.int(placeRule).min(0, placeRule).max(1_000_000, "Thứ tự không được lớn hơn 1.000.000"),
};

/** The duration of a package, which is checked even when other fields are invalid. */
const Duration = z.object({
  is_lifetime: packageFields.is_lifetime.default(false),
  duration_days: packageFields.duration_days,
});

/** A new package; one that is not for life needs its days. */
export const PackageBody = z
  .object({
    ...packageFields,
    is_lifetime: Duration.shape.is_lifetime,
    is_active: yesNo.default(true),
    sort_order: packageFields.sort_order.default(0),
  })
  .refine(({ is_lifetime, duration_days }) => is_lifetime || duration_days != null, {
    path: ["duration_days"],
    error: packageDaysMissing,
    when: ({ value }) => Duration.safeParse(value).success,
  });
export type PackageBody = z.output<typeof PackageBody>;
/** Fields that are left out keep their values. */
export const PackageChange = z.object(packageFields).partial().extend({ version: SeenVersion });
export type PackageChange = z.output<typeof PackageChange>;

/** Most packages that can be brought into an order of their own. */
export const maxOrderedPackages = 200;
const orderRule = "Thứ tự phải gồm các gói, mỗi gói một lần";
/** All packages in their new order, which numbers them one by one. */
export const PackageOrderBody = z.object({
  ids: z
    .array(Id, orderRule)
    .min(1, orderRule)
    .max(maxOrderedPackages, `Chỉ sắp xếp được nhiều nhất ${maxOrderedPackages} gói`)
    .refine((ids) => new Set(ids).size === ids.length, orderRule),
  /** Number of the first package. Visitors see the package of number 1 as the most popular: with 0 the second one, with 2 none. */
  first: z.int(placeRule).min(0, placeRule).max(2, "Thứ tự đầu tiên phải là 0, 1 hoặc 2"),
  version: SeenVersion,
});
export type PackageOrderBody = z.output<typeof PackageOrderBody>;

/** All packages in the order in which visitors see those on sale. */
export const PackageOrder = z
  .object({ packages: z.array(PremiumPackage), first: z.int(), version: Version })
  .meta({ id: "PackageOrder" });
export type PackageOrder = z.output<typeof PackageOrder>;

const tag = "Gói Premium";

export const premiumPackages = {
  "GET /api/premium-packages": {
    access: "public",
    tag,
    summary: "Các gói Premium đang bán, theo thứ tự hiển thị",
    query: PackageListQuery,
    reply: PremiumPackagePage,
  },
  "GET /api/admin/premium-packages": {
    access: ["admin", "accountant"],
    tag,
    summary: "Tất cả gói Premium, theo trang",
    query: PackagePageQuery,
    reply: AdminPackagePage,
  },
  "GET /api/admin/premium-packages/count": {
    access: ["admin", "accountant"],
    tag,
    summary: "Số gói Premium",
    query: PackageFilter,
    reply: Total,
  },
  "GET /api/admin/premium-packages/order": {
    access: ["admin", "accountant"],
    tag,
    summary: "Thứ tự hiển thị của các gói Premium",
    reply: PackageOrder,
  },
  "PUT /api/admin/premium-packages/order": {
    access: ["admin", "accountant"],
    tag,
    summary: "Đánh số lại các gói Premium theo thứ tự mới",
    body: PackageOrderBody,
    reply: PackageOrder,
  },
  "GET /api/admin/premium-packages/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Một gói Premium",
    params: IdParams,
    reply: AdminPackage,
  },
  "POST /api/admin/premium-packages": {
    access: ["admin", "accountant"],
    tag,
    summary: "Thêm một gói Premium",
    body: PackageBody,
    reply: AdminPackage,
    status: 201,
  },
  "PUT /api/admin/premium-packages/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Sửa một gói Premium; đơn hàng cũ giữ nguyên giá và thời hạn",
    params: IdParams,
    body: PackageChange,
    reply: AdminPackage,
  },
  "DELETE /api/admin/premium-packages/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Xóa một gói Premium chưa có đơn hàng nào",
    params: IdParams,
    reply: Done,
  },
  "PATCH /api/admin/premium-packages/{id}/toggle-active": {
    access: ["admin", "accountant"],
    tag,
    summary: "Bật hoặc tắt một gói Premium",
    params: IdParams,
    reply: AdminPackage,
  },
} as const satisfies Endpoints;
