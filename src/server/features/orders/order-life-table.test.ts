/** The life of an order as a table: the outcome of each pair of state and command of `test/cases/order-life.ts`. */
import { expect, test } from "vitest";
import { isApiError } from "#contract/errors.ts";
import {
  type Case,
  type CaseState,
  hasEnded,
  isUserName,
  lineOf,
  type Observed,
  sections,
  tableOf,
  type UserName,
  userNames,
  waiting,
  waitsForPayment,
} from "#test/cases/order-life.ts";
import { assertDeletable, endings, messagesOf, type OrderCommand, type OrderMessage, outcomeOf } from "./order-life.ts";
import type { OrderRow } from "./orders.repository.ts";

const now = Date.parse("2026-03-04T03:00:00.000Z");
const iso = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const premiumEnd = iso(30 * 24);

const idOf = (name: UserName | "nobody" | undefined) =>
  name === undefined || name === "nobody" ? null : userNames.indexOf(name) + 1;

function rowOf(state: CaseState): OrderRow {
  const {
    status,
    payment,
    user,
    joined = false,
    granted,
    free,
    end,
    message = null,
    expires,
    erased,
    received = 0,
    gift,
    refunded = payment === "refunded" ? (free ? 0 : received || 49_000) : 0,
    taken = false,
  } = state;
  const isConfirmed = status === "confirmed" || status === "completed";
  const contact = { user_address: null, user_telegram: null, user_facebook: null, user_zalo: null };
  const time = expires === "never" ? null : expires === "over" ? iso(-1) : waitsForPayment(state) ? iso(48) : null;
  return {
    id: 1,
    code: "HM2345678K",
    page_token: "x",
    package_id: 1,
    user_id: idOf(user),
    user_name: "Khách",
    user_phone: "0901 234 567",
    user_email: "khach@example.com",
    ...contact,
    package_name: "Gói tháng",
    package_duration_days: 30,
    is_lifetime: false,
    payment_amount: free ? 0 : 49_000,
    received_amount: received,
    payment_method: "bank_transfer",
    payment_reference: null,
    payment_note: null,
    status,
    payment_status: payment,
    admin_notes: null,
    created_at: iso(-48),
    updated_at: iso(-24),
    paid_at: payment === "paid" || payment === "refunded" ? iso(-20) : null,
    confirmed_at: isConfirmed ? iso(-20) : null,
    completed_at: status === "completed" ? iso(-20) : null,
    premium_granted_at: granted ? iso(-20) : null,
    premium_expires_at: granted ? iso(500) : null,
    premium_taken_at: taken ? iso(-10) : null,
    refunded_amount: refunded,
    erased_at: erased ? iso(-1) : null,
    expires_at: time,
    end_reason: hasEnded(state) ? (end ?? "operator") : null,
    end_message: message,
    is_joined_by_email: joined,
    is_gift: gift !== undefined,
    receiver_id: gift !== undefined && isUserName(gift) ? idOf(gift) : null,
  };
}

function commandOf({ command }: Case): OrderCommand | undefined {
  switch (command.do) {
    case "save": {
      const { status, payment: payment_status, to, message: end_message, notes: admin_notes } = command;
      const user_id = to === undefined ? undefined : idOf(to);
      return { kind: "save", fields: { status, payment_status, user_id, end_message, admin_notes } };
    }
    case "cancel":
    case "expire":
      return { kind: command.do };
    case "attach":
    case "join":
    case "take":
      return { kind: command.do, userId: idOf(command.to) ?? 0 };
    case "receive":
      return { kind: "receive", received: command.sum };
    case "unpay":
      return { kind: "unpay", received: command.sum, references: [] };
    case "refund":
      return {
        kind: "refund",
        amount: command.sum,
        takesPremium: command.takes ?? false,
        message: command.message ?? null,
      };
    case "undo refund":
      return { kind: "undoRefund", amount: command.sum, tookPremium: command.took ?? false };
    case "remove":
      return undefined;
  }
}

function observe(one: Case): Observed {
  const { state, command: given } = one;
  const row = rowOf(state);
  const nothing = { columns: [], leftOut: [], told: [], trail: [] };
  const command = commandOf(one);
  // The service compares the e-mails, before the rules are asked.
  if (given.do === "join" && !state.lansEmail) return nothing;
  try {
    if (!command) {
      assertDeletable(row);
      return { ...nothing, columns: ["deleted"], trail: ["delete"] };
    }
    const facts = {
      unpaidDays: 7,
      hadFree: state.hadFree ?? false,
      emailOwner: state.lansEmail ? (idOf("Lan") ?? 0) : undefined,
      gift: {
        is_open: state.gift !== "closed",
        opens_at: iso(state.gift === "early" ? 48 : -48),
        isPermanent: state.permanent ?? false,
      },
    };
    const outcome = outcomeOf(row, facts, command, now);
    if (!outcome) return nothing;
    const { change, receiver } = outcome;
    expect(change.updated_at).toBe(iso(0));
    const given = receiver === undefined ? {} : { premium_granted_at: iso(0), premium_expires_at: premiumEnd };
    const after: OrderRow = { ...row, ...change, ...given };
    if (receiver !== undefined) expect(receiver).toBe(after.is_gift ? after.receiver_id : after.user_id);
    const columns = columnsOf(row, after);
    const messages = messagesOf(row, after);
    return {
      columns: columns.length === 0 ? ["saved"] : columns,
      leftOut: waiting.filter((event) =>
        messages.some((message) => message.kind === "withdraw" && message.events.includes(event)),
      ),
      told: messages.flatMap((message) => toldText(message, after) ?? []),
      trail: command.kind === "save" ? ["update"] : [],
    };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { ...nothing, refusal: `${error.status} ${error.message}` };
  }
}

const columns = [
  "status",
  "payment_status",
  "user_id",
  "receiver_id",
  "is_joined_by_email",
  "expires_at",
  "end_reason",
  "end_message",
  "paid_at",
  "confirmed_at",
  "completed_at",
  "premium_granted_at",
  "premium_expires_at",
  "admin_notes",
  "received_amount",
  "refunded_amount",
  "premium_taken_at",
] as const;

function columnsOf(before: OrderRow, after: OrderRow): string[] {
  const value = (column: (typeof columns)[number]): string => {
    const found = after[column];
    if (column === "user_id" || column === "receiver_id")
      return userNames.find((name) => idOf(name) === found) ?? "nobody";
    if (column === "premium_expires_at" && found === premiumEnd) return "in 30 days";
    if (column === "expires_at" && found !== null) return found === iso(7 * 24) ? "in 7 days" : "unexpected";
    return found === iso(0) ? "now" : String(found);
  };
  return columns.filter((column) => after[column] !== before[column]).map((column) => `${column}=${value(column)}`);
}

function toldText(message: OrderMessage, { user_id, is_gift, end_message }: OrderRow): string | undefined {
  const who = user_id === null ? "customer" : "user";
  switch (message.kind) {
    case "withdraw":
      return undefined;
    case "granted":
      return is_gift ? `gift_taken > ${who}` : `premium_active > ${who} (until in 30 days)`;
    case "gift_ready":
      return `gift_premium_ready > ${who}`;
    case "needs_account":
      return `order_needs_account > ${who} (reminder false)`;
    case "ended":
      return `${endings[message.ending]} > ${who} (words ${end_message})`;
    case "refunded":
      return `order_refunded > ${who} (${message.amount}, left ${message.left}, Premium ${message.premium}, words ${end_message})`;
    case "expired":
      return `order_expired > ${who}`;
  }
}

test("each command leads from each state to the outcome of the table", async () => {
  const lines = sections.map((section) => [section, section.cases.map((one) => lineOf(one, observe(one)))] as const);
  await expect(tableOf(new Map(lines))).toMatchFileSnapshot("../../../../test/cases/order-life.txt");
});
