/** The rules of an order's life, apart from the database (docs/decisions/0062-life-of-an-order.md). */
import type { EndReason } from "#contract/orders.ts";
import type { OrderRow } from "./orders.repository.ts";

type States = Pick<OrderRow, "status" | "payment_status">;

/** How an order can end without its package. */
export type Ending = "refunded" | "refused" | "cancelled";

/** Returns how an order ended; undefined for one that goes on. */
export function endingOf({ status, payment_status }: States): Ending | undefined {
  if (payment_status === "refunded") return "refunded";
  if (payment_status === "failed") return "refused";
  return status === "cancelled" ? "cancelled" : undefined;
}

/** Whether an order waits for its payment; one that gave Premium never does. */
export function isAwaitingPayment(order: States & Pick<OrderRow, "premium_granted_at">): boolean {
  return order.payment_status === "pending" && order.status !== "cancelled" && order.premium_granted_at === null;
}

/** Whether an order has to give its account the time now. */
export function isDue({
  status,
  payment_status,
  user_id,
  premium_granted_at,
}: States & Pick<OrderRow, "user_id" | "premium_granted_at">): boolean {
  const isConfirmed = status === "confirmed" || status === "completed";
  return payment_status === "paid" && isConfirmed && user_id !== null && premium_granted_at === null;
}

/** Whether an order is paid while no account received its time, nor any other ending was chosen. */
export function isUngranted({
  status,
  payment_status,
  premium_granted_at,
}: States & Pick<OrderRow, "premium_granted_at">): boolean {
  return payment_status === "paid" && status !== "cancelled" && premium_granted_at === null;
}

/** Whether the books need an order: money came, or Premium was given. */
export function isInBooks({
  payment_status,
  premium_granted_at,
}: Pick<OrderRow, "payment_status" | "premium_granted_at">): boolean {
  return payment_status === "paid" || payment_status === "refunded" || premium_granted_at !== null;
}

/**
 * Returns why an order ended, and what its customer is told about it, after a change of its states.
 * @param by who changes it. @param message new words; undefined keeps those of an ending that stays.
 */
export function endOf(
  before: States & Pick<OrderRow, "end_reason" | "end_message">,
  after: States,
  by: EndReason,
  message: string | null | undefined,
): Pick<OrderRow, "end_reason" | "end_message"> {
  const ending = endingOf(after);
  if (ending === undefined) return { end_reason: null, end_message: null };
  const isNew = ending !== endingOf(before);
  const { end_reason, end_message } = isNew ? { end_reason: by, end_message: null } : before;
  return { end_reason, end_message: message === undefined ? end_message : message };
}

/** Returns the end (ISO) of the time to pay an order, from a time (milliseconds) on; null for one that is not awaited. */
export function payableUntil(
  before: Pick<OrderRow, "expires_at">,
  after: Parameters<typeof isAwaitingPayment>[0],
  now: number,
  days: number,
): string | null {
  if (!isAwaitingPayment(after)) return null;
  return before.expires_at ?? new Date(now + days * 24 * 60 * 60_000).toISOString();
}
