/** All SQL of support contacts. */
import type { Selectable } from "kysely";
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
  };
}
