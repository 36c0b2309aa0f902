/** Bulk jobs of the back offices: one change of many rows, made by a worker, with a result for each row. */
import { z } from "zod";
import { type Endpoints, Id, IdParams, largeBodyLimit, paging, Time } from "./endpoint.ts";
import { ReleaseTime } from "./fields.ts";
import { maxPremiumDays } from "./rules.ts";

/** Rows that one job can change. */
export const maxBulkRows = 10_000;

export const bulkEntities = ["order", "transfer", "user", "song_request", "delivery", "song"] as const;
export type BulkEntity = (typeof bulkEntities)[number];

/** The entity whose rows each kind of job changes. */
export const bulkKinds = {
  confirm_orders: "order",
  attach_transfers: "transfer",
  extend_users: "user",
  lock_users: "user",
  unlock_users: "user",
  assign_requests: "song_request",
  assign_desk_requests: "song_request",
  resend_deliveries: "delivery",
  activate_songs: "song",
  deactivate_songs: "song",
  feature_songs: "song",
  unfeature_songs: "song",
  set_premium_songs: "song",
  unset_premium_songs: "song",
  add_category_songs: "song",
  schedule_songs: "song",
  delete_songs: "song",
} as const satisfies Record<string, BulkEntity>;
export type BulkKind = keyof typeof bulkKinds;
const BulkKindName = z.enum(Object.keys(bulkKinds) as [BulkKind, ...BulkKind[]], "Thao tác không hợp lệ");

/** What some kinds ask for beside the rows. */
export const BulkOptions = z.object({
  /** Days of Premium, with `extend_users`. */
  days: z
    .int("Số ngày phải là số nguyên")
    .min(1, "Số ngày phải lớn hơn 0")
    .max(maxPremiumDays, `Số ngày không được vượt quá ${maxPremiumDays} ngày (10 năm)`)
    .optional(),
  /** The member who gets the requests, with `assign_requests` and `assign_desk_requests`; null returns them to the pool. */
  staff_id: Id.nullable().optional(),
  /** With `add_category_songs`. */
  category_id: Id.optional(),
  /** With `schedule_songs`. */
  release_at: ReleaseTime.optional(),
});
export type BulkOptions = z.output<typeof BulkOptions>;

const tooMany = `Chỉ làm được tối đa ${maxBulkRows.toLocaleString("vi")} dòng một lần`;
const ids = z.array(Id, "Vui lòng chọn ít nhất một dòng").max(maxBulkRows, tooMany);

/** The rows of a job: those with some ids, or all that match a filter of their list but some. */
const chosenRows = {
  kind: BulkKindName,
  ids: ids
    .min(1, "Vui lòng chọn ít nhất một dòng")
    .transform((list) => [...new Set(list)])
    .optional(),
  /** The query of the list, without pages and sort. */
  filter: z.record(z.string().max(50), z.string().max(1000, "Bộ lọc quá dài")).optional(),
  /** Rows that match and stay as they are. */
  except: ids.default([]),
};
const hasOneChoice = ({ ids, filter }: { ids?: unknown; filter?: unknown }) =>
  (ids === undefined) !== (filter === undefined);
const oneChoice = { path: ["ids"], error: "Vui lòng chọn các dòng, hoặc một bộ lọc" };

export const BulkChoice = z.object(chosenRows).refine(hasOneChoice, oneChoice);
export type BulkChoice = z.output<typeof BulkChoice>;
export const BulkBody = z
  .object({
    ...chosenRows,
    options: BulkOptions.prefault({}),
    /** The number of rows that the question named; another one is refused with 409. */
    expected: z.int("Số dòng không hợp lệ").min(0, "Số dòng không hợp lệ").optional(),
  })
  .refine(hasOneChoice, oneChoice);
export type BulkBody = z.output<typeof BulkBody>;

export const BulkPreview = z
  .object({
    total: z.int(),
    /** Whole đồng of the rows; null for rows without a sum. */
    amount: z.int().nullable(),
    /** Names of the first rows. */
    names: z.array(z.string()),
    /** Sentences about some of the rows: `1 đơn mới nhận một phần, …`. */
    notes: z.array(z.string()),
  })
  .meta({ id: "BulkPreview" });
export type BulkPreview = z.output<typeof BulkPreview>;

export const bulkJobStates = ["running", "done", "stopped"] as const;
/** `waiting`: not yet; `unchanged`: was so already; `stopped`: left out since the job was stopped. */
export const bulkRowStates = ["waiting", "changed", "unchanged", "refused", "stopped"] as const;
export type BulkRowState = (typeof bulkRowStates)[number];

export const BulkJob = z
  .object({
    id: z.int(),
    kind: z.enum(Object.keys(bulkKinds) as [BulkKind, ...BulkKind[]]),
    options: BulkOptions,
    /** Whether it takes back what another job changed. */
    is_undo: z.boolean(),
    /** Whether what it changed can be taken back. */
    can_undo: z.boolean(),
    state: z.enum(bulkJobStates),
    total: z.int(),
    waiting: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    stopped: z.int(),
    /** The rest for a person once it has ended, told behind the result: `5 chưa có tài khoản`; null for nothing. */
    leftover: z.string().nullable(),
    actor_name: z.string(),
    created_at: Time,
    finished_at: Time.nullable(),
  })
  .meta({ id: "BulkJob" });
export type BulkJob = z.output<typeof BulkJob>;

export const BulkRow = z.object({
  /** Id of the row in its list. */
  id: z.int(),
  /** Null for one that is not there any more. */
  name: z.string().nullable(),
  state: z.enum(bulkRowStates),
  /** Why it was refused. */
  message: z.string().nullable(),
});
export type BulkRow = z.output<typeof BulkRow>;

const tag = "Thao tác hàng loạt";
/** Each kind of job has its roles (`features/bulk/bulk-port.ts`). */
const access = ["admin", "accountant", "supervisor"] as const;

export const bulk = {
  "POST /api/admin/bulk/preview": {
    access,
    tag,
    summary: "Số dòng, tổng tiền và tên của những dòng sẽ được thay đổi; chưa thay đổi gì",
    body: BulkChoice,
    bodyLimit: largeBodyLimit,
    reply: BulkPreview,
  },
  "POST /api/admin/bulk": {
    access,
    tag,
    summary: "Thay đổi nhiều dòng cùng lúc; máy chủ làm dần, tiếp tục sau khi khởi động lại",
    body: BulkBody,
    bodyLimit: largeBodyLimit,
    reply: BulkJob,
    status: 201,
    errors: ["conflict", "forbidden"],
  },
  "GET /api/admin/bulk": {
    access,
    tag,
    summary: "Các thao tác gần nhất của người đang đăng nhập mà họ chưa cất, mới nhất trước, nhiều nhất năm thao tác",
    query: z.object({ entity: z.enum(bulkEntities, "Danh sách không hợp lệ") }),
    reply: z.array(BulkJob),
  },
  "GET /api/admin/bulk/{id}": {
    access,
    tag,
    summary: "Một thao tác và kết quả đến lúc này",
    params: IdParams,
    reply: BulkJob,
  },
  "GET /api/admin/bulk/{id}/rows": {
    access,
    tag,
    summary: "Kết quả của từng dòng",
    params: IdParams,
    query: z.object({ state: z.enum(bulkRowStates, "Kết quả không hợp lệ").optional(), ...paging }),
    reply: z.array(BulkRow),
    counted: true,
  },
  "POST /api/admin/bulk/{id}/stop": {
    access,
    tag,
    summary: "Dừng: những dòng chưa đến lượt giữ nguyên; gửi lại không đổi gì thêm",
    params: IdParams,
    reply: BulkJob,
  },
  "POST /api/admin/bulk/{id}/resume": {
    access,
    tag,
    summary: "Làm tiếp những dòng còn lại của một thao tác đã dừng",
    params: IdParams,
    reply: BulkJob,
    errors: ["conflict"],
  },
  "POST /api/admin/bulk/{id}/undo": {
    access,
    tag,
    summary: "Hoàn tác những dòng đã thay đổi, cũng là một thao tác hàng loạt",
    params: IdParams,
    reply: BulkJob,
    status: 201,
    errors: ["conflict"],
  },
  "POST /api/admin/bulk/{id}/dismiss": {
    access,
    tag,
    summary: "Cất kết quả của một thao tác đã xong khỏi danh sách",
    params: IdParams,
    reply: BulkJob,
    errors: ["conflict"],
  },
} as const satisfies Endpoints;
