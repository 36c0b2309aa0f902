/** The table of support contacts. */
import type { Generated } from "kysely";
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface SupportContactTable {
  id: Generated<number>;
  name: string;
  type: "phone" | "zalo" | "messenger" | "telegram" | "email" | "request" | "other";
  value: string;
  icon_url: string | null;
  color: string | null;
  description: string | null;
  is_active: boolean;
  sort_order: number;
  is_demo: boolean;
  created_at: string;
}

export interface SupportTables {
  support_contacts: SupportContactTable;
}

export const supportEntities = {
  support_contacts: {
    key: ["id"],
    topic: siteTopic,
    trail: { entity: "support", name: "name" },
    fileOwner: "contact",
  },
} as const satisfies Entities<keyof SupportTables>;
