/** The transfers that Casso knows: `GET /v2/transactions` (developer.casso.vn/casso-api/api/lay-giao-dich). */
import { z } from "zod";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { cassoEventFields } from "../adapters/casso.ts";
import { type ProviderHttp, wrongAnswer } from "./provider-http.ts";
import { listedEvents, maxRows, rowsOfPage, type TransferList } from "./transfer-list.ts";

const Answer = z.object({
  error: z.literal(0),
  data: z.object({ page: z.int(), totalPages: z.int(), records: z.array(z.unknown()).max(maxRows) }),
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
    const answer = Answer.safeParse(await http({ url: `${origin}/v2/transactions?${query}`, headers, signal })).data;
    if (!answer) throw wrongAnswer("Casso");
    const { page: shown, totalPages, records } = answer.data;
    return { ...listedEvents(records, cassoEventFields), hasMore: records.length > 0 && shown < totalPages };
  };
}
