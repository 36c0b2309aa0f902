import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Saved views of lists, each of one account, and the view that a list opens with for an account. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await db.schema
    .createTable("list_views")
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("screen", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("query", "text", (c) => c.notNull())
    .addColumn("is_shared", t.bool, (c) => c.notNull())
    .addColumn("admin_id", t.ref, (c) => c.references("admins.id").onDelete("cascade"))
    .addColumn("staff_id", t.ref, (c) => c.references("staff.id").onDelete("cascade"))
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("removed_at", t.time)
    .addCheckConstraint("list_views_owner", sql`(admin_id is null) <> (staff_id is null)`)
    .execute();
  await run("create index list_views_of_admin on list_views (admin_id, screen) where admin_id is not null");
  await run("create index list_views_of_staff on list_views (staff_id, screen) where staff_id is not null");
  await run("create index list_views_shared on list_views (screen) where is_shared");

  await db.schema
    .createTable("list_view_defaults")
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('admin', 'staff')`))
    .addColumn("account_id", t.ref, (c) => c.notNull())
    .addColumn("screen", "text", (c) => c.notNull())
    .addColumn("view_id", t.ref, (c) => c.notNull().references("list_views.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("list_view_defaults_key", ["kind", "account_id", "screen"])
    .execute();
  await run("create index list_view_defaults_of_view on list_view_defaults (view_id)");
}
