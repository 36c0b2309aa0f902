/**
 * Calls of Casso. The second version sends one transfer and signs it (`X-Casso-Signature: t=…,v1=…`), the older one a list with the
 * key itself (`secure-token`).
 */
import { createHmac } from "node:crypto";
import type { PaymentConfigBody } from "#contract/payment-config.ts";
import { type EventFields, type Fields, fieldsOf, textOf, UnreadableEventError, wholeDong } from "../read-event.ts";
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

/**
 * How old a signature may be: retries are not documented, those of its sister service go on for 24 hours, and neither tells whether a
 * retry is signed anew. A call that is repeated brings nothing, since its transfer is known.
 */
const maxAgeMs = 25 * 3600_000;
const maxListed = 500;

/** Returns the JSON that is signed: keys sorted at every depth but within lists, no blanks. */
export function cassoJson(value: unknown): string {
  const fields = fieldsOf(value);
  if (!fields) return JSON.stringify(value);
  const parts = Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${cassoJson(fields[key])}`);
  return `{${parts.join(",")}}`;
}

/** Returns JSON as PHP's `json_encode` writes it, which Casso's own example uses: `/` and all but ASCII escaped. */
function phpJson(json: string): string {
  return json
    .replaceAll("/", "\\/")
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns the value `v1` of a signature. @param time milliseconds, as it is sent. */
export function cassoSignature(json: string, time: string, secret: string): string {
  return createHmac("sha512", secret).update(`${time}.${json}`).digest("hex");
}

export function readCasso(call: Call, method: PaymentConfigBody["casso"]["method"]): Reading {
  const hasToken = () => isSameSecret(headerOf(call, "secure-token") ?? "", call.secret);
  if (method === "secure_token" && !hasToken()) return { kind: "wrong_signature" };
  const parsed = parseBody(call.body);
  if (method === "signature" && !(parsed && isSigned(call, parsed.value))) return { kind: "wrong_signature" };
  if (!parsed) return unreadable("nội dung không phải là JSON hợp lệ");
  if (parsed.flaw) return unreadable(parsed.flaw);
  const data = fieldsOf(parsed.value)?.data;
  const listed: readonly unknown[] = Array.isArray(data) ? data : [data];
  if (listed.length > maxListed) return unreadable("quá nhiều giao dịch trong một lần gửi");
  const transfers = listed.map(fieldsOf);
  if (!transfers.every((fields) => fields !== undefined)) return unreadable("nội dung không phải là một giao dịch");
  const real = transfers.filter((fields) => textOf(fields, "id") !== "0");
  if (real.length === 0) return { kind: "test" };
  const isAlone = listed.length === 1;
  return readingOf(
    real.map((fields) => ({
      fields: () => cassoEventFields(fields),
      raw: isAlone ? parsed.text : JSON.stringify(fields),
    })),
    call.now,
  );
}

function isSigned(call: Call, value: unknown): boolean {
  const [, time, signature] =
    /^\s*t=(\d{1,16}),\s*v1=([0-9a-f]{128})\s*$/i.exec(headerOf(call, "x-casso-signature") ?? "") ?? [];
  if (time === undefined || signature === undefined) return false;
  const age = call.now - Number(time);
  if (age > maxAgeMs || age < -signatureWindowMs) return false;
  const json = cassoJson(value);
  const forms = [json, phpJson(json)];
  return forms.some((form) => isSameSecret(signature.toLowerCase(), cassoSignature(form, time, call.secret)));
}

/** Returns the fields of a transfer of either version, and of the list of its API. @throws UnreadableEventError */
export function cassoEventFields(fields: Fields): EventFields {
  const amount = wholeDong(fields.amount);
  if (amount === undefined) throw new UnreadableEventError("số tiền không phải là số nguyên");
  return {
    provider: "casso",
    id: fields.id,
    direction: amount < 0 ? "out" : "in",
    amount: Math.abs(amount),
    memo: textOf(fields, "description"),
    account: textOf(fields, "accountNumber", "bank_sub_acc_id", "subAccId", "bankSubAccId"),
    subAccount: textOf(fields, "virtualAccountNumber", "virtualAccount", "virtual_account"),
    senderName: textOf(fields, "counterAccountName", "corresponsiveName", "corresponsive_name"),
    senderAccount: textOf(fields, "counterAccountNumber", "corresponsiveAccount", "corresponsive_account"),
    senderBank: textOf(
      fields,
      "counterAccountBankName",
      "corresponsiveBankName",
      "corresponsive_bank_name",
      "counterAccountBankId",
      "corresponsiveBankId",
      "corresponsive_bank_id",
    ),
    reference: textOf(fields, "reference", "tid"),
    balance: fields.runningBalance ?? fields.cusum_balance,
    time: fields.transactionDateTime ?? fields.when,
  };
}
