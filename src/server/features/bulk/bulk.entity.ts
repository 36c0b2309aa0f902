/** The tables of bulk jobs. */
import type { Entities } from "#server/platform/db/entity.ts";

export const bulkEntities = {
  bulk_jobs: { key: ["id"] },
  bulk_items: { key: ["job_id", "position"], references: ["bulk_jobs"] },
} as const satisfies Entities<"bulk_jobs" | "bulk_items">;
