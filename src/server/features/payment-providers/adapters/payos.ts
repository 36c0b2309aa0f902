/** Calls of payOS (payos.vn/docs/du-lieu-tra-ve/webhook): one transfer to one of its links each, signed over all fields of `data`. */

import { isPayosSignature } from "../payos-signature.ts";
import { type Fields, fieldsOf, textOf, UnreadableEventError } from "../read-event.ts";
import { type Call, parseBody, type Reading, readingOf, unreadable } from "./call.ts";

/** Returns the id of a transfer: payOS gives it none, and a link may be paid several times. */
export function payosTransferId(orderCode: number, reference: string | null, time: string | null): string {
  return `${orderCode}:${reference ?? time ?? ""}`;
}

export function readPayos(call: Call): Reading {
  const parsed = parseBody(call.body);
  const body = fieldsOf(parsed?.value);
  const data = fieldsOf(body?.data);
  if (!parsed || !body || !data || !isPayosSignature(data, body.signature, call.secret)) {
    return { kind: "wrong_signature" };
  }
  if (parsed.flaw) return unreadable(parsed.flaw);
  // The documentation's sample, which payOS sends when an address is registered.
  if (data.orderCode === 123 && data.description === "VQRIO123") return { kind: "test" };
  return readingOf([{ fields: () => eventFields(data), raw: parsed.text }], call.now);
}

function eventFields(data: Fields) {
  const { orderCode } = data;
  if (typeof orderCode !== "number" || !Number.isSafeInteger(orderCode)) {
    throw new UnreadableEventError("mã đơn của link không phải là số nguyên");
  }
  if (data.code !== undefined && data.code !== "00") throw new UnreadableEventError("giao dịch không thành công");
  const currency = textOf(data, "currency");
  if (currency !== null && currency !== "VND") throw new UnreadableEventError("loại tiền không phải là VND");
  const reference = textOf(data, "reference");
  return {
    provider: "payos",
    id: payosTransferId(orderCode, reference, textOf(data, "transactionDateTime")),
    direction: "in",
    amount: data.amount,
    memo: textOf(data, "description"),
    account: textOf(data, "accountNumber"),
    subAccount: textOf(data, "virtualAccountNumber"),
    senderName: textOf(data, "counterAccountName"),
    senderAccount: textOf(data, "counterAccountNumber"),
    senderBank: textOf(data, "counterAccountBankName", "counterAccountBankId"),
    reference,
    providerOrder: orderCode,
    balance: null,
    time: data.transactionDateTime,
  } as const;
}
