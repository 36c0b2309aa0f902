/** All SQL of support contacts. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type ContactRow = Selectable<Tables["support_contacts"]>;

export function supportRepository(db: Db) {
  return {
    /** Returns the active contacts in the administrator's order. */
    active(): Promise<ContactRow[]> {
      return db
        .selectFrom("support_contacts")
        .selectAll()
        .where("is_active", "=", true)
        .orderBy("sort_order")
        .orderBy("id")
        .execute();
    },

    all(): Promise<ContactRow[]> {
      return db.selectFrom("support_contacts").selectAll().orderBy("sort_order").orderBy("id").execute();
    },

    find(id: number): Promise<ContactRow | undefined> {
      return db.selectFrom("support_contacts").selectAll().where("id", "=", id).executeTakeFirst();
    },

    insert(values: Insertable<Tables["support_contacts"]>): Promise<ContactRow> {
      return db.insertInto("support_contacts").values(values).returningAll().executeTakeFirstOrThrow();
    },

    update(id: number, values: Updateable<Tables["support_contacts"]>): Promise<ContactRow> {
      return db
        .updateTable("support_contacts")
        .set(values)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Returns contacts with ids greater than `after`, in order. */
    picturesAfter(after: number, limit: number): Promise<Pick<ContactRow, "id" | "icon_url">[]> {
      return db
        .selectFrom("support_contacts")
        .select(["id", "icon_url"])
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute();
    },

    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom("support_contacts").select("id").limit(1).executeTakeFirst()) === undefined;
    },

    async add(contacts: Insertable<Tables["support_contacts"]>[]): Promise<void> {
      await db.insertInto("support_contacts").values(contacts).execute();
    },

    /** @returns the number of removed contacts. */
    async removeDemo(): Promise<number> {
      return (await db.deleteFrom("support_contacts").where("is_demo", "=", true).returning("id").execute()).length;
    },
  };
}
