/**
 * The life of an order: what a command makes of a state, or why it is refused. Without a database; services take the lock, read what the
 * rules look at, and save the outcome (docs/rooms/orders-and-premium.md#its-life). Erasing old orders changes many
 * at once, by SQL of its own.
 */
import { ApiError, invalidField } from "#contract/errors.ts";
import type { NotificationEvent } from "#contract/notifications.ts";
import { isRefundedInPart, paidSum, refundableSum } from "#contract/order-money.ts";
import { type EndReason, invoiceDays, type OrderChange } from "#contract/orders.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import { dong } from "#server/platform/money.ts";
import { dayText } from "#server/platform/vietnam-time.ts";
import type { OrderRow } from "./orders.repository.ts";

type States = Pick<OrderRow, "status" | "payment_status">;

/** Facts that the rules need beside the row of a locked order. */
export interface OrderFacts {
  /** The account whose verified e-mail the order has. */
  emailOwner?: number | undefined;
  /** Whether the account that attaches it received a free order of its package before. */
  hadFree?: boolean;
  /** Days in which an order that is taken up again can be paid. */
  unpaidDays: number;
  /** The gift that an account takes: whether its giver lets it be opened, from when on, and whether the account has a permanent Premium. */
  gift?: { is_open: boolean; opens_at: string | null; isPermanent: boolean } | undefined;
}

export type OrderCommand =
  | { kind: "save"; fields: Omit<OrderChange, "version"> }
  | { kind: "cancel" }
  /** Attaches the order to an account that its customer is logged in to. */
  | { kind: "attach"; userId: number }
  /** The account's verified e-mail is the order's. */
  | { kind: "join"; userId: number }
  /** An account takes the gift that was bought for it. */
  | { kind: "take"; userId: number }
  /** Its time to pay is over. */
  | { kind: "expire" }
  /** Transfers paid another sum than before, in whole đồng. */
  | { kind: "receive"; received: number }
  /** Its payment is undone, and it waits again; Premium that it gave is taken back. The bank's numbers are those of the transfers that paid it. */
  | { kind: "unpay"; received: number; references: readonly string[] }
  /** Some of its money was given back, in whole đồng; with it the Premium that it gave may end. */
  | { kind: "refund"; amount: number; takesPremium: boolean; message: string | null }
  /** Such a refund is undone; Premium that ended with it is given again. */
  | { kind: "undoRefund"; amount: number; tookPremium: boolean };

type Change = Partial<Omit<OrderRow, "id" | "erased_at">>;

/** The change that a command leads to. */
export interface Outcome {
  change: Change & { updated_at: string };
  /** The account that receives the time now. */
  receiver?: number;
}

/** A message, or messages that wait and are not true any more. */
export type OrderMessage =
  | { kind: "withdraw"; events: readonly NotificationEvent[] }
  | { kind: "granted" }
  | { kind: "gift_ready" }
  | { kind: "needs_account" }
  | { kind: "ended"; ending: Exclude<Ending, "refunded"> }
  /** `amount` is what was given back now; `premium` whether what the order gave goes on, null where it gave nothing that was left. */
  | { kind: "refunded"; amount: number; left: number; premium: "stays" | "ends" | null }
  | { kind: "expired" };

/** How an order can end without its package. */
export type Ending = "refunded" | "refused" | "cancelled";

export const endings = {
  refused: "order_refused",
  cancelled: "order_cancelled",
} as const satisfies Record<Exclude<Ending, "refunded">, NotificationEvent>;
const endEvents = [...Object.values(endings), "order_refunded", "order_expired"] as const;

const dayMs = 24 * 60 * 60_000;

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

/** Whether an order is paid, has no account that it needs, and goes on. */
export function isWithoutAccount(
  order: States & Pick<OrderRow, "premium_granted_at" | "user_id" | "is_gift">,
): boolean {
  const { status, payment_status, premium_granted_at, user_id, is_gift } = order;
  const isOpen = payment_status === "paid" && status !== "cancelled" && premium_granted_at === null;
  return isOpen && user_id === null && !is_gift;
}

/** Whether an order is a gift that is paid for and that nobody has taken. */
export function isReadyGift(order: OrderRow): boolean {
  return order.is_gift && isDue(order);
}

/** Returns the account that an order's time is for: its own, or the one that took the gift. */
export function receiverOf({ is_gift, receiver_id, user_id }: OrderRow): number | null {
  return is_gift ? receiver_id : user_id;
}

/** Whether attaching an order confirms it at once: there is nothing to pay. */
export function isFreeAndAwaited(order: OrderRow): boolean {
  return order.payment_amount === 0 && isAwaitingPayment(order);
}

export const noOrder = "Không tìm thấy đơn hàng";
export const orderNotFound = () => new ApiError("not_found", noOrder);

/** @throws ApiError `not_found` for an erased order, which its customer does not see any more. */
export function assertHasPage({ erased_at }: OrderRow): void {
  if (erased_at !== null) throw orderNotFound();
}

/** @throws ApiError `conflict` for a free order, one that ended, or one whose time for an invoice is over. @param now milliseconds */
export function assertInvoiceable(row: OrderRow, now: number): void {
  const { payment_amount, payment_status, paid_at } = row;
  if (payment_amount === 0) throw new ApiError("conflict", "Đơn hàng miễn phí không có hóa đơn");
  if (endingOf(row) !== undefined)
    throw new ApiError("conflict", "Đơn hàng này đã kết thúc nên không xuất hóa đơn được");
  if (payment_status === "paid" && paid_at !== null && Date.parse(paid_at) < now - invoiceDays * dayMs) {
    throw new ApiError(
      "conflict",
      `Đã quá ${invoiceDays} ngày từ khi thanh toán, bạn liên hệ chúng tôi về hóa đơn nhé`,
    );
  }
}

/** @throws ApiError `conflict` for an order that is no gift, or one that was taken. */
export function assertGiftOpen({ is_gift, premium_granted_at }: OrderRow): void {
  if (!is_gift) throw new ApiError("conflict", "Đơn hàng này không phải quà tặng");
  if (premium_granted_at !== null) throw new ApiError("conflict", `${giftTaken} nên không đổi được nữa`);
}

/** @throws ApiError `conflict` for an order that the books need: money came, or Premium was given. */
export function assertDeletable({ payment_status, premium_granted_at, received_amount }: OrderRow): void {
  const isUnpaid = payment_status !== "paid" && payment_status !== "refunded";
  if (isUnpaid && premium_granted_at === null && received_amount === 0) return;
  throw new ApiError(
    "conflict",
    "Đơn hàng đã thanh toán hoặc đã hoàn tiền ở lại trong sổ nên không xóa được. Bạn hủy đơn hoặc đánh dấu đã hoàn tiền nhé.",
  );
}

/** @throws ApiError `conflict` */
export function assertNotErased({ erased_at }: OrderRow): void {
  if (erased_at === null) return;
  throw new ApiError("conflict", "Thông tin khách của đơn hàng này đã xóa theo thời hạn lưu giữ, không sửa được nữa");
}

export const giftTaken = "Món quà này đã được nhận";
const giftClosed = "Món quà này hiện không nhận được. Bạn hỏi lại người tặng nhé.";
const giftOfNoUse =
  "Tài khoản của bạn đã có Premium vĩnh viễn nên món quà không thêm được gì. Quà vẫn còn nguyên, bạn dành cho người khác nhé.";

/** @throws ApiError `conflict` for a user who received a free order of the package before. */
export function assertFirstFree(hadFree: boolean): void {
  if (!hadFree) return;
  throw new ApiError("conflict", "Tài khoản của bạn đã nhận gói miễn phí này rồi. Mỗi tài khoản nhận một lần.");
}

/** Returns the end (ISO) of the time to pay that begins at a time (milliseconds). */
export function payableUntil(now: number, unpaidDays: number): string {
  return iso(now + unpaidDays * dayMs);
}

/**
 * Returns what a command makes of an order; undefined when it changes nothing.
 * @param now milliseconds.
 * @throws ApiError for a refusal.
 */
export function outcomeOf(row: OrderRow, facts: OrderFacts, command: OrderCommand, now: number): Outcome | undefined {
  switch (command.kind) {
    case "save":
      assertNotErased(row);
      return follow(row, facts, savedFields(row, facts, command.fields), "operator", now);
    case "cancel":
      return cancel(row, facts, now);
    case "attach":
      return attach(row, facts, command.userId, now);
    case "join":
      if (row.is_gift || row.user_id !== null || row.premium_granted_at !== null) return undefined;
      return follow(row, facts, { user_id: command.userId, is_joined_by_email: true }, "customer", now);
    case "take":
      return take(row, facts, command.userId, now);
    case "expire":
      if (row.expires_at === null || row.expires_at > iso(now)) return undefined;
      // One that a part of the money came for waits for the rest, or for a person, without an end.
      return follow(row, facts, isCancellable(row) ? { status: "cancelled" } : {}, "expired", now);
    case "receive":
      if (command.received === row.received_amount) return undefined;
      if (command.received < row.received_amount) assertNothingRefunded(row);
      return follow(row, facts, { received_amount: command.received }, "operator", now);
    case "unpay":
      return unpay(row, facts, command, now);
    case "refund":
      return refund(row, facts, command, now);
    case "undoRefund":
      return undoRefund(row, facts, command, now);
  }
}

/** @throws ApiError `conflict` for a paid order of which a part was given back, whose money stays with it. */
function assertNothingRefunded(row: OrderRow): void {
  if (!isRefundedInPart(row)) return;
  const { code, refunded_amount } = row;
  throw new ApiError(
    "conflict",
    `Đơn ${code} đã hoàn ${dong(refunded_amount)} cho khách. Bạn hoàn tác lần hoàn tiền ấy ở đơn hàng trước nhé.`,
  );
}

/**
 * What is left decides whether the order is paid still.
 * @throws ApiError `conflict` for an order that is not paid, or without Premium to take; `invalid` for more than is still here.
 */
function refund(
  row: OrderRow,
  facts: OrderFacts,
  { amount, takesPremium, message }: Extract<OrderCommand, { kind: "refund" }>,
  now: number,
): Outcome {
  assertNotErased(row);
  if (row.payment_status === "refunded") throw new ApiError("conflict", "Đơn hàng này đã hoàn hết tiền rồi");
  if (row.payment_status !== "paid") throw new ApiError("conflict", "Chỉ hoàn tiền cho đơn hàng đã thanh toán");
  const left = refundableSum(row);
  if (left === 0) throw new ApiError("conflict", "Đơn hàng này không còn tiền để hoàn");
  if (amount > left) throw invalidField("amount", `Đơn này chỉ còn ${dong(left)} để hoàn`);
  if (takesPremium && !hasPremium(row)) {
    throw new ApiError("conflict", "Đơn hàng này không có Premium đã cộng để thu lại");
  }
  const fields: Change = {
    refunded_amount: row.refunded_amount + amount,
    ...(amount === left ? { payment_status: "refunded" } : {}),
    // Its end is told with the order, and lets old orders be erased.
    ...(takesPremium ? { premium_taken_at: iso(now), premium_expires_at: iso(now) } : {}),
    end_message: message,
  };
  return follow(row, facts, fields, "operator", now);
}

/** An order that was refunded as a whole is paid again. */
function undoRefund(
  row: OrderRow,
  facts: OrderFacts,
  { amount, tookPremium }: Extract<OrderCommand, { kind: "undoRefund" }>,
  now: number,
): Outcome {
  assertNotErased(row);
  const fields: Change = {
    refunded_amount: row.refunded_amount - amount,
    payment_status: "paid",
    ...(tookPremium ? premiumAgain(row) : {}),
  };
  return follow(row, facts, fields, "operator", now);
}

/** Whether an account still has what the order gave. */
export function hasPremium(row: OrderRow): boolean {
  return row.premium_granted_at !== null && row.premium_taken_at === null && receiverOf(row) !== null;
}

/** Returns the fields by which an order whose Premium was taken gives it again, as soon as it is due. */
function premiumAgain({ premium_taken_at }: OrderRow): Change {
  return premium_taken_at === null
    ? {}
    : { premium_taken_at: null, premium_granted_at: null, premium_expires_at: null };
}

/** Returns the fields that an administrator's change sets. @throws ApiError `conflict`, once Premium was given */
function savedFields(
  row: OrderRow,
  { emailOwner }: OrderFacts,
  given: Extract<OrderCommand, { kind: "save" }>["fields"],
): Change {
  const { user_id = row.user_id, payment_status = row.payment_status } = given;
  const isGranted = row.premium_granted_at !== null;
  const isNewPayment = payment_status !== row.payment_status;
  if (row.is_gift && user_id !== row.user_id) {
    throw new ApiError("conflict", "Đơn này là quà tặng: người nhận mở trang quà để nhận, nên không gắn tài khoản");
  }
  if (isGranted && user_id !== row.user_id) {
    throw new ApiError("conflict", "Premium của đơn hàng này đã được cộng, không đổi tài khoản được nữa");
  }
  if (isGranted && isNewPayment && payment_status === "pending") {
    throw new ApiError(
      "conflict",
      "Premium của đơn hàng này đã được cộng nên không chờ thanh toán lại được. Bạn có thể đánh dấu đã hoàn tiền.",
    );
  }
  const fields: Change = givenFields(given);
  if (user_id !== row.user_id) fields.is_joined_by_email = false;
  if (isNewPayment) {
    // A state set by hand is one of the whole payment.
    const isRefund = payment_status === "refunded";
    Object.assign(fields, { refunded_amount: isRefund ? paidSum(row) : 0 }, isRefund ? {} : premiumAgain(row));
  }
  if (isNewPayment && payment_status === "paid") {
    // Money that came late takes an order up again that ended without a word of an administrator.
    const isTakenUp = row.status === "cancelled" && row.end_reason !== "operator" && given.status === undefined;
    if (isTakenUp) fields.status = "pending";
    if (!row.is_gift && user_id === null && row.user_id === null && emailOwner !== undefined) {
      fields.user_id = emailOwner;
      fields.is_joined_by_email = true;
    }
  }
  return fields;
}

/** Whether an order can end unpaid: it waits, and no money came. */
function isCancellable(row: OrderRow): boolean {
  return isAwaitingPayment(row) && row.received_amount === 0;
}

/** Returns an order to the time before it was paid; one that was cancelled meanwhile stays so. One that is not paid stays as it is. */
function unpay(
  row: OrderRow,
  facts: OrderFacts,
  { received, references }: Extract<OrderCommand, { kind: "unpay" }>,
  now: number,
): Outcome | undefined {
  if (row.payment_status !== "paid") return outcomeOf(row, facts, { kind: "receive", received }, now);
  assertNothingRefunded(row);
  const { payment_reference: noted } = row;
  const fields: Change = {
    received_amount: received,
    // What a person wrote stays.
    payment_reference: noted !== null && references.includes(noted) ? null : noted,
    payment_status: "pending",
    status: row.status === "cancelled" ? "cancelled" : "pending",
    paid_at: null,
    confirmed_at: null,
    completed_at: null,
    premium_granted_at: null,
    premium_expires_at: null,
    premium_taken_at: null,
  };
  return follow(row, facts, fields, "operator", now);
}

/** One that is cancelled stays so. @throws ApiError `conflict` for a paid one, or one that money came for. */
function cancel(row: OrderRow, facts: OrderFacts, now: number): Outcome | undefined {
  assertHasPage(row);
  if (isCancellable(row)) return follow(row, facts, { status: "cancelled" }, "customer", now);
  if (row.status === "cancelled" && row.payment_status === "pending") return undefined;
  throw new ApiError("conflict", "Đơn hàng này đã có thanh toán nên không hủy được nữa, bạn liên hệ chúng tôi nhé");
}

/**
 * A free order is confirmed with it.
 * @throws ApiError `conflict` for an order of another account, one that gave its Premium, or a second free one.
 */
function attach(row: OrderRow, facts: OrderFacts, userId: number, now: number): Outcome | undefined {
  assertHasPage(row);
  const { user_id, is_joined_by_email, premium_granted_at } = row;
  if (row.is_gift) {
    throw new ApiError("conflict", "Đơn này là quà tặng: người nhận mở trang quà để nhận Premium");
  }
  const isOwn = user_id === userId;
  const isOthers = user_id !== null && !isOwn;
  if (isOthers && !is_joined_by_email) {
    throw new ApiError("conflict", "Đơn hàng này đã thuộc về một tài khoản khác");
  }
  if (!isOwn && premium_granted_at !== null) {
    throw new ApiError("conflict", "Premium của đơn hàng này đã được cộng cho một tài khoản");
  }
  const isFree = isFreeAndAwaited(row);
  if (isOwn && !is_joined_by_email && !isFree) return undefined;
  if (isFree) assertFirstFree(facts.hadFree ?? false);
  const owner = { user_id: userId, is_joined_by_email: false };
  const confirmed = { payment_status: "paid", status: "confirmed" } as const;
  return follow(row, facts, isFree ? { ...owner, ...confirmed } : owner, "customer", now);
}

/** The same account again changes nothing. @throws ApiError `conflict` for a gift that is taken, not paid for, closed, or of no use. */
function take(row: OrderRow, facts: OrderFacts, userId: number, now: number): Outcome | undefined {
  if (row.premium_granted_at !== null) {
    if (row.receiver_id === userId) return undefined;
    throw new ApiError("conflict", giftTaken);
  }
  const { gift } = facts;
  if (!isReadyGift(row) || !gift?.is_open) throw new ApiError("conflict", giftClosed);
  if (gift.opens_at !== null && gift.opens_at > iso(now)) {
    throw new ApiError("conflict", `Món quà này mở từ ngày ${dayText(gift.opens_at)}`);
  }
  if (gift.isPermanent) throw new ApiError("conflict", giftOfNoUse);
  return follow(row, facts, { receiver_id: userId }, "customer", now);
}

/** Returns the fields of a change with what follows from them: ending, times, Premium. @param by the side that makes the change. */
function follow(
  before: OrderRow,
  { unpaidDays }: OrderFacts,
  { end_message, ...fields }: Change,
  by: EndReason,
  now: number,
): Outcome {
  const after: OrderRow = { ...before, ...fields };
  const { status, payment_status } = after;
  const time = iso(now);
  const change = {
    ...fields,
    ...endOf(before, after, by, end_message),
    updated_at: time,
    expires_at: expiryOf(before, after, now, unpaidDays),
    ...(payment_status === "paid" && before.paid_at === null ? { paid_at: time } : {}),
    ...(status === "confirmed" && before.confirmed_at === null ? { confirmed_at: time } : {}),
    ...(status === "completed" && before.completed_at === null ? { completed_at: time } : {}),
  };
  const receiver = receiverOf(after);
  return receiver !== null && isDue(after) ? { change, receiver } : { change };
}

/** Whether an order has to give its time now. */
function isDue({ status, payment_status, premium_granted_at }: OrderRow): boolean {
  const isConfirmed = status === "confirmed" || status === "completed";
  return payment_status === "paid" && isConfirmed && premium_granted_at === null;
}

/**
 * Returns why an order ended, and what its customer is told about that or about the part that was given back, after a change of its states.
 * @param by the side that changes it. @param message new words; undefined keeps those of an ending that stays.
 */
function endOf(
  before: OrderRow,
  after: OrderRow,
  by: EndReason,
  message: string | null | undefined,
): Pick<OrderRow, "end_reason" | "end_message"> {
  const ending = endingOf(after);
  if (ending === undefined && !isRefundedInPart(after)) return { end_reason: null, end_message: null };
  const isNew = ending !== endingOf(before);
  const { end_reason, end_message } = isNew ? { end_reason: by, end_message: null } : before;
  return {
    end_reason: ending === undefined ? null : end_reason,
    end_message: message === undefined ? end_message : message,
  };
}

/** Returns until when an order can be paid after a change; null for one that is not awaited. */
function expiryOf(before: OrderRow, after: OrderRow, now: number, unpaidDays: number): string | null {
  if (!isAwaitingPayment(after) || after.received_amount > 0 || after.erased_at !== null) return null;
  // One that waited without an end goes on to do so, unless that was for the money that is gone now.
  const isAnew = !isAwaitingPayment(before) || before.received_amount > 0;
  if (before.expires_at !== null || !isAnew) return before.expires_at;
  return payableUntil(now, unpaidDays);
}

/** Returns what a change tells the customer, and which messages it makes untrue. @param after the order with its Premium. */
export function messagesOf(before: OrderRow, after: OrderRow): OrderMessage[] {
  const messages: OrderMessage[] = [];
  const leaveOut = (events: readonly NotificationEvent[]) => messages.push({ kind: "withdraw", events });
  if (isAwaitingPayment(before) && !isAwaitingPayment(after)) leaveOut(["order_received", "admin_new_order"]);
  if (isReadyGift(before) && !isReadyGift(after)) leaveOut(["gift_premium_ready"]);
  if (!isReadyGift(before) && isReadyGift(after)) messages.push({ kind: "gift_ready" });
  if (after.premium_granted_at === null && before.premium_granted_at !== null)
    leaveOut(after.is_gift ? ["gift_taken"] : ["premium_active"]);
  else if (after.premium_granted_at !== before.premium_granted_at) messages.push({ kind: "granted" });
  if (isWithoutAccount(before) && !isWithoutAccount(after)) leaveOut(["order_needs_account"]);
  if (!isWithoutAccount(before) && isWithoutAccount(after)) messages.push({ kind: "needs_account" });
  const ending = endingOf(after);
  const hasNewWords = after.end_message !== null && after.end_message !== before.end_message;
  const refunded = after.refunded_amount - before.refunded_amount;
  const isSame = ending === endingOf(before);
  if (refunded < 0) leaveOut(["order_refunded"]);
  if (isSame && !hasNewWords && refunded <= 0) return messages;
  if (endingOf(before) !== undefined && !(isSame && refunded > 0)) {
    leaveOut(refunded > 0 ? endEvents.filter((event) => event !== "order_refunded") : endEvents);
  }
  if (ending === "refunded" || refunded > 0) {
    // Words that are changed later are told with all that was given back.
    messages.push(refundMessage(before, after, refunded > 0 ? refunded : after.refunded_amount));
  } else if (ending !== undefined && after.end_reason !== "customer") {
    messages.push(after.end_reason === "expired" ? { kind: "expired" } : { kind: "ended", ending });
  }
  return messages;
}

function refundMessage(before: OrderRow, after: OrderRow, amount: number): OrderMessage {
  const isTaken = before.premium_taken_at === null && after.premium_taken_at !== null;
  const premium = isTaken ? "ends" : hasPremium(after) ? "stays" : null;
  return { kind: "refunded", amount, left: refundableSum(after), premium };
}

const iso = (ms: number) => new Date(ms).toISOString();
