import type { Kysely } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createIndexOnline } from "#server/platform/db/online-changes.ts";

export const isOnline = true;

/** The songs that users have heard, by day, and who keeps nothing of it; the index of a user's likes in the order of their list. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { types: t } = dialect;
  await db.schema
    .createTable("user_plays")
    .ifNotExists()
    .addColumn("song_id", t.ref, (c) => c.notNull().references("songs.id").onDelete("cascade"))
    .addColumn("user_id", t.ref, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("played_at", t.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("user_plays_key", ["song_id", "user_id", "day"])
    .execute();
  await createIndexOnline(db, dialect, { name: "user_plays_by_time", on: "user_plays (user_id, played_at, song_id)" });
  await db.schema
    .createTable("history_pauses")
    .ifNotExists()
    .addColumn("user_id", t.ref, (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();
  await createIndexOnline(db, dialect, {
    name: "song_likes_by_time",
    on: "song_likes (user_id, created_at, song_id)",
  });
}
