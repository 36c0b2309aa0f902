/** The Excel file of orders, newest first. */
import type { Invoice, OrderFilter } from "#contract/orders.ts";
import { createSheetExport } from "#server/features/sheet-export.ts";
import type { orderListReader } from "./orders.repository.ts";
import { orderSheetColumns } from "./orders-sheet.ts";

export interface OrderExportDeps {
  reader: Pick<ReturnType<typeof orderListReader>, "batches">;
  /** Returns what the VAT invoices of some orders need, by the order's id. */
  invoicesOf(orderIds: readonly number[]): Promise<ReadonlyMap<number, Invoice>>;
  /** Seals the links. */
  key: Buffer;
  oldKey?: Buffer | undefined;
}

export function createOrderExport({ reader, invoicesOf, key, oldKey }: OrderExportDeps) {
  return createSheetExport({
    name: "Đơn hàng",
    fileName: "don-hang",
    path: "/api/premium-orders/export/file",
    purpose: "order exports",
    columns: orderSheetColumns,
    async *batches(filter: OrderFilter) {
      for await (const rows of reader.batches({ ...filter, sort_by: "created_at" })) {
        const invoices = await invoicesOf(rows.map(({ id }) => id));
        yield rows.map((row) => ({ ...row, invoice: invoices.get(row.id) }));
      }
    },
    key,
    oldKey,
  });
}
