import type { BulkAction } from "../../resource/resource.ts";

/** The changes of many orders at once. */
export const orderBulk: readonly BulkAction[] = [
  {
    kind: "confirm_orders",
    label: "Xác nhận đã nhận tiền",
    verb: "xác nhận",
    note: "Đơn có tài khoản được cộng Premium ngay và khách nhận thư. Đơn đã hủy hoặc đã hoàn tiền giữ nguyên.",
    isMain: true,
  },
];
