/** All SQL of saved replies. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type ReplyRow = Selectable<Tables["saved_replies"]>;

export function savedRepliesRepository(db: Db) {
  return {
    /** Returns the replies of a member and those of all; without a member those of all alone. */
    of: (staffId: number | null): Promise<ReplyRow[]> =>
      db
        .selectFrom("saved_replies")
        .selectAll()
        .where((s) => s.or([s("staff_id", "is", null), ...(staffId === null ? [] : [s("staff_id", "=", staffId)])]))
        .execute(),

    /** Counts the replies of a member, or those of all. */
    async count(staffId: number | null): Promise<number> {
      const { n } = await db
        .selectFrom("saved_replies")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("staff_id", staffId === null ? "is" : "=", staffId)
        .executeTakeFirstOrThrow();
      return n;
    },

    find: (id: number): Promise<ReplyRow | undefined> =>
      db.selectFrom("saved_replies").selectAll().where("id", "=", id).executeTakeFirst(),

    insert: (values: Insertable<Tables["saved_replies"]>): Promise<ReplyRow> =>
      db.insertInto("saved_replies").values(values).returningAll().executeTakeFirstOrThrow(),

    update: (id: number, values: Updateable<Tables["saved_replies"]>): Promise<ReplyRow> =>
      db.updateTable("saved_replies").set(values).where("id", "=", id).returningAll().executeTakeFirstOrThrow(),

    async remove(id: number): Promise<void> {
      await db.deleteFrom("saved_replies").where("id", "=", id).execute();
    },
  };
}
