/** The transfers that Casso knows: `GET /v2/transactions` (developer.casso.vn/casso-api/api/lay-giao-dich). */
import { z } from "zod";
import type { BankEvent } from "#server/features/bank-event.ts";
import { parseBankTime, vietnamDay } from "#server/features/vietnam-time.ts";
import { type ProviderHttp, wrongAnswer } from "./provider-http.ts";
import { longText, maxRows, money, pageOf, rowsOfPage, type TransferList } from "./transfer-list.ts";

const Answer = z.object({
  error: z.literal(0),
  data: z.object({
    page: z.int(),
    totalPages: z.int(),
    records: z.array(z.unknown()).max(maxRows),
  }),
});

const Row = z.object({
  id: z.union([z.int(), z.string().min(1).max(100)]).transform(String),
  tid: longText(200),
  description: longText(1000),
  /** Negative for money that left. */
  amount: money,
  cusum_balance: money.nullish(),
  when: z.string().max(40),
  bankSubAccId: longText(50),
  virtualAccount: longText(50),
  corresponsiveName: longText(200),
  corresponsiveAccount: longText(50),
  corresponsiveBankName: longText(200),
});

/** @param http asks Casso. @param origin of its interface. */
export function cassoList(http: ProviderHttp, origin = "https://oauth.casso.vn"): TransferList {
  return async (token, { from, page, signal }) => {
    const query = new URLSearchParams({
      fromDate: vietnamDay(Date.parse(from)),
      sort: "ASC",
      pageSize: String(rowsOfPage),
      page: String(page),
    });
    const headers = { authorization: `Apikey ${token}` };
    const answer = Answer.safeParse(await http({ url: `${origin}/v2/transactions?${query}`, headers, signal }));
    if (!answer.success) throw wrongAnswer("Casso");
    const { data } = answer.data;
    return pageOf(data.records, eventOf, data.page < data.totalPages);
  };
}

function eventOf(given: unknown): BankEvent | null | undefined {
  const row = Row.safeParse(given).data;
  const occurredAt = row && parseBankTime(row.when);
  const account = row && (row.bankSubAccId ?? row.virtualAccount);
  if (!row || !account || occurredAt === undefined) return undefined;
  if (row.amount === 0) return null;
  return {
    provider: "casso",
    providerId: row.id,
    direction: row.amount > 0 ? "in" : "out",
    amount: Math.abs(row.amount),
    memo: row.description ?? "",
    account,
    subAccount: row.virtualAccount,
    senderName: row.corresponsiveName,
    senderAccount: row.corresponsiveAccount,
    senderBank: row.corresponsiveBankName,
    reference: row.tid,
    balance: row.cusum_balance ?? null,
    occurredAt,
  };
}
