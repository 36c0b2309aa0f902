/** The transfers that SePay knows: `GET /v2/transactions` (developer.sepay.vn, SePay API v2). */
import { z } from "zod";
import type { BankEvent } from "#server/features/bank-event.ts";
import { bankTime, parseBankTime } from "#server/features/vietnam-time.ts";
import { type ProviderHttp, wrongAnswer } from "./provider-http.ts";
import { longText, maxRows, money, pageOf, rowsOfPage, type TransferList } from "./transfer-list.ts";

const Answer = z.object({
  status: z.literal("success"),
  data: z.array(z.unknown()).max(maxRows),
  meta: z.object({
    pagination: z.object({ has_more: z.boolean().nullish(), current_page: z.int(), last_page: z.int() }),
  }),
});

const Row = z.object({
  id: z.union([z.string().min(1).max(100), z.int()]).transform(String),
  transaction_date: z.string().max(40),
  account_number: z.string().min(1).max(50),
  va: longText(50),
  amount_in: money.nullish(),
  amount_out: money.nullish(),
  accumulated: money.nullish(),
  transaction_content: longText(1000),
  reference_number: longText(200),
});

/** @param http asks SePay. @param origin of its interface. */
export function sepayList(http: ProviderHttp, origin = "https://userapi.sepay.vn"): TransferList {
  return async (token, { from, page, signal }) => {
    const query = new URLSearchParams({
      transaction_date_from: bankTime(from),
      transaction_date_sort: "asc",
      per_page: String(rowsOfPage),
      page: String(page),
    });
    const headers = { authorization: `Bearer ${token}` };
    const answer = Answer.safeParse(await http({ url: `${origin}/v2/transactions?${query}`, headers, signal }));
    if (!answer.success) throw wrongAnswer("SePay");
    const { data, meta } = answer.data;
    const { has_more, current_page, last_page } = meta.pagination;
    return pageOf(data, eventOf, has_more ?? current_page < last_page);
  };
}

function eventOf(given: unknown): BankEvent | null | undefined {
  const row = Row.safeParse(given).data;
  const occurredAt = row && parseBankTime(row.transaction_date);
  if (!row || occurredAt === undefined) return undefined;
  const { amount_in, amount_out } = row;
  const [amount, direction] = amount_in ? ([amount_in, "in"] as const) : ([amount_out ?? 0, "out"] as const);
  if (amount === 0) return null;
  return {
    provider: "sepay",
    providerId: row.id,
    direction,
    amount: Math.abs(amount),
    memo: row.transaction_content ?? "",
    account: row.account_number,
    subAccount: row.va,
    senderName: null,
    senderAccount: null,
    senderBank: null,
    reference: row.reference_number,
    balance: row.accumulated ?? null,
    occurredAt,
  };
}
