/** The payment requests of payOS: made, and asked about (payos.vn/docs/api, @payos/node 2.0.5). */
import { z } from "zod";
import { payosTransferId } from "../adapters/payos.ts";
import { isPayosSignature, payosSignature } from "../payos-signature.ts";
import { type EventFields, type Fields, textOf } from "../read-event.ts";
import { ProviderError, type ProviderHttp, wrongAnswer } from "./provider-http.ts";
import { type ListedEvents, listedEvents } from "./transfer-list.ts";

export interface PayosKeys {
  client_id: string;
  api_key: string;
  checksum_key: string;
}

export interface NewPayosLink {
  /** Below 2^53, never used before. */
  orderCode: number;
  /** Whole đồng. */
  amount: number;
  /** Nine signs at most. */
  description: string;
  /** Where the page of payOS, which customers don't see, would lead to. */
  returnUrl: string;
  /** ISO. */
  expiresAt: string;
}

export interface PayosLink {
  linkId: string;
  bankBin: string;
  account: string;
  accountHolder: string;
  memo: string;
  vietqr: string | null;
}

export interface PayosLinkState extends ListedEvents {
  /** Whether it takes no more money. */
  hasEnded: boolean;
}

export interface PayosClient {
  /** Returns `taken` for a number that was used before. @throws ProviderError */
  create(keys: PayosKeys, link: NewPayosLink, signal: AbortSignal): Promise<PayosLink | "taken">;
  /** Returns undefined for a number that payOS does not know. @throws ProviderError */
  find(keys: PayosKeys, orderCode: number, signal?: AbortSignal): Promise<PayosLinkState | undefined>;
}

const name = "payOS";
const Answer = z.object({ code: z.string().max(20), data: z.unknown().optional(), signature: z.unknown().optional() });
const Data = z.record(z.string().max(100), z.unknown());

const Created = z.object({
  bin: z.string().regex(/^\d{6}$/),
  accountNumber: z.string().regex(/^[A-Za-z0-9]{1,19}$/),
  accountName: z.string().min(1).max(100),
  amount: z.int(),
  description: z.string().min(1).max(60),
  orderCode: z.int(),
  paymentLinkId: z.string().min(1).max(100),
  qrCode: z
    .string()
    .regex(/^[ -~]{20,500}$/)
    .nullish()
    .catch(null),
});

const Found = z.object({
  orderCode: z.int(),
  status: z.string().max(40),
  transactions: z.array(z.unknown()).max(500),
});

const endedStatuses = new Set(["PAID", "CANCELLED", "EXPIRED", "FAILED"]);
/** `code` of an answer. */
const [ok, notFound, wrongSignature, isTaken] = ["00", "101", "201", "231"];

/** @param http asks payOS. @param origin of its interface. */
export function payosClient(http: ProviderHttp, origin = "https://api-merchant.payos.vn"): PayosClient {
  const headersOf = ({ client_id, api_key }: PayosKeys) => ({ "x-client-id": client_id, "x-api-key": api_key });

  /** Returns the data of an answer, or its code. @throws ProviderError for an answer without its right signature, and for other errors. */
  function dataOf(json: unknown, { checksum_key }: PayosKeys, told: readonly string[]) {
    const answer = Answer.safeParse(json).data;
    if (!answer) throw wrongAnswer(name);
    if (told.includes(answer.code)) return answer.code;
    if (answer.code === wrongSignature) throw new ProviderError("payOS từ chối chữ ký, hãy kiểm tra Checksum Key");
    if (answer.code !== ok)
      throw new ProviderError(`payOS báo lỗi ${/^\w{1,10}$/.test(answer.code) ? answer.code : ""}`);
    const data = Data.safeParse(answer.data).data;
    if (!data) throw wrongAnswer(name);
    if (!isPayosSignature(data, answer.signature, checksum_key)) {
      throw new ProviderError("Câu trả lời của payOS có chữ ký sai, hãy kiểm tra Checksum Key");
    }
    return data;
  }

  return {
    async create(keys, { orderCode, amount, description, returnUrl, expiresAt }, signal) {
      const signed = { amount, cancelUrl: returnUrl, description, orderCode, returnUrl };
      const body = {
        ...signed,
        expiredAt: Math.floor(Date.parse(expiresAt) / 1000),
        signature: payosSignature(signed, keys.checksum_key),
      };
      const json = await http({
        url: `${origin}/v2/payment-requests`,
        method: "POST",
        headers: headersOf(keys),
        body,
        signal,
      });
      const data = dataOf(json, keys, [isTaken]);
      if (typeof data === "string") return "taken";
      const link = Created.safeParse(data).data;
      if (!link || link.orderCode !== orderCode || link.amount !== amount) throw wrongAnswer(name);
      return {
        linkId: link.paymentLinkId,
        bankBin: link.bin,
        account: link.accountNumber,
        accountHolder: link.accountName,
        memo: link.description,
        vietqr: link.qrCode ?? null,
      };
    },

    async find(keys, orderCode, signal) {
      const url = `${origin}/v2/payment-requests/${orderCode}`;
      const data = dataOf(await http({ url, headers: headersOf(keys), signal }), keys, [notFound]);
      if (typeof data === "string") return undefined;
      const link = Found.safeParse(data).data;
      if (!link || link.orderCode !== orderCode) throw wrongAnswer(name);
      return {
        hasEnded: endedStatuses.has(link.status),
        ...listedEvents(link.transactions, (row) => fieldsOfTransaction(row, orderCode)),
      };
    },
  };
}

function fieldsOfTransaction(row: Fields, orderCode: number): EventFields {
  const reference = textOf(row, "reference");
  return {
    provider: "payos",
    id: payosTransferId(orderCode, reference, textOf(row, "transactionDateTime")),
    direction: "in",
    amount: row.amount,
    memo: textOf(row, "description"),
    account: textOf(row, "accountNumber"),
    subAccount: textOf(row, "virtualAccountNumber"),
    senderName: textOf(row, "counterAccountName"),
    senderAccount: textOf(row, "counterAccountNumber"),
    senderBank: textOf(row, "counterAccountBankName", "counterAccountBankId"),
    reference,
    providerOrder: orderCode,
    balance: null,
    time: row.transactionDateTime,
  };
}
