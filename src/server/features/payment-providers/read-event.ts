/** Reads what services tell of a transfer, in webhooks and lists: fields that may be missing, amounts and times in several writings. */

import { fromBankTime } from "#server/platform/vietnam-time.ts";
import type { BankEvent } from "./bank-event.ts";

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** An event can't be read; the message says why in Vietnamese, without anything of its content. */
export class UnreadableEventError extends Error {
  override name = "UnreadableEventError";
}

export interface EventFields {
  provider: BankEvent["provider"];
  /** Its id at the provider: a text or a whole number. */
  id: unknown;
  direction: BankEvent["direction"];
  /** Without its sign. */
  amount: unknown;
  memo: string | null;
  account: string | null;
  subAccount: string | null;
  senderName?: string | null;
  senderAccount?: string | null;
  senderBank?: string | null;
  reference: string | null;
  providerOrder?: number | null;
  balance: unknown;
  /** As `fromBankTime` takes it. */
  time: unknown;
}

/** Đồng that one transfer may have; more is an error of the service. */
const maxAmount = 10 ** 15;

/**
 * Returns the event of its fields; undefined for one of 0 đ, which moves no money. An event with a reference but without a time that makes
 * sense gets the present one: the reference tells it apart.
 * @param now milliseconds.
 * @throws UnreadableEventError
 */
export function eventOf(fields: EventFields, now: number): BankEvent | undefined {
  const amount = wholeDong(fields.amount);
  if (amount === undefined || amount < 0) throw new UnreadableEventError("số tiền không phải là số nguyên");
  if (amount > maxAmount) throw new UnreadableEventError("số tiền quá lớn");
  if (amount === 0) return undefined;
  const providerId = idOf(fields.id);
  if (providerId === undefined) throw new UnreadableEventError("thiếu mã giao dịch");
  const account = fields.account ?? fields.subAccount;
  if (account === null) throw new UnreadableEventError("thiếu số tài khoản");
  const occurredAt = fromBankTime(fields.time) ?? (fields.reference === null ? undefined : new Date(now).toISOString());
  if (occurredAt === undefined) throw new UnreadableEventError("thời gian không hợp lệ");
  const balance = wholeDong(fields.balance);
  return {
    provider: fields.provider,
    providerId,
    direction: fields.direction,
    amount,
    memo: fields.memo ?? "",
    account,
    subAccount: fields.account === null ? null : fields.subAccount,
    senderName: fields.senderName ?? null,
    senderAccount: fields.senderAccount ?? null,
    senderBank: fields.senderBank ?? null,
    reference: fields.reference,
    providerOrder: fields.providerOrder ?? null,
    // Services that do not know the balance tell 0, which it can't be after money came in.
    balance: balance === 0 && fields.direction === "in" ? null : (balance ?? null),
    occurredAt,
  };
}

/** Returns an object of JSON as its fields; undefined for anything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** Returns the first field with a text or number, as trimmed text; null when all are empty. */
export function textOf(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
    if (text !== "") return text;
  }
  return null;
}

/** Returns whole đồng of a number, or of a text such as `-99000` or `99000.00`; undefined for anything else. */
export function wholeDong(value: unknown): number | undefined {
  const isWritten = typeof value === "string" && /^[+-]?\d{1,16}(\.0{0,2})?$/.test(value.trim());
  const number = isWritten ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) + 0 : undefined;
}

function idOf(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  const text = typeof value === "string" ? value.trim() : "";
  return text !== "" && text.length <= 200 ? text : undefined;
}
