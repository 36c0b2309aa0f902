import type { BulkAction } from "../../resource/resource.ts";

const extend: BulkAction = {
  kind: "extend_users",
  label: "Cộng ngày Premium…",
  verb: "cộng ngày cho",
  note: "Cộng vào hạn hiện tại. Premium vĩnh viễn giữ nguyên.",
  isMain: true,
  asks: { kind: "days" },
};

/** The changes of many users at once. */
export const userBulk: readonly BulkAction[] = [
  extend,
  { kind: "lock_users", label: "Khóa", verb: "khóa", note: "Họ bị đăng xuất khỏi mọi thiết bị.", isDanger: true },
  { kind: "unlock_users", label: "Mở khóa", verb: "mở khóa" },
];

/** Those of an accountant. */
export const accountantUserBulk: readonly BulkAction[] = [extend];
