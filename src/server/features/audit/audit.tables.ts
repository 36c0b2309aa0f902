/** The table of the audit trail. */
import type { Generated } from "kysely";
import type { Entities } from "#server/platform/db/entity.ts";

interface AuditTable {
  id: Generated<number>;
  actor_kind: "admin" | "staff" | "system";
  actor_id: number | null;
  actor_name: string;
  action: string;
  entity: string;
  entity_id: number | null;
  summary: string;
  created_at: string;
  /** JSON of what the change made of what; null for none, and once the record's personal data are removed. */
  changes: Generated<string | null>;
}

export interface AuditTables {
  audit_log: AuditTable;
}

export const auditEntities = {
  audit_log: { key: ["id"] },
} as const satisfies Entities<keyof AuditTables>;
