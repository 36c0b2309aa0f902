/** The table of Premium packages. */
import type { Generated } from "kysely";
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface PremiumPackageTable {
  id: Generated<number>;
  name: string;
  /** `fold` of the name. */
  name_key: string;
  /** Whole đồng. */
  price: number;
  /** Null for a lifetime package. */
  duration_days: number | null;
  is_lifetime: boolean;
  is_active: boolean;
  description: string | null;
  sort_order: number;
  is_demo: boolean;
  search_text: string;
  created_at: string;
}

export interface PackageTables {
  premium_packages: PremiumPackageTable;
}

export const packageEntities = {
  premium_packages: {
    key: ["id"],
    topic: siteTopic,
    trail: { entity: "premium_package", name: "name" },
    fileOwner: null,
  },
} as const satisfies Entities<keyof PackageTables>;
