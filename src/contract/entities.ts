/** The entities of the audit trail, which the server records and the back office shows. */

interface EntityOfTrail {
  /** In a sentence: `đã sửa bài hát …`. */
  noun: string;
  /** The screen of the back office that shows its rows; without one they have none. */
  path?: string;
}

export const entities = {
  song: { noun: "bài hát", path: "/admin/songs" },
  category: { noun: "thể loại", path: "/admin/genres" },
  user: { noun: "người dùng", path: "/admin/users" },
  admin: { noun: "quản trị viên" },
  file: { noun: "file" },
  settings: { noun: "cấu hình", path: "/admin/config" },
  support: { noun: "liên hệ hỗ trợ", path: "/admin/support" },
  outbox: { noun: "việc nền" },
  premium_package: { noun: "gói Premium", path: "/admin/premium" },
  bank_account: { noun: "tài khoản ngân hàng", path: "/admin/bank" },
  order: { noun: "đơn hàng", path: "/admin/orders" },
  transfer: { noun: "giao dịch chuyển khoản", path: "/admin/payments" },
  staff: { noun: "nhân viên", path: "/admin/staff" },
  song_request: { noun: "yêu cầu sáng tác", path: "/admin/requests" },
  second_factor: { noun: "xác thực hai bước" },
  delivery: { noun: "thông báo" },
  bin: { noun: "thùng rác" },
  retention: { noun: "dữ liệu hết thời hạn lưu giữ" },
} as const satisfies Record<string, EntityOfTrail>;

export type EntityName = keyof typeof entities;
export const entityNames = Object.keys(entities) as EntityName[];

/** Returns the screen of the back office that shows the rows of an entity; undefined when they have none. */
export function pathOf(entity: EntityName): string | undefined {
  const { path }: EntityOfTrail = entities[entity];
  return path;
}
