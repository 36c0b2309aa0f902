/** The Excel file of orders, newest first. */
import type { OrderFilter } from "#contract/orders.ts";
import { createSheetExport } from "#server/features/sheet-export.ts";
import type { orderListReader } from "./orders.repository.ts";
import { orderSheetColumns } from "./orders-sheet.ts";

export interface OrderExportDeps {
  reader: Pick<ReturnType<typeof orderListReader>, "batches">;
  /** Seals the links. */
  key: Buffer;
  oldKey?: Buffer | undefined;
}

export function createOrderExport({ reader, key, oldKey }: OrderExportDeps) {
  return createSheetExport({
    name: "Đơn hàng",
    fileName: "don-hang",
    path: "/api/premium-orders/export/file",
    purpose: "order exports",
    columns: orderSheetColumns,
    batches: (filter: OrderFilter) => reader.batches({ ...filter, sort_by: "created_at" }),
    key,
    oldKey,
  });
}
