/** The rows of a list's filter as an Excel file, for the list's menu. */
import type { ExportedList } from "#contract/exports.ts";
import { callLoosely } from "../lib/api.ts";
import type { Resource } from "../resource/resource.ts";

/** Returns the `download` of a resource whose list the server exports. */
export function excelOf(list: ExportedList): Resource<never>["download"] {
  return async (query) => {
    const values = Object.entries(query).filter(([, value]) => value !== undefined);
    // The server reads them as it reads a query.
    const filter = Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
    const { data } = await callLoosely("POST /api/admin/exports", {
      body: { list, filter },
      as: "admin",
      fallback: "Không xuất được file, bạn thử lại nhé",
    });
    return data;
  };
}
