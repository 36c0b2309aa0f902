import type { BulkAction } from "../../resource/resource.ts";

/** The changes of many orders at once. */
export const orderBulk: readonly BulkAction[] = [
  {
    kind: "confirm_orders",
    label: "Xác nhận đã nhận tiền",
    verb: "xác nhận",
    note: "Khách nhận thư. Đơn đã hủy hoặc đã hoàn tiền giữ nguyên.",
    isMain: true,
    lookAt: "/admin/orders?tab=ungranted",
  },
];
