/**
 * Makes the calls that services would make, signed, for trying out (`npm run pay`) and for tests. Bodies follow the published examples of
 * each service.
 */
import { type PaymentConfigBody, paymentWebhookPath } from "#contract/payment-config.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";
import { cassoJson, cassoSignature } from "./adapters/casso.ts";
import { sepaySignature } from "./adapters/sepay.ts";
import { payosSignature } from "./payos-signature.ts";

/** A movement of money to tell of. */
export interface SimulatedTransfer {
  /** Whole đồng. */
  amount: number;
  memo: string;
  account: string;
  subAccount?: string;
  direction?: "in" | "out";
  /** Unique within a service, from 1. */
  id: number;
  reference: string;
  /** Milliseconds. */
  occurredAt: number;
  /** `orderCode` of the payOS link. */
  orderCode?: number;
  /** The account that paid, of which SePay tells nothing. */
  sender?: { name: string; account: string };
}

const usualSender = { name: "NGUYEN VAN A", account: "8888888888" };

export interface Signing {
  secret: string;
  method?: PaymentConfigBody["sepay"]["method"] | PaymentConfigBody["casso"]["method"];
  /** Milliseconds, of the signature. */
  at: number;
}

/** A call as it is sent. */
export interface SimulatedCall {
  path: string;
  body: string;
  headers: Record<string, string>;
}

/** Returns the call of a service that tells of a transfer. */
export function simulatedCall(provider: PaymentProvider, transfer: SimulatedTransfer, signing: Signing): SimulatedCall {
  const { method } = signing;
  if (provider === "sepay") return signedSepay(JSON.stringify(sepayBody(transfer)), signing);
  if (provider === "payos") return signedPayos(payosData(transfer), signing);
  if (method === "secure_token") return tokenCasso([cassoListed(transfer)], signing);
  return signedCasso({ error: 0, data: cassoData(transfer) }, signing);
}

/** @param body JSON */
export function signedSepay(body: string, { secret, method = "hmac", at }: Signing): SimulatedCall {
  const timestamp = String(Math.floor(at / 1000));
  const headers: Record<string, string> =
    method === "apikey"
      ? { authorization: `Apikey ${secret}` }
      : {
          "x-sepay-timestamp": timestamp,
          "x-sepay-signature": sepaySignature(Buffer.from(body), timestamp, secret),
        };
  return callOf("sepay", body, headers);
}

export function signedCasso(body: unknown, { secret, at }: Signing): SimulatedCall {
  const time = String(at);
  const signature = cassoSignature(cassoJson(body), time, secret);
  return callOf("casso", JSON.stringify(body), { "x-casso-signature": `t=${time},v1=${signature}` });
}

/** The older way of Casso: several transfers, and the key itself. */
export function tokenCasso(data: unknown, { secret }: Pick<Signing, "secret">): SimulatedCall {
  return callOf("casso", JSON.stringify({ error: 0, data }), { "secure-token": secret });
}

export function signedPayos(data: Record<string, unknown>, { secret }: Pick<Signing, "secret">): SimulatedCall {
  const body = { code: "00", desc: "success", success: true, data, signature: payosSignature(data, secret) };
  return callOf("payos", JSON.stringify(body), {});
}

const callOf = (provider: PaymentProvider, body: string, headers: Record<string, string>): SimulatedCall => ({
  path: paymentWebhookPath(provider),
  body,
  headers: { "content-type": "application/json", ...headers },
});

/** Returns a time as banks tell it: `2023-03-25 14:02:37` in Vietnam. */
const localTime = (at: number) =>
  new Date(at + vietnamUtcOffset * 3600_000).toISOString().slice(0, 19).replace("T", " ");

export function sepayBody(transfer: SimulatedTransfer): Record<string, unknown> {
  const { id, amount, memo, account, subAccount, direction = "in", reference, occurredAt } = transfer;
  return {
    id,
    gateway: "Vietcombank",
    transactionDate: localTime(occurredAt),
    accountNumber: account,
    subAccount: subAccount ?? null,
    code: null,
    content: memo,
    transferType: direction,
    description: `BankAPINotify ${memo}`,
    transferAmount: amount,
    accumulated: 19_077_000,
    referenceCode: reference,
  };
}

export function cassoData(transfer: SimulatedTransfer): Record<string, unknown> {
  const { id, amount, memo, account, subAccount = "", direction = "in", reference, occurredAt } = transfer;
  const { sender = usualSender } = transfer;
  return {
    id,
    reference,
    description: memo,
    amount: direction === "in" ? amount : -amount,
    runningBalance: 25_000_000,
    transactionDateTime: localTime(occurredAt),
    accountNumber: account,
    bankName: "VPBank",
    bankAbbreviation: "VPB",
    virtualAccountNumber: subAccount,
    virtualAccountName: "",
    counterAccountName: sender.name,
    counterAccountNumber: sender.account,
    counterAccountBankId: "970415",
    counterAccountBankName: "VietinBank",
  };
}

/** A transfer as the older way of Casso lists it. */
export function cassoListed(transfer: SimulatedTransfer): Record<string, unknown> {
  const { id, amount, memo, account, direction = "in", reference, occurredAt } = transfer;
  return {
    id,
    tid: reference,
    description: memo,
    amount: direction === "in" ? amount : -amount,
    cusum_balance: 25_000_000,
    when: localTime(occurredAt),
    bank_sub_acc_id: account,
    subAccId: account,
  };
}

export function payosData(transfer: SimulatedTransfer): Record<string, unknown> {
  const { id, amount, memo, account, subAccount = "", reference, occurredAt, orderCode = id } = transfer;
  const { sender = usualSender } = transfer;
  return {
    orderCode,
    amount,
    description: memo,
    accountNumber: account,
    reference,
    transactionDateTime: localTime(occurredAt),
    currency: "VND",
    paymentLinkId: `simulated-${orderCode}`,
    code: "00",
    desc: "Thành công",
    counterAccountBankId: null,
    counterAccountBankName: null,
    counterAccountName: sender.name,
    counterAccountNumber: sender.account,
    virtualAccountName: null,
    virtualAccountNumber: subAccount,
  };
}

/** What banks and wallets make of a content, from published statements with other names. */
export const memoSamples = {
  plain: (code: string) => code,
  vietcombank: (code: string) =>
    `MBVCB.2427229823.174242.${code}.CT tu 1027236393 NGUYEN VAN A toi 28349817 NGUYEN VAN A (ACB) A Chau GD 174242-090822 15:45:46`,
  customer: (code: string) =>
    `CUSTOMER MBVCB 2420648919 339176 ${code}  CT tu 1027236393 NGUYEN VAN A to i 259876543210 NGUYEN VAN A  MB   Quan Doi Trace 339176`,
  numbers: (code: string) => `884114.100924.223854.${code} FT24255276428461`,
  tokens: (code: string) => `MBVCB.15444160238.6218BFTVGL256UBX.${code}`,
  lowercase: (code: string) => `NGUYEN VAN A chuyen tien ${code.toLowerCase()}`,
  wallet: (code: string) => `${code.slice(0, 6)} ${code.slice(6)}-CHUYEN TIEN-OQCH00012345-MOMO`,
  ibft: (code: string) => `IBFT ${code} GD 789604-040125 00:05:38`,
  suffix: (code: string) => `${code} NGUYEN VAN A NAP TIEN`,
  typo: (code: string) => `${code.slice(0, -1)}${code.endsWith("2") ? "3" : "2"}`,
  empty: () => "NGUYEN VAN A chuyen tien",
} as const satisfies Record<string, (code: string) => string>;
