/**
 * The entities of the audit trail, which the server records and the back office shows, each with the lists that it has a part in: what a new one
 * leaves out does not compile, and `entities.test.ts` compares with the lists.
 */

interface EntityOfTrail {
  /** In a sentence: `đã sửa bài hát …`. */
  noun: string;
  /** The screen of the back office that shows its rows; without one they have none. */
  path?: string;
  /** Its history tells field by field what a change made of what; else an entry has words of its own. */
  hasFields: boolean;
  /** A deleted one rests in the bin (`bin.ts`). */
  hasBin: boolean;
  /** Jobs change many at once (`bulk.ts`). */
  hasBulk: boolean;
  /** The kind under which the command palette finds it (`find.ts`). */
  found: string | null;
  /** Its Excel file: a list of `exports.ts`, or the endpoint of a file of its own. */
  excel: string | null;
  /** The screens on which its lists have saved views (`views.ts`). */
  views: readonly string[];
}

/** Of an entity that has no list. */
const unlisted = { hasFields: false, hasBin: false, hasBulk: false, found: null, excel: null, views: [] } as const;

export const entities = {
  song: {
    noun: "bài hát",
    path: "/admin/songs",
    hasFields: true,
    hasBin: true,
    hasBulk: true,
    found: "song",
    excel: "songs",
    views: ["/admin/songs"],
  },
  category: {
    noun: "thể loại",
    path: "/admin/genres",
    hasFields: true,
    hasBin: true,
    hasBulk: false,
    found: "category",
    excel: "categories",
    views: ["/admin/genres"],
  },
  playlist: {
    ...unlisted,
    noun: "danh sách phát",
    path: "/admin/playlists",
    hasFields: true,
  },
  user: {
    noun: "người dùng",
    path: "/admin/users",
    hasFields: true,
    hasBin: false,
    hasBulk: true,
    found: "user",
    excel: "users",
    views: ["/admin/users"],
  },
  admin: { ...unlisted, noun: "quản trị viên", views: ["/admin/administrators"] },
  file: { ...unlisted, noun: "file" },
  settings: { ...unlisted, noun: "cấu hình", path: "/admin/config" },
  support: {
    noun: "liên hệ hỗ trợ",
    path: "/admin/support",
    hasFields: true,
    hasBin: true,
    hasBulk: false,
    found: null,
    excel: null,
    views: ["/admin/support"],
  },
  outbox: { ...unlisted, noun: "việc nền" },
  premium_package: {
    noun: "gói Premium",
    path: "/admin/premium",
    hasFields: true,
    hasBin: true,
    hasBulk: false,
    found: null,
    excel: "packages",
    views: ["/admin/premium"],
  },
  bank_account: { ...unlisted, noun: "tài khoản ngân hàng", path: "/admin/bank" },
  order: {
    noun: "đơn hàng",
    path: "/admin/orders",
    hasFields: true,
    hasBin: false,
    hasBulk: true,
    found: "order",
    excel: "GET /api/premium-orders/export",
    views: ["/admin/orders"],
  },
  transfer: {
    noun: "giao dịch chuyển khoản",
    path: "/admin/payments",
    hasFields: false,
    hasBin: false,
    hasBulk: true,
    found: null,
    excel: "GET /api/admin/payments/export",
    views: ["/admin/payments"],
  },
  staff: {
    noun: "nhân viên",
    path: "/admin/staff",
    hasFields: true,
    hasBin: true,
    hasBulk: false,
    found: "staff",
    excel: "staff",
    views: ["/admin/staff"],
  },
  song_request: {
    noun: "yêu cầu sáng tác",
    path: "/admin/requests",
    hasFields: true,
    hasBin: false,
    hasBulk: true,
    found: "request",
    excel: "requests",
    views: ["/admin/requests", "/staff/dashboard"],
  },
  second_factor: { ...unlisted, noun: "xác thực hai bước" },
  delivery: { ...unlisted, noun: "thông báo", hasBulk: true, excel: "deliveries", views: ["/admin/deliveries"] },
  bin: { ...unlisted, noun: "thùng rác", views: ["/admin/bin"] },
  retention: { ...unlisted, noun: "dữ liệu hết thời hạn lưu giữ" },
} as const satisfies Record<string, EntityOfTrail>;

export type EntityName = keyof typeof entities;
/** Those whose history tells field by field. */
export type FieldEntity = {
  [E in EntityName]: (typeof entities)[E]["hasFields"] extends true ? E : never;
}[EntityName];
export const entityNames = Object.keys(entities) as EntityName[];

/** Returns the screen of the back office that shows the rows of an entity; undefined when they have none. */
export function pathOf(entity: EntityName): string | undefined {
  const { path }: EntityOfTrail = entities[entity];
  return path;
}
