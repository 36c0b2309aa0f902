/** The Excel file of orders, and its address that a browser can save by itself. */
import { ApiError } from "#contract/errors.ts";
import type { OrderFilter } from "#contract/orders.ts";
import { vietnamDay, vietnamUtcOffset } from "#server/features/vietnam-time.ts";
import type { Download } from "#server/platform/http/router.ts";
import { createVault } from "#server/platform/vault.ts";
import { xlsxFile } from "#server/platform/xlsx.ts";
import type { orderListReader } from "./orders.repository.ts";
import { orderSheetColumns, orderSheetRows } from "./orders-sheet.ts";

/** Milliseconds in which a download may begin. */
const linkLife = 60_000;

export interface OrderExportDeps {
  reader: Pick<ReturnType<typeof orderListReader>, "batches">;
  /** Seals the links. */
  key: Buffer;
  oldKey?: Buffer | undefined;
}

export function createOrderExport({ reader, key, oldKey }: OrderExportDeps) {
  const links = createVault(key, "order exports", oldKey);

  /** Returns an Excel file of all orders that match, newest first; it is made while it is taken. */
  const exportFile = (filter: OrderFilter): Download => ({
    fileName: `don-hang-${vietnamDay(Date.now())}.xlsx`,
    content: xlsxFile({
      name: "Đơn hàng",
      columns: orderSheetColumns,
      rows: orderSheetRows(reader.batches({ ...filter, sort_by: "created_at" })),
      utcOffset: vietnamUtcOffset,
    }),
  });

  return {
    exportFile,

    /** Returns the address of such a file, which lives a minute and needs no token. */
    exportLink(filter: OrderFilter): string {
      const link = links.seal(JSON.stringify({ filter, until: Date.now() + linkLife }));
      return `/api/premium-orders/export/file?${new URLSearchParams({ link })}`;
    },

    /** @param link of an address of `exportLink`. @throws ApiError `forbidden` for an invalid or expired one. */
    exportOfLink(link: string): Download {
      const text = links.open(link);
      const { filter, until } = JSON.parse(text ?? '{"until":0}') as { filter: OrderFilter; until: number };
      if (until <= Date.now()) throw new ApiError("forbidden", "Đường dẫn tải đã hết hạn, vui lòng bấm xuất lại");
      return exportFile(filter);
    },
  };
}
