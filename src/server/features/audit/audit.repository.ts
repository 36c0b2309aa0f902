import type { Insertable } from "kysely";
import type { Tables, Tx } from "#server/platform/db/schema.ts";

export function auditRepository(tx: Tx) {
  return {
    async add(row: Insertable<Tables["audit_log"]>): Promise<void> {
      await tx.insertInto("audit_log").values(row).execute();
    },
  };
}
