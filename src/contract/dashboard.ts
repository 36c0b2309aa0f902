/** The dashboard: totals, recent activity, and the figures of the last days. */
import { z } from "zod";
import { type Endpoints, Time, wholeNumber } from "./endpoint.ts";
import { entityNames } from "./entities.ts";
import { OrderSum } from "./orders.ts";
import { PaymentProvider } from "./payments.ts";

/** The spans of days that the figures may have, up to today. */
export const dashboardSpans = [7, 30, 90, 365] as const;
export const defaultSpan = 30;
export const DashboardQuery = z.object({
  /** Days of the figures. */
  days: wholeNumber(1, 365, "Số ngày không hợp lệ")
    .refine((days) => dashboardSpans.some((span) => span === days), "Số ngày không hợp lệ")
    .default(defaultSpan),
});
export type DashboardQuery = z.output<typeof DashboardQuery>;

/** Actions and entities of the audit trail. */
export const ActivityAction = z.enum(["create", "update", "delete", "restore", "login"]);
export type ActivityAction = z.output<typeof ActivityAction>;
export const ActivityEntity = z.enum(entityNames);
export type ActivityEntity = z.output<typeof ActivityEntity>;

/** One entry of the audit trail. */
export const Activity = z
  .object({
    id: z.int(),
    actor_kind: z.enum(["admin", "staff", "system"]),
    /** E-mail or name; `Hệ thống` for commands on the server. */
    actor_name: z.string(),
    action: ActivityAction,
    entity: ActivityEntity,
    entity_id: z.int().nullable(),
    /** Name of the entity at the time. */
    summary: z.string(),
    /** Current name of the entity; null when it is deleted or has no page. */
    name_now: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: "Activity" });
export type Activity = z.output<typeof Activity>;

/** Figures of one day in Vietnam. */
export const DayOfStats = z.object({
  day: z.string().meta({ format: "date" }),
  plays: z.int(),
  new_users: z.int(),
});
export type DayOfStats = z.output<typeof DayOfStats>;

export const TopSong = z.object({
  id: z.int(),
  title: z.string(),
  artist: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  /** Within the days of the chart. */
  plays: z.int(),
});
export type TopSong = z.output<typeof TopSong>;

/** A service that told of nothing though orders were placed, or whose calls had wrong signatures in the last 24 hours, or that can't be asked. */
export const PaymentTrouble = z.object({
  provider: PaymentProvider,
  kind: z.enum(["silent", "wrong_signature", "poll_failed"]),
});
export type PaymentTrouble = z.output<typeof PaymentTrouble>;

/** Income of the asked days by the day it came, of orders whose payment is paid now: what transfers paid, or the price where none is known. */
export const IncomeStats = z.object({
  /** Orders that wait for their money; counted up to 10,001, as the tabs of their list are. */
  waiting_orders: z.int(),
  /** Orders that are paid while no account received the time yet. */
  ungranted_orders: z.int(),
  /** The days of `days`. */
  days: z.array(OrderSum.extend({ day: z.string().meta({ format: "date" }) })),
  /** The sum of as many days before them. */
  before: OrderSum,
  /** By package, most income first. */
  packages: z.array(OrderSum.extend({ package_id: z.int(), name: z.string() })),
  /** What was given back since, whole or in part, of orders that were paid in these days; it is no income. */
  refunded: OrderSum,
  /** Orders that were placed in these days, whenever they were paid, by the state of their payment. */
  placed: z.object({ pending: z.int(), paid: z.int(), failed: z.int(), refunded: z.int() }),
  /** Users who received the time of an order in these days. */
  new_premium: z.int(),
  /** Users whose Premium ends within the next 7 days. */
  ending_premium: z.int(),
  /** Transfers that wait for a person, with customers' words that wait for their money. */
  waiting_payments: z.int(),
  /** Services that tell of transfers and don't fare well. */
  payment_troubles: z.array(PaymentTrouble),
});
export type IncomeStats = z.output<typeof IncomeStats>;

/** Parts of the site that need a person: disk, recordings, backup, object storage, the work in the background. */
export const siteTroubles = [
  "disk_full",
  "recordings_full",
  "no_backup",
  "old_backup",
  "incomplete_backup",
  "storage_unreadable",
  "storage_stuck",
  "work_failed",
] as const;
export type SiteTrouble = (typeof siteTroubles)[number];

/** The first steps of a new site, each with whether it is done. */
export const FirstSteps = z.object({
  /** A bank account that takes money. */
  bank_account: z.boolean(),
  /** Money that was seen to arrive: a transfer, or an order that is paid. */
  first_money: z.boolean(),
  mail: z.boolean(),
  backup: z.boolean(),
  staff: z.boolean(),
});
export type FirstSteps = z.output<typeof FirstSteps>;

export const DashboardStats = z
  .object({
    /** Includes inactive songs. */
    total_songs: z.int(),
    total_categories: z.int(),
    total_requests: z.int(),
    new_requests: z.int(),
    total_users: z.int(),
    /** Messages to people that failed in the last 7 days. */
    failed_deliveries: z.int(),
    /** Open requests that nobody has; like the next two counted up to 10,001, as the tabs of their list are. */
    available_requests: z.int(),
    /** Open requests that are past their due time. */
    late_requests: z.int(),
    /** Open requests in which the customer wishes changes of a finished song. */
    wishes: z.int(),
    /** Reviews that wait for an administrator; counted up to 10,001. */
    waiting_reviews: z.int(),
    site_troubles: z.array(z.enum(siteTroubles)),
    /** Null once all of them are done. */
    first_steps: FirstSteps.nullable(),
    /** The asked days up to today, oldest first, without gaps. */
    days: z.array(DayOfStats),
    /** The sums of as many days before them. */
    before: z.object({ plays: z.int(), new_users: z.int() }),
    /** Most played songs of these days, most plays first. */
    top_songs: z.array(TopSong),
    income: IncomeStats,
    /** Activity of these days, newest first. */
    recent_activity: z.array(Activity),
  })
  .meta({ id: "DashboardStats" });
export type DashboardStats = z.output<typeof DashboardStats>;

export const dashboard = {
  "GET /api/admin/dashboard/stats": {
    access: ["admin"],
    tag: "Quản trị",
    summary:
      "Tổng quan: số lượng, hoạt động gần đây, lượt nghe, người dùng mới và doanh thu của 7, 30, 90 hoặc 365 ngày",
    query: DashboardQuery,
    reply: DashboardStats,
  },
  "GET /api/admin/dashboard/income": {
    access: ["admin", "accountant"],
    tag: "Quản trị",
    summary: "Doanh thu, đơn hàng và Premium của 7, 30, 90 hoặc 365 ngày",
    query: DashboardQuery,
    reply: IncomeStats,
  },
} as const satisfies Endpoints;
