/** The tables of saved views. */
import type { Entities } from "#server/platform/db/entity.ts";

export const viewEntities = {
  list_views: { key: ["id"], references: ["admins", "staff"] },
  list_view_defaults: { key: ["kind", "account_id", "screen"], references: ["list_views"] },
} as const satisfies Entities<"list_views" | "list_view_defaults">;
