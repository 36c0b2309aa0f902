/** The tables of saved views. */
import type { Generated } from "kysely";
import type { Entities } from "#server/platform/db/entity.ts";

interface ListViewTable {
  id: Generated<number>;
  /** Of `viewScreens`. */
  screen: string;
  name: string;
  /** The query of the list's URL, as JSON. */
  query: string;
  is_shared: boolean;
  /** The account that made it; the other one is null. */
  admin_id: number | null;
  staff_id: number | null;
  created_at: string;
  /** Set while a deletion can be undone. */
  removed_at: string | null;
}

interface ListViewDefaultTable {
  kind: "admin" | "staff";
  account_id: number;
  screen: string;
  view_id: number;
}

export interface ViewTables {
  list_views: ListViewTable;
  list_view_defaults: ListViewDefaultTable;
}

export const viewEntities = {
  list_views: { key: ["id"], references: ["admins", "staff"] },
  list_view_defaults: { key: ["kind", "account_id", "screen"], references: ["list_views"] },
} as const satisfies Entities<keyof ViewTables>;
