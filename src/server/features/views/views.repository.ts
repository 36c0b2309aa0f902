/** All SQL of saved views. */
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type ViewRow = Selectable<Tables["list_views"]>;

/** The account that a view belongs to. */
export interface ViewOwner {
  kind: "admin" | "staff";
  id: number;
}

const columnOf = { admin: "admin_id", staff: "staff_id" } as const;

export function viewsRepository(db: Db) {
  const ofOwner = (owner: ViewOwner, screen: string) =>
    db.selectFrom("list_views").where(columnOf[owner.kind], "=", owner.id).where("screen", "=", screen);
  const defaultOf = (owner: ViewOwner, screen: string) =>
    db
      .selectFrom("list_view_defaults")
      .where("kind", "=", owner.kind)
      .where("account_id", "=", owner.id)
      .where("screen", "=", screen);

  return {
    /** Returns the views that an account keeps for itself. */
    own: (owner: ViewOwner, screen: string): Promise<ViewRow[]> =>
      ofOwner(owner, screen).selectAll().where("is_shared", "=", false).where("removed_at", "is", null).execute(),

    /** Returns the views that all have. */
    shared: (screen: string): Promise<ViewRow[]> =>
      db
        .selectFrom("list_views")
        .selectAll()
        .where("screen", "=", screen)
        // As the partial index has it.
        .where(sql<SqlBool>`is_shared`)
        .where("removed_at", "is", null)
        .execute(),

    find: (id: number): Promise<ViewRow | undefined> =>
      db.selectFrom("list_views").selectAll().where("id", "=", id).executeTakeFirst(),

    insert: (values: Insertable<Tables["list_views"]>): Promise<ViewRow> =>
      db.insertInto("list_views").values(values).returningAll().executeTakeFirstOrThrow(),

    update: (id: number, values: Updateable<Tables["list_views"]>): Promise<ViewRow> =>
      db.updateTable("list_views").set(values).where("id", "=", id).returningAll().executeTakeFirstOrThrow(),

    /** Removes for good what an account has deleted of a screen. */
    async purge(owner: ViewOwner, screen: string): Promise<void> {
      await db
        .deleteFrom("list_views")
        .where(columnOf[owner.kind], "=", owner.id)
        .where("screen", "=", screen)
        .where("removed_at", "is not", null)
        .execute();
    },

    /** Returns the view that a list opens with for an account. */
    async defaultId(owner: ViewOwner, screen: string): Promise<number | undefined> {
      return (await defaultOf(owner, screen).select("view_id").executeTakeFirst())?.view_id;
    },

    /** @param viewId none ends it */
    async setDefault({ kind, id }: ViewOwner, screen: string, viewId: number | undefined): Promise<void> {
      await db
        .deleteFrom("list_view_defaults")
        .where("kind", "=", kind)
        .where("account_id", "=", id)
        .where("screen", "=", screen)
        .execute();
      if (viewId === undefined) return;
      await db.insertInto("list_view_defaults").values({ kind, account_id: id, screen, view_id: viewId }).execute();
    },

    /** Ends a view as the default of all but its owner. */
    async unsetOthers({ kind, id }: ViewOwner, viewId: number): Promise<void> {
      await db
        .deleteFrom("list_view_defaults")
        .where("view_id", "=", viewId)
        .where((s) => s.not(s.and([s("kind", "=", kind), s("account_id", "=", id)])))
        .execute();
    },
  };
}
