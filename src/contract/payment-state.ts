/** How the payment of an order or a request stands, as its private page is told while it waits. */
import { z } from "zod";
import { Time } from "./endpoint.ts";
import { receiptFileRules } from "./rules.ts";

/** The customer's word that the money is under way. */
export const CustomerClaim = z
  .object({
    claimed_at: Time,
    /** Whether a picture of the bank's confirmation came with it. */
    has_receipt: z.boolean(),
  })
  .meta({ id: "CustomerClaim" });
export type CustomerClaim = z.output<typeof CustomerClaim>;

/** What customers see of the transfers for an order or a request. */
export const transferFacts = {
  /** Whole đồng that came for it and pay nothing yet: more than it costs, or after its end. */
  excess_amount: z.int(),
  /** Null until the customer has said so. */
  claim: CustomerClaim.nullable(),
};

/** The picture that may come with a claim. */
export const receiptFile = {
  kind: "image",
  ...receiptFileRules,
  noRoom: "Máy chủ sắp hết chỗ nên chưa nhận được ảnh. Bạn vẫn báo được mà không kèm ảnh",
} as const;

/** Told at once and after each change; nothing in it is personal. */
const state = {
  code: z.string(),
  /** Whole đồng that came for it so far, and that are missing. */
  received_amount: z.int(),
  missing: z.int(),
  excess_amount: z.int(),
};

export const OrderPaymentState = z
  .object({
    ...state,
    status: z.enum(["pending", "confirmed", "cancelled", "completed"]),
    payment_status: z.enum(["pending", "paid", "failed", "refunded"]),
    premium_granted_at: Time.nullable(),
    premium_expires_at: Time.nullable(),
  })
  .meta({ id: "OrderPaymentState" });
export type OrderPaymentState = z.output<typeof OrderPaymentState>;

export const RequestPaymentState = z
  .object({
    ...state,
    status: z.enum(["new", "processing", "completed", "cancelled"]),
    paid_at: Time.nullable(),
  })
  .meta({ id: "RequestPaymentState" });
export type RequestPaymentState = z.output<typeof RequestPaymentState>;
