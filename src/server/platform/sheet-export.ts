/** Excel files of lists, and their addresses that a browser can save by itself. */
import { ApiError } from "#contract/errors.ts";
import type { Download } from "#server/platform/http/router.ts";
import { createVault } from "#server/platform/vault.ts";
import { type Cell, type SheetColumn, xlsxFile } from "#server/platform/xlsx.ts";
import { vietnamDay, vietnamUtcOffset } from "./vietnam-time.ts";

/** Milliseconds in which a download may begin. */
const linkLife = 60_000;

/** A column with its cell of a row. */
export type SheetColumnOf<R> = SheetColumn & { cell: (row: R) => Cell };

export interface SheetExport<F> {
  /** Returns an Excel file of all rows that match; it is made while it is taken. */
  exportFile(filter: F): Download;
  /** Returns the address of such a file, which lives a minute and needs no token. */
  exportLink(filter: F): string;
  /** @param link of an address of `exportLink`. @throws ApiError `forbidden` for an invalid or expired one. */
  exportOfLink(link: string): Download;
}

export interface SheetExportOptions<F, R> {
  /** Name of the sheet. */
  name: string;
  /** The file is called this and the day: `don-hang`. */
  fileName: string;
  /** Path of the endpoint that takes links. */
  path: string;
  columns: readonly SheetColumnOf<R>[];
  batches: (filter: F) => AsyncIterable<readonly R[]>;
  /** Keeps the links of one list from opening another one. */
  purpose: string;
  /** Seals the links. */
  key: Buffer;
  oldKey?: Buffer | undefined;
}

export function createSheetExport<F, R>(options: SheetExportOptions<F, R>): SheetExport<F> {
  const { name, fileName, path, columns, batches, purpose, key, oldKey } = options;
  const links = createVault(key, purpose, oldKey);

  async function* rows(filter: F): AsyncGenerator<Cell[][]> {
    for await (const batch of batches(filter)) yield batch.map((row) => columns.map(({ cell }) => cell(row)));
  }
  const exportFile = (filter: F): Download => ({
    fileName: `${fileName}-${vietnamDay(Date.now())}.xlsx`,
    content: xlsxFile({ name, columns, rows: rows(filter), utcOffset: vietnamUtcOffset }),
  });

  return {
    exportFile,
    exportLink(filter) {
      const link = links.seal(JSON.stringify({ filter, until: Date.now() + linkLife }));
      return `${path}?${new URLSearchParams({ link })}`;
    },
    exportOfLink(link) {
      const text = links.open(link);
      const { filter, until } = JSON.parse(text ?? '{"until":0}') as { filter: F; until: number };
      if (until <= Date.now()) throw new ApiError("forbidden", "Đường dẫn tải đã hết hạn, vui lòng bấm xuất lại");
      return exportFile(filter);
    },
  };
}

/** Returns the cell of a time. */
export const timeCell = (text: string | null): Cell => (text === null ? null : new Date(text));
