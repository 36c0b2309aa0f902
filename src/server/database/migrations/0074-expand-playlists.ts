import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Playlists of users (docs/rooms/playlists.md). */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("playlists")
    // Ids are never given twice.
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("user_id", t.ref, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("token", "text", (c) => c.notNull().unique())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("visibility", "text", (c) =>
      c.notNull().defaultTo("private").check(sql`visibility in ('private', 'link', 'public')`),
    )
    .addColumn("refusal", "text")
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex("playlists_by_user").on("playlists").columns(["user_id", "updated_at", "id"]).execute();
  await sql
    .raw("create index playlists_public on playlists (updated_at, id, refusal) where visibility = 'public'")
    .execute(db);

  await db.schema
    .createTable("playlist_songs")
    .addColumn("playlist_id", t.ref, (c) => c.notNull().references("playlists.id").onDelete("cascade"))
    .addColumn("song_id", t.ref, (c) => c.notNull().references("songs.id").onDelete("cascade"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("playlist_songs_key", ["playlist_id", "song_id"])
    .execute();
  await db.schema
    .createIndex("playlist_songs_in_order")
    .on("playlist_songs")
    .columns(["playlist_id", "position", "song_id"])
    .execute();
  await db.schema.createIndex("playlist_songs_by_song").on("playlist_songs").column("song_id").execute();

  await db.schema
    .createTable("playlist_approvals")
    .addColumn("playlist_id", t.ref, (c) => c.primaryKey().references("playlists.id").onDelete("cascade"))
    .addColumn("approved_at", t.time, (c) => c.notNull())
    .addColumn("changed_at", t.time, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("playlist_approvals_by_time")
    .on("playlist_approvals")
    .columns(["approved_at", "playlist_id"])
    .execute();

  await createChangeTriggers(db, engine, [{ topic: "site", tables: [{ table: "playlist_approvals" }] }]);
}
