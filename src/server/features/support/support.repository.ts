/** All SQL of support contacts. */
import type { Insertable, Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type ContactRow = Selectable<Tables["support_contacts"]>;

export function supportRepository(db: Db) {
  return {
    /** The active ones, in the order the administrator gave. */
    active(): Promise<ContactRow[]> {
      return db
        .selectFrom("support_contacts")
        .selectAll()
        .where("is_active", "=", true)
        .orderBy("sort_order")
        .orderBy("id")
        .execute();
    },

    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom("support_contacts").select("id").limit(1).executeTakeFirst()) === undefined;
    },

    async add(contacts: Insertable<Tables["support_contacts"]>[]): Promise<void> {
      await db.insertInto("support_contacts").values(contacts).execute();
    },

    /** @returns how many there were. */
    async removeDemo(): Promise<number> {
      return (await db.deleteFrom("support_contacts").where("is_demo", "=", true).returning("id").execute()).length;
    },
  };
}
