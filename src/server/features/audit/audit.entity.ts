/** The table of the audit trail. */
import type { Entities } from "#server/platform/db/entity.ts";

export const auditEntities = {
  audit_log: { key: ["id"] },
} as const satisfies Entities<"audit_log">;
