/** All SQL of staff members. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type StaffRow = Selectable<Tables["staff"]>;

export function staffRepository(db: Db, { forUpdate }: Pick<Dialect, "forUpdate">) {
  return {
    /** Returns all members, the newest first. */
    all: (): Promise<StaffRow[]> =>
      db.selectFrom("staff").selectAll().orderBy("created_at", "desc").orderBy("id", "desc").execute(),

    active: (): Promise<StaffRow[]> =>
      db.selectFrom("staff").selectAll().where("is_active", "=", true).orderBy("id").execute(),

    activeSupervisors: (): Promise<StaffRow[]> =>
      db
        .selectFrom("staff")
        .selectAll()
        .where("is_active", "=", true)
        .where("is_supervisor", "=", true)
        .orderBy("id")
        .execute(),

    find: (id: number): Promise<StaffRow | undefined> =>
      db.selectFrom("staff").selectAll().where("id", "=", id).executeTakeFirst(),

    /** Returns a member whom no other transaction changes, or names in a row, until this one ends. */
    lock: (id: number): Promise<StaffRow | undefined> =>
      db.selectFrom("staff").selectAll().where("id", "=", id).modifyEnd(forUpdate).executeTakeFirst(),

    /** Finds a member by user name, else by e-mail. @param key `caseless` text. */
    async byLogin(key: string): Promise<StaffRow | undefined> {
      const byName = await db.selectFrom("staff").selectAll().where("username_key", "=", key).executeTakeFirst();
      return byName ?? db.selectFrom("staff").selectAll().where("email_key", "=", key).executeTakeFirst();
    },

    insert: (values: Insertable<Tables["staff"]>): Promise<StaffRow> =>
      db.insertInto("staff").values(values).returningAll().executeTakeFirstOrThrow(),

    update: (id: number, values: Updateable<Tables["staff"]>): Promise<StaffRow> =>
      db.updateTable("staff").set(values).where("id", "=", id).returningAll().executeTakeFirstOrThrow(),

    async names(ids: readonly number[]): Promise<Pick<StaffRow, "id" | "full_name">[]> {
      if (ids.length === 0) return [];
      return db.selectFrom("staff").select(["id", "full_name"]).where("id", "in", ids).execute();
    },
  };
}
