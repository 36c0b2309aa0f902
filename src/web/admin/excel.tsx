/** The button of a list that saves the rows of its filter as an Excel file. */
import type { ComponentType } from "react";
import type { ExportedList } from "#contract/exports.ts";
import { callLoosely } from "../lib/api.ts";
import { ExportButton } from "../resource/list/export-button.tsx";
import type { FilterProps } from "../resource/resource.ts";

/** Returns the `ListTools` of a resource whose list the server exports. */
export function excelTools(list: ExportedList): ComponentType<FilterProps> {
  return function ExcelButton({ filter: query }: FilterProps) {
    const values = Object.entries(query).filter(([, value]) => value !== undefined);
    // The server reads them as it reads a query.
    const filter = Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
    const download = async () => {
      const { data } = await callLoosely("POST /api/admin/exports", {
        body: { list, filter },
        as: "admin",
        fallback: "Không xuất được file, bạn thử lại nhé",
      });
      return data;
    };
    return <ExportButton label="Xuất Excel" download={download} />;
  };
}
