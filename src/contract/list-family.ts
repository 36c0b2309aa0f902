/** The parts of one list: the schemas of its queries, and the endpoints over them. */
import { z } from "zod";
import { type Access, Binary, paging, Total } from "./endpoint.ts";
import { listQuery, type Sorts, sorting, tabCounts } from "./list.ts";

/** The filter of the tabs of a list. */
export function tabFilter<const T extends string>(tabs: readonly T[]) {
  return z.enum(tabs, `tab phải là ${tabs.join(", ")}`).optional();
}

/** Returns the queries of a list: `Filter` for what counts, sums or exports its rows, `Query` with sorts and pages for the rows. */
export function listFamily<F extends z.ZodRawShape, S extends string>(filter: F, sorts: Sorts<S>) {
  return { Filter: listQuery(filter), Query: listQuery({ ...filter, ...sorting(sorts), ...paging }) };
}

interface Family<A, R, F, Q> {
  access: A;
  tag: string;
  /** The reply of one row. */
  row: R;
  Filter: F;
  Query: Q;
}

const excelFile = {
  reply: Binary,
  replyType: "download",
  contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** Returns the endpoints of a list, each of its summary. */
export function listEndpoints<
  const A extends Access,
  R extends z.ZodType,
  F extends z.ZodObject,
  Q extends z.ZodObject,
>({ access, tag, row, Filter: query, Query }: Family<A, R, F, Q>) {
  /** One that replies something about all rows of the filter. */
  const about = <T extends z.ZodType>(summary: string, reply: T) => ({ access, tag, summary, query, reply });
  return {
    about,
    rows: (summary: string) => ({ access, tag, summary, query: Query, reply: z.array(row), counted: true as const }),
    count: (summary: string) => about(summary, Total),
    tabs: <T extends string>(summary: string, tabs: readonly T[]) => about(summary, tabCounts(tabs)),
    excel: (summary: string) => ({ ...about(summary, Binary), ...excelFile }),
    excelLink: about("Đường dẫn để trình duyệt tải file Excel, có hiệu lực một phút", z.object({ url: z.string() })),
    excelOfLink: excelOfLink(tag),
  };
}

/** Returns the endpoint that a link to an Excel file opens. */
export function excelOfLink(tag: string) {
  return {
    access: "public",
    tag,
    summary: "File Excel của một đường dẫn còn hiệu lực",
    query: z.object({ link: z.string("Đường dẫn không hợp lệ") }),
    ...excelFile,
    errors: ["forbidden"],
  } as const;
}
