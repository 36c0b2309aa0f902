/** Excel files of the back office's lists. Those of orders and of transfers have endpoints of their own. */
import { z } from "zod";
import { UserFilter } from "./accounts.ts";
import { SongFilter } from "./catalogue.ts";
import { type Endpoints, searchText } from "./endpoint.ts";
import { HistoryFilter } from "./history.ts";
import { excelOfLink } from "./list-family.ts";
import { DeliveryFilter } from "./notifications.ts";
import { PackageFilter } from "./premium-packages.ts";
import { RequestFilter } from "./requests.ts";

/** The lists with the filters that they take; values are texts, as in a query. */
export const exportFilters = {
  songs: SongFilter,
  categories: z.object({ search: searchText }),
  users: UserFilter,
  requests: RequestFilter,
  staff: z.object({ search: searchText }),
  packages: PackageFilter,
  deliveries: DeliveryFilter,
  history: HistoryFilter,
} as const;
export type ExportFilters = { [K in keyof typeof exportFilters]: z.output<(typeof exportFilters)[K]> };
export type ExportedList = keyof ExportFilters;

const lists = Object.keys(exportFilters) as [ExportedList, ...ExportedList[]];
export const ExportedList = z.enum(lists, "Danh sách không hợp lệ");

const body = <K extends ExportedList>(list: K) => z.object({ list: z.literal(list), filter: exportFilters[list] });

export const ExportBody = z.discriminatedUnion(
  "list",
  [
    body("songs"),
    body("categories"),
    body("users"),
    body("requests"),
    body("staff"),
    body("packages"),
    body("deliveries"),
    body("history"),
  ],
  "Danh sách không hợp lệ",
);
export type ExportBody = z.output<typeof ExportBody>;

export const exports = {
  "POST /api/admin/exports": {
    access: ["admin", "accountant"],
    tag: "Quản trị",
    summary:
      "Đường dẫn để trình duyệt tải file Excel của một danh sách, có hiệu lực một phút; kế toán chỉ xuất được người dùng và gói",
    body: ExportBody,
    reply: z.object({ url: z.string() }),
  },
  "GET /api/admin/exports/{list}": { ...excelOfLink("Quản trị"), params: z.object({ list: ExportedList }) },
} as const satisfies Endpoints;
