/** All SQL of the audit trail. */
import { type Insertable, type Selectable, sql } from "kysely";
import type { ActivityAction, ActivityEntity } from "#contract/dashboard.ts";
import { historySorts } from "#contract/history.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { type List, listReader } from "#server/platform/db/list.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";

/** `recordAudit` alone writes the table, so it holds no other actions and entities. */
interface Subject {
  action: ActivityAction;
  entity: ActivityEntity;
}

export type AuditRow = Selectable<Tables["audit_log"]> & Subject;

const auditList: List<"audit_log", keyof AuditRow, keyof typeof historySorts.orders> = {
  table: "audit_log",
  columns: [
    "id",
    "actor_kind",
    "actor_id",
    "actor_name",
    "action",
    "entity",
    "entity_id",
    "summary",
    "created_at",
    "changes",
  ],
  filters: { actor_kind: "actor_kind", actor_id: "actor_id", entity: "entity", action: "action" },
  choices: { kind: { work: "action <> 'login'", login: "action = 'login'" } },
  days: { column: "created_at", utcOffset: vietnamUtcOffset },
  sorts: historySorts,
  sortColumns: { created_at: { column: "created_at", isText: false } },
};

/** Reads the trail. */
export const auditListReader = (db: Db, dialect: Dialect) => listReader(db, dialect, auditList);

export function auditRepository(db: Db) {
  return {
    async add(row: Insertable<Tables["audit_log"]> & Subject): Promise<void> {
      await db.insertInto("audit_log").values(row).execute();
    },

    async forgetChanges(entity: ActivityEntity, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .updateTable("audit_log")
        .set({ changes: null })
        .where("entity", "=", entity)
        .where("entity_id", "in", ids)
        .where("changes", "is not", null)
        .execute();
    },

    async countBefore(time: string): Promise<number> {
      const { n } = await db
        .selectFrom("audit_log")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("created_at", "<", time)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Removes the oldest entries before a time, at most `limit`. @returns their number. */
    async removeBefore(time: string, limit: number): Promise<number> {
      const oldest = db
        .selectFrom("audit_log")
        .select("id")
        .where("created_at", "<", time)
        .orderBy("created_at")
        .orderBy("id")
        .limit(limit);
      const { numDeletedRows } = await db.deleteFrom("audit_log").where("id", "in", oldest).executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Returns the newest entries about one thing, newest first. */
    ofEntity(entity: ActivityEntity, id: number, limit: number): Promise<AuditRow[]> {
      return db
        .selectFrom("audit_log")
        .selectAll()
        .$narrowType<Subject>()
        .where("entity", "=", entity)
        .where("entity_id", "=", id)
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
    },

    /** Returns the present names of the rows of a table that exist. */
    async names(table: string, column: string, ids: readonly number[]): Promise<Map<number, string>> {
      const { rows } = await sql<{ id: number; name: string }>`select id, ${sql.ref(column)} as name
        from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    recent(since: string, limit: number): Promise<AuditRow[]> {
      return db
        .selectFrom("audit_log")
        .selectAll()
        .$narrowType<Subject>()
        .where("created_at", ">=", since)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
    },
  };
}
