/** The transfers that SePay knows: `GET /v2/transactions` (developer.sepay.vn, SePay API v2). */
import { z } from "zod";
import { toBankTime } from "#server/platform/vietnam-time.ts";
import { type EventFields, type Fields, textOf, UnreadableEventError, wholeDong } from "../read-event.ts";
import { type ProviderHttp, wrongAnswer } from "./provider-http.ts";
import { listedEvents, maxRows, rowsOfPage, type TransferList } from "./transfer-list.ts";

const Answer = z.object({
  status: z.literal("success"),
  data: z.array(z.unknown()).max(maxRows),
  meta: z.object({
    pagination: z.object({ has_more: z.boolean().nullish(), current_page: z.int(), last_page: z.int() }),
  }),
});

/** @param http asks SePay. @param origin of its interface. */
export function sepayList(http: ProviderHttp, origin = "https://userapi.sepay.vn"): TransferList {
  return async (token, { from, page, signal }) => {
    const query = new URLSearchParams({
      transaction_date_from: toBankTime(from),
      transaction_date_sort: "asc",
      per_page: String(rowsOfPage),
      page: String(page),
    });
    const headers = { authorization: `Bearer ${token}` };
    const answer = Answer.safeParse(await http({ url: `${origin}/v2/transactions?${query}`, headers, signal })).data;
    if (!answer) throw wrongAnswer("SePay");
    const { has_more, current_page, last_page } = answer.meta.pagination;
    return {
      ...listedEvents(answer.data, fieldsOfRow),
      hasMore: answer.data.length > 0 && (has_more ?? current_page < last_page),
    };
  };
}

function fieldsOfRow(row: Fields): EventFields {
  if (row.amount_in == null && row.amount_out == null) throw new UnreadableEventError("thiếu số tiền");
  const [received, sent] = [wholeDong(row.amount_in ?? 0), wholeDong(row.amount_out ?? 0)];
  if (received === undefined || sent === undefined) throw new UnreadableEventError("số tiền không phải là số nguyên");
  return {
    provider: "sepay",
    id: row.id,
    direction: received > 0 ? "in" : "out",
    amount: received > 0 ? received : Math.abs(sent),
    memo: textOf(row, "transaction_content"),
    account: textOf(row, "account_number"),
    subAccount: textOf(row, "va"),
    reference: textOf(row, "reference_number"),
    balance: row.accumulated,
    time: row.transaction_date,
  };
}
