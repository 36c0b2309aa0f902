import type { Insertable, Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type AuditRow = Selectable<Tables["audit_log"]>;

export function auditRepository(db: Db) {
  return {
    async add(row: Insertable<Tables["audit_log"]>): Promise<void> {
      await db.insertInto("audit_log").values(row).execute();
    },

    recent(since: string, limit: number): Promise<AuditRow[]> {
      return db
        .selectFrom("audit_log")
        .selectAll()
        .where("created_at", ">=", since)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
    },
  };
}
