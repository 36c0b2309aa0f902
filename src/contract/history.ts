/** The history of work in the back office: the audit trail, with what each change made of what. */
import { z } from "zod";
import { Activity, ActivityEntity } from "./dashboard.ts";
import { type Endpoints, IdParams, paging } from "./endpoint.ts";
import { type EntityName, entityNames } from "./entities.ts";
import { dayRange, listQuery, type Sorts, sorting } from "./list.ts";

/** A field that a change made of `from` into `to`, as people read it; null for an empty one. */
export const FieldChange = z
  .object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })
  .meta({ id: "FieldChange" });
export type FieldChange = z.output<typeof FieldChange>;

/** An entry of the trail. Values of persons are gone once the record is deleted or erased for its age. */
export const HistoryEntry = Activity.extend({ changes: z.array(FieldChange) }).meta({ id: "HistoryEntry" });
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const historyActions = ["create", "update", "delete", "restore"] as const;
export const historyKinds = ["work", "login"] as const;

/** A person as a filter names one: `admin-3`. */
const personPattern = /^(?:admin|staff)-\d{1,15}$|^system$/;

export const historySorts: Sorts<"created_at"> = { orders: { created_at: "desc" }, default: "created_at" };

const historyFilter = {
  ...dayRange,
  kind: z.enum(historyKinds, "kind phải là work hoặc login").default("work"),
  person: z.string().max(30, "Người không hợp lệ").regex(personPattern, "Người không hợp lệ").optional(),
  entity: z.enum(entityNames, "Loại bản ghi không hợp lệ").optional(),
  action: z.enum(historyActions, "action phải là create, update, delete hoặc restore").optional(),
};
export const HistoryFilter = listQuery(historyFilter);
export type HistoryFilter = z.output<typeof HistoryFilter>;
export const HistoryQuery = listQuery({ ...historyFilter, ...paging, ...sorting(historySorts) });
export type HistoryQuery = z.output<typeof HistoryQuery>;

/** Records whose history accountants read. */
export const accountantEntities: readonly EntityName[] = [
  "order",
  "premium_package",
  "bank_account",
  "user",
  "transfer",
];

const tag = "Lịch sử";

export const history = {
  "GET /api/admin/history": {
    access: ["admin"],
    tag,
    summary: "Ai đã làm gì, mới nhất trước; đăng nhập đứng riêng",
    query: HistoryQuery,
    reply: z.array(HistoryEntry),
    counted: true,
  },
  "GET /api/admin/history/people": {
    access: ["admin"],
    tag,
    summary: "Những người có thể đứng trong lịch sử",
    reply: z.array(z.object({ key: z.string(), name: z.string() })),
  },
  "GET /api/admin/history/{entity}/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Các thay đổi gần nhất của một bản ghi, mới nhất trước; kế toán chỉ đọc được phần việc của mình",
    params: z.object({ entity: ActivityEntity, ...IdParams.shape }),
    reply: z.array(HistoryEntry),
  },
} as const satisfies Endpoints;
