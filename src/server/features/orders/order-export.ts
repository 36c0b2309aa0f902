/** The Excel file of orders, newest first. */
import type { Invoice, OrderFilter } from "#contract/orders.ts";
import type { StoredGift } from "#server/features/gifts/gifts.service.ts";
import { createSheetExport } from "#server/platform/sheet-export.ts";
import type { orderListReader } from "./orders.repository.ts";
import { orderSheetColumns } from "./orders-sheet.ts";

export interface OrderExportDeps {
  reader: Pick<ReturnType<typeof orderListReader>, "batches">;
  /** Returns what the VAT invoices of some orders need, by the order's id. */
  invoicesOf(orderIds: readonly number[]): Promise<ReadonlyMap<number, Invoice>>;
  /** Returns the gifts that some orders buy, by the order's id. */
  giftsOf(orderIds: readonly number[]): Promise<ReadonlyMap<number, StoredGift>>;
  /** Seals the links. */
  key: Buffer;
  oldKey?: Buffer | undefined;
}

export function createOrderExport({ reader, invoicesOf, giftsOf, key, oldKey }: OrderExportDeps) {
  return createSheetExport({
    name: "Đơn hàng",
    fileName: "don-hang",
    path: "/api/premium-orders/export/file",
    purpose: "order exports",
    columns: orderSheetColumns,
    async *batches(filter: OrderFilter) {
      for await (const rows of reader.batches({ ...filter, sort_by: "created_at" })) {
        const ids = rows.map(({ id }) => id);
        const [invoices, gifts] = [await invoicesOf(ids), await giftsOf(ids)];
        yield rows.map((row) => ({ ...row, invoice: invoices.get(row.id), gift: gifts.get(row.id) }));
      }
    },
    key,
    oldKey,
  });
}
