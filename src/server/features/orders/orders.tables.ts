/** The tables of orders, of the VAT invoices that are asked for, and of what was given back. */
import type { Generated } from "kysely";
import { ordersTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface PremiumOrderTable {
  id: Generated<number>;
  /** The text that the customer writes into the transfer. */
  code: string;
  /** 128 random bits: the address of the order's private page. */
  page_token: string;
  package_id: number;
  user_id: number | null;
  user_name: string;
  user_phone: string;
  user_email: string;
  user_address: string | null;
  user_telegram: string | null;
  user_facebook: string | null;
  user_zalo: string | null;
  package_name: string;
  package_duration_days: number | null;
  /** Of the package. */
  is_lifetime: boolean;
  /** Whole đồng. */
  payment_amount: number;
  payment_method: "bank_transfer";
  payment_reference: string | null;
  payment_note: string | null;
  status: "pending" | "confirmed" | "cancelled" | "completed";
  payment_status: "pending" | "paid" | "failed" | "refunded";
  admin_notes: string | null;
  search_text: string;
  created_at: string;
  updated_at: string;
  /** First time of the state; so are the next two. */
  paid_at: string | null;
  confirmed_at: string | null;
  completed_at: string | null;
  /** The user has received the order's time. */
  premium_granted_at: string | null;
  /** The end of the user's Premium then; null before, and for a permanent one. */
  premium_expires_at: string | null;
  /** When its personal data were removed for their age. */
  erased_at: Generated<string | null>;
  /** When it ends unless it is paid; null when it does not wait for its payment. */
  expires_at: Generated<string | null>;
  /** Why it is cancelled, refused or refunded; null when it is not. */
  end_reason: Generated<"expired" | "customer" | "operator" | null>;
  end_message: Generated<string | null>;
  /** The account has its verified e-mail; nobody has attached the order to it. */
  is_joined_by_email: Generated<boolean>;
  /** Whole đồng: the sum of its allocations that are in effect. */
  received_amount: Generated<number>;
  /** Its time is for whoever takes it, not for its own account. */
  is_gift: Generated<boolean>;
  /** The account that took the gift. */
  receiver_id: Generated<number | null>;
  /** Whole đồng that were given back: the sum of its refunds that are in effect, but of one that was refunded before 0071. */
  refunded_amount: Generated<number>;
  /** When the time that it gave was taken back with a refund. */
  premium_taken_at: Generated<string | null>;
}

/** The facts of a VAT invoice, asked for with an order. */
interface InvoiceRequestTable {
  id: Generated<number>;
  order_id: number;
  company: string;
  tax_code: string;
  address: string;
  email: string;
  created_at: string;
}

/** Money of an order that was given back. */
interface OrderRefundTable {
  id: Generated<number>;
  order_id: number;
  /** Whole đồng. */
  amount: number;
  /** Null where the state of the payment was set by hand, or once it is erased for its age. */
  reason: string | null;
  /** The bank's number of the outgoing transfer. */
  reference: string | null;
  /** The time that the order gave was taken back with it. */
  is_premium_taken: Generated<boolean>;
  created_at: string;
  /** Name of a person. */
  created_by: string;
  /** Null while it is in effect. */
  undone_at: string | null;
  undone_by: string | null;
}

export interface OrderTables {
  premium_orders: PremiumOrderTable;
  invoice_requests: InvoiceRequestTable;
  order_refunds: OrderRefundTable;
}

export const orderEntities = {
  premium_orders: {
    key: ["id"],
    references: ["premium_packages", "users"],
    topic: ordersTopic,
    trail: { entity: "order", name: "code" },
    fileOwner: null,
  },
  invoice_requests: { key: ["id"], references: ["premium_orders"], topic: ordersTopic },
  order_refunds: { key: ["id"], references: ["premium_orders"], topic: ordersTopic },
} as const satisfies Entities<keyof OrderTables>;
