/** Calls of SePay (developer.sepay.vn/en/sepay-webhooks): one transfer each, signed by a key or over time and body. */
import { createHmac } from "node:crypto";
import type { PaymentConfigBody } from "#contract/payment-config.ts";
import { type Fields, fieldsOf, textOf, UnreadableEventError } from "../read-event.ts";
import {
  type Call,
  headerOf,
  isSameSecret,
  parseBody,
  type Reading,
  readingOf,
  signatureWindowMs,
  unreadable,
} from "./call.ts";

/** Returns the header of a signature, `sha256=…`. @param timestamp seconds, as it is sent. */
export function sepaySignature(body: Buffer, timestamp: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;
}

export function readSepay(call: Call, method: PaymentConfigBody["sepay"]["method"]): Reading {
  if (!(method === "apikey" ? hasKey(call) : isSigned(call))) return { kind: "wrong_signature" };
  const parsed = parseBody(call.body);
  if (!parsed) return unreadable("nội dung không phải là JSON hợp lệ");
  if (parsed.flaw) return unreadable(parsed.flaw);
  const fields = fieldsOf(parsed.value);
  if (!fields) return unreadable("nội dung không phải là một giao dịch");
  return readingOf([{ fields: () => eventFields(fields), raw: parsed.text }], call.now);
}

function hasKey(call: Call): boolean {
  const [, key] = /^Apikey\s+(\S+)$/i.exec(headerOf(call, "authorization") ?? "") ?? [];
  return key !== undefined && isSameSecret(key, call.secret);
}

function isSigned(call: Call): boolean {
  const timestamp = headerOf(call, "x-sepay-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(call.now - Number(timestamp) * 1000) > signatureWindowMs) return false;
  const signature = headerOf(call, "x-sepay-signature") ?? "";
  return isSameSecret(signature.toLowerCase(), sepaySignature(call.body, timestamp, call.secret));
}

function eventFields(fields: Fields) {
  return {
    provider: "sepay",
    id: fields.id,
    direction: directionOf(fields.transferType),
    amount: fields.transferAmount,
    memo: textOf(fields, "content", "description"),
    account: textOf(fields, "accountNumber"),
    subAccount: textOf(fields, "subAccount"),
    reference: textOf(fields, "referenceCode"),
    balance: fields.accumulated,
    time: fields.transactionDate,
  } as const;
}

function directionOf(type: unknown): "in" | "out" {
  const direction = typeof type === "string" ? type.trim().toLowerCase() : type;
  if (direction !== "in" && direction !== "out") throw new UnreadableEventError("không rõ tiền vào hay tiền ra");
  return direction;
}
