/** The page of a customer in the back office: all that an account has and did, each list bounded to its newest rows. */
import { z } from "zod";
import { User } from "./accounts.ts";
import { Done, type Endpoints, IdParams, Time } from "./endpoint.ts";
import { Delivery } from "./notifications.ts";
import { AdminOrder } from "./orders.ts";
import { Session } from "./own-account.ts";
import { SongRequest } from "./requests.ts";

/** Rows of each list, the newest first; longer ones are read in their screens. */
export const customerRows = 20;

const OrderLine = AdminOrder.pick({
  id: true,
  code: true,
  user_id: true,
  package_name: true,
  payment_amount: true,
  received_amount: true,
  refunded_amount: true,
  status: true,
  payment_status: true,
  premium_granted_at: true,
  premium_taken_at: true,
  end_reason: true,
  is_gift: true,
  erased_at: true,
  created_at: true,
});
export type CustomerOrderLine = z.output<typeof OrderLine>;

const ReceiptLine = z.object({
  number: z.int(),
  /** Of the order or request. */
  code: z.string(),
  /** Whole đồng. */
  amount: z.int(),
  issued_at: Time,
  cancelled_at: Time.nullable(),
});
export type ReceiptLine = z.output<typeof ReceiptLine>;

/** A step of an account's Premium. */
const PremiumStep = z.object({
  created_at: Time,
  /** In Vietnamese: the package of an order, or what an administrator did. */
  text: z.string(),
  /** Null when an order gave it. */
  actor_name: z.string().nullable(),
  order_id: z.int().nullable(),
});
export type PremiumStep = z.output<typeof PremiumStep>;

/** Why another account is likely of the same person: its mailbox, the e-mail or a phone number on its orders. */
export const sameness = ["mailbox", "order_email", "phone"] as const;
export type Sameness = (typeof sameness)[number];
const SameAccount = User.extend({ orders: z.int(), reasons: z.array(z.enum(sameness)) });
export type SameAccount = z.output<typeof SameAccount>;

export const CustomerPurchases = z
  .object({
    /** Those of the account, then those of its e-mail that have no account. */
    orders: z.array(OrderLine),
    /** Of the account alone. */
    orders_total: z.int(),
    receipts: z.array(ReceiptLine),
    premium: z.array(PremiumStep),
    /** At most five. */
    same_accounts: z.array(SameAccount),
  })
  .meta({ id: "CustomerPurchases" });
export type CustomerPurchases = z.output<typeof CustomerPurchases>;

export const CustomerActivity = z
  .object({
    requests: z.array(
      SongRequest.pick({
        id: true,
        code: true,
        status: true,
        agreed_price: true,
        paid_at: true,
        accepted_at: true,
        completed_at: true,
        created_at: true,
      }),
    ),
    requests_total: z.int(),
    receipts: z.array(ReceiptLine),
    likes: z.array(z.object({ song_id: z.int(), title: z.string(), created_at: Time })),
    sessions: z.array(Session.omit({ is_current: true })),
    messages: z.array(Delivery.pick({ id: true, event: true, channel: true, state: true, created_at: true })),
  })
  .meta({ id: "CustomerActivity" });
export type CustomerActivity = z.output<typeof CustomerActivity>;

const tag = "Người dùng";
const SessionParams = IdParams.extend({ session_id: IdParams.shape.id });

export const customers = {
  "GET /api/admin/users/{id}/purchases": {
    access: ["admin", "accountant"],
    tag,
    summary: "Đơn hàng, biên nhận, Premium và các tài khoản khác của một khách hàng",
    params: IdParams,
    reply: CustomerPurchases,
  },
  "GET /api/admin/users/{id}/activity": {
    access: ["admin"],
    tag,
    summary: "Yêu cầu, bài đã thích, thiết bị đăng nhập và thông báo của một khách hàng",
    params: IdParams,
    reply: CustomerActivity,
  },
  "DELETE /api/admin/users/{id}/sessions": {
    access: ["admin"],
    tag,
    summary: "Đăng xuất một người dùng khỏi mọi thiết bị",
    params: IdParams,
    reply: Done,
  },
  "DELETE /api/admin/users/{id}/sessions/{session_id}": {
    access: ["admin"],
    tag,
    summary: "Đăng xuất một người dùng khỏi một thiết bị",
    params: SessionParams,
    reply: Done,
  },
} as const satisfies Endpoints;
