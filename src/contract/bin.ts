/** The bin: deleted songs, genres, contacts, packages and staff members, which can be restored for 30 days. */
import { z } from "zod";
import { Done, type Endpoints, IdParams, paging, searchText, Time } from "./endpoint.ts";
import { onOneLine, trimmed } from "./fields.ts";
import { listQuery, type Sorts, sorting } from "./list.ts";
import { staffRules } from "./rules.ts";

/** Entities of the audit trail that come into the bin when they are deleted. */
export const binEntities = ["song", "category", "support", "premium_package", "staff"] as const;
export const BinEntity = z.enum(binEntities, "Loại này không có trong thùng rác");
export type BinEntity = z.output<typeof BinEntity>;

/** Days that a deleted record rests. */
export const binDays = 30;

/** What goes with a record: numbers of what it has, zero left out. */
export const BinFacts = z
  .object({
    likes: z.int(),
    plays: z.int(),
    genres: z.int(),
    /** Requests that it was made of, or that it has. */
    requests: z.int(),
    /** Those of them that are not finished, and return to the pool. */
    open_requests: z.int(),
    /** Users whose Premium came from it. */
    users: z.int(),
    has_second_factor: z.literal(true),
  })
  .partial();
export type BinFacts = z.output<typeof BinFacts>;

/** The names that nobody else may have, by the fields of `RestoreBody` that give others. */
export const BinNames = z.object({ name: z.string(), username: z.string(), email: z.string() }).partial();
export type BinNames = z.output<typeof BinNames>;

export const BinItem = z
  .object({
    id: z.int(),
    entity: BinEntity,
    entity_id: z.int(),
    name: z.string(),
    names: BinNames,
    facts: BinFacts,
    deleted_at: Time,
    deleted_by: z.string(),
    /** From when on it is removed for good, at night. */
    ends_at: Time,
  })
  .meta({ id: "BinItem" });
export type BinItem = z.output<typeof BinItem>;

/** Numbers of items, all and of each entity. */
export const BinCounts = z.object({
  all: z.int(),
  song: z.int(),
  category: z.int(),
  support: z.int(),
  premium_package: z.int(),
  staff: z.int(),
} satisfies Record<"all" | BinEntity, z.ZodInt>);
export type BinCounts = z.output<typeof BinCounts>;

/** The sorts of the list, each with its order where the query has none. */
export const binSorts = {
  orders: { deleted_at: "desc", name: "asc" },
  default: "deleted_at",
} as const satisfies Sorts;
export const BinQuery = listQuery({
  search: searchText,
  entity: BinEntity.optional(),
  ...sorting(binSorts),
  ...paging,
});
export type BinQuery = z.output<typeof BinQuery>;

/** Names in place of those that somebody has taken meanwhile. */
const otherNames = {
  name: z
    .string("Giá trị không hợp lệ")
    .overwrite(onOneLine)
    .trim()
    .min(1, "Tên không được để trống")
    .max(100, "Không được dài quá 100 ký tự")
    .optional(),
  username: trimmed(staffRules.username).optional(),
  email: trimmed(staffRules.email).optional(),
};
export const RestoreBody = z.object({
  entity: BinEntity,
  /** The id that the record had, and has again. */
  id: z.int("Mã không hợp lệ").min(1, "Mã không hợp lệ").max(Number.MAX_SAFE_INTEGER, "Mã không hợp lệ"),
  ...otherNames,
});
export type RestoreBody = z.output<typeof RestoreBody>;

export const Restored = z.object({
  entity: BinEntity,
  id: z.int(),
  name: z.string(),
  /** What is not as it was before the deletion, in Vietnamese. */
  notes: z.array(z.string()),
});
export type Restored = z.output<typeof Restored>;

const tag = "Thùng rác";

export const bin = {
  "GET /api/admin/bin": {
    access: ["admin"],
    tag,
    summary: "Những gì đã xóa và còn khôi phục được",
    query: BinQuery,
    reply: z.array(BinItem),
    counted: true,
  },
  "GET /api/admin/bin/counts": {
    access: ["admin"],
    tag,
    summary: "Số mục trong thùng rác theo loại",
    query: z.object({ search: searchText }),
    reply: BinCounts,
  },
  "GET /api/admin/bin/{id}": {
    access: ["admin"],
    tag,
    summary: "Một mục trong thùng rác",
    params: IdParams,
    reply: BinItem,
  },
  "GET /api/admin/bin/preview": {
    access: ["admin", "accountant"],
    tag,
    summary: "Những gì đi theo khi xóa một bài hát, thể loại, liên hệ, gói Premium hoặc nhân viên",
    query: z.object({ entity: BinEntity, id: IdParams.shape.id }),
    reply: BinFacts,
  },
  "POST /api/admin/bin/restore": {
    access: ["admin", "accountant"],
    tag,
    summary: "Khôi phục một mục đã xóa; tên đã có người dùng thì cần tên khác",
    body: RestoreBody,
    errors: ["not_found", "conflict"],
    reply: Restored,
  },
  "DELETE /api/admin/bin/{id}": {
    access: ["admin"],
    tag,
    summary: "Xóa hẳn một mục trong thùng rác",
    params: IdParams,
    reply: Done,
  },
  "DELETE /api/admin/bin": {
    access: ["admin"],
    tag,
    summary: "Xóa hẳn mọi mục trong thùng rác",
    reply: z.object({ removed: z.int() }),
  },
} as const satisfies Endpoints;
