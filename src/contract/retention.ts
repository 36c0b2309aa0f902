/** How long finished requests, personal data of orders and the audit trail are kept. */
import { z } from "zod";
import { type Endpoints, wholeNumber } from "./endpoint.ts";
import { SeenVersion, Version } from "./version.ts";

/** Months for which data can be kept. */
export const retentionMonths = { min: 6, max: 120, standard: 24 } as const;

const { min, max, standard } = retentionMonths;
const rule = `Thời hạn phải từ ${min} đến ${max} tháng`;
/** Null keeps for ever. */
const Months = z.int(rule).min(min, rule).max(max, rule).nullable();

/** Months after the last change; null for ever. */
export const Retention = z
  .object({
    /** Finished requests for songs, with their files. */
    requests_months: Months,
    /** Personal data of Premium orders, and of the transfers that the bank told of. */
    orders_months: Months,
    /** Entries of the audit trail, from the day of the entry. */
    audit_months: Months,
  })
  .meta({ id: "Retention" });
export type Retention = z.output<typeof Retention>;

/** Fields that are left out keep their values. */
export const RetentionChange = Retention.partial().extend({ version: SeenVersion });
export type RetentionChange = z.output<typeof RetentionChange>;

/** The times as the administrator sees them. */
export const AdminRetention = Retention.extend({ version: Version }).meta({ id: "AdminRetention" });
export type AdminRetention = z.output<typeof AdminRetention>;

/** The times until the administrator saves others. */
export const defaultRetention: Retention = {
  requests_months: standard,
  orders_months: standard,
  audit_months: standard,
};

const months = wholeNumber(min, max, rule).optional();

/** Rows that the next run would erase. */
export const RetentionDue = z
  .object({ requests: z.int(), orders: z.int(), transfers: z.int(), audit: z.int() })
  .meta({ id: "RetentionDue" });
export type RetentionDue = z.output<typeof RetentionDue>;

const configuration = "Cấu hình";

export const retention = {
  "GET /api/admin/config/retention": {
    access: ["admin"],
    tag: configuration,
    summary: "Thời hạn lưu giữ dữ liệu",
    reply: AdminRetention,
  },
  "PUT /api/admin/config/retention": {
    access: ["admin"],
    tag: configuration,
    summary: "Lưu thời hạn lưu giữ dữ liệu; lần chạy kế tiếp xóa những gì đã quá hạn",
    body: RetentionChange,
    reply: AdminRetention,
  },
  "GET /api/admin/config/retention/due": {
    access: ["admin"],
    tag: configuration,
    summary:
      "Số yêu cầu, đơn hàng, giao dịch và dòng sổ quản trị mà lần chạy kế tiếp sẽ xóa với các thời hạn này; bỏ trống là giữ mãi",
    query: z.object({ requests_months: months, orders_months: months, audit_months: months }),
    reply: RetentionDue,
  },
  "GET /api/retention": {
    access: "public",
    tag: "Riêng tư",
    summary: "Thời hạn lưu giữ dữ liệu, cho trang riêng tư",
    reply: Retention,
  },
} as const satisfies Endpoints;
