import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Pages of gifts, and what their receivers send back (docs/rooms/gifts.md#the-page). */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const table = (name: string) =>
    db.schema
      .createTable(name)
      // Ids are never given twice.
      .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()));

  await table("gifts")
    .addColumn("secret", "text", (c) => c.notNull().unique())
    .addColumn("request_id", t.ref, (c) => c.unique().references("song_requests.id").onDelete("cascade"))
    .addColumn("order_id", t.ref, (c) => c.unique().references("premium_orders.id").onDelete("cascade"))
    .addColumn("recipient_name", "text")
    .addColumn("giver_name", "text")
    .addColumn("message", "text")
    .addColumn("opens_at", t.time)
    .addColumn("is_open", t.bool, (c) => c.notNull())
    .addColumn("hearts", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("opened_at", t.time)
    .addColumn("code", "text", (c) => c.unique())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .addCheckConstraint("gifts_of_one", sql`(request_id is null) <> (order_id is null)`)
    .execute();

  await db.schema
    .createTable("gift_hearts")
    .addColumn("gift_id", t.ref, (c) => c.notNull().references("gifts.id").onDelete("cascade"))
    .addColumn("device", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("gift_hearts_key", ["gift_id", "device"])
    .execute();

  await table("gift_thanks")
    .addColumn("gift_id", t.ref, (c) => c.notNull().references("gifts.id").onDelete("cascade"))
    .addColumn("sending_id", "text", (c) => c.notNull())
    .addColumn("name", "text")
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addUniqueConstraint("gift_thanks_once", ["gift_id", "sending_id"])
    .execute();
}
