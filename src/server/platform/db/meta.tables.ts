/** The table of what the database knows of itself. */
import type { Entities } from "./entity.ts";

interface MetaTable {
  key: string;
  value: string;
}

export interface MetaTables {
  meta: MetaTable;
}

export const metaEntities = {
  meta: { key: ["key"] },
} as const satisfies Entities<keyof MetaTables>;
