/** Reads what services tell of a transfer, in webhooks and lists: fields that may be missing, amounts and times in several writings. */
import type { BankEvent } from "#server/features/bank-event.ts";
import { vietnamUtcOffset } from "#server/features/vietnam-time.ts";

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
  /** As `bankTime` takes it. */
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
  const occurredAt = bankTime(fields.time) ?? (fields.reference === null ? undefined : new Date(now).toISOString());
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
  const isWritten = typeof value === "string" && /^[+-]?\d{1,16}(\.0*)?$/.test(value.trim());
  const number = isWritten ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) + 0 : undefined;
}

/**
 * Returns a time as ISO in UTC; undefined for one that is none, or not between 2000 and 2100.
 * @param value `2023-03-25 14:02:37`, with less precision, or with `T` and a zone; without a zone it is the time of Vietnam.
 */
export function bankTime(value: unknown): string | undefined {
  const found =
    typeof value === "string" &&
    /^(20\d\d-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?(?:\.\d{1,9})?)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(value.trim());
  if (!found) return undefined;
  const [, day = "", minutes = "00:00", seconds = "00", zone] = found;
  const written = `${day}T${minutes}:${seconds}.000Z`;
  const local = new Date(written);
  // February 30 would become March 2.
  if (Number.isNaN(local.getTime()) || local.toISOString() !== written) return undefined;
  return new Date(local.getTime() - offsetMinutes(zone) * 60_000).toISOString();
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined) return vietnamUtcOffset * 60;
  if (/^z$/i.test(zone)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function idOf(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  const text = typeof value === "string" ? value.trim() : "";
  return text !== "" && text.length <= 200 ? text : undefined;
}
