import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Columns of a song whose change the public can see; plays and likes are left out on purpose. */
const visible =
  "title, artist, description, lyrics, audio_url, thumbnail_url, is_active, is_featured, is_premium, duration, waveform";

export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const schema = db.schema;
  const no = sql`${sql.raw(engine === "sqlite" ? "0" : "false")}`;
  const yes = sql`${sql.raw(engine === "sqlite" ? "1" : "true")}`;

  await schema
    .createTable("meta")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();

  await schema
    .createTable("admins")
    .addColumn("id", t.id, (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("email_key", "text", (c) => c.notNull().unique())
    .addColumn("password_hash", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();

  await schema
    .createTable("users")
    .addColumn("id", t.id, (c) => c.primaryKey())
    .addColumn("username", "text", (c) => c.notNull())
    .addColumn("username_key", "text", (c) => c.notNull().unique())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("email_key", "text", (c) => c.notNull().unique())
    .addColumn("full_name", "text")
    .addColumn("password_hash", "text", (c) => c.notNull())
    .addColumn("is_active", t.bool, (c) => c.notNull().defaultTo(yes))
    .addColumn("subscription_type", "text", (c) =>
      c.notNull().defaultTo("free").check(sql`subscription_type in ('free', 'premium')`),
    )
    .addColumn("premium_expires_at", t.time)
    .addColumn("premium_package_id", t.ref)
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();

  await schema
    .createTable("sessions")
    .addColumn("token_hash", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('admin', 'user', 'staff')`))
    .addColumn("account_id", t.ref, (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("expires_at", t.time, (c) => c.notNull())
    .execute();
  await schema.createIndex("sessions_account").on("sessions").columns(["kind", "account_id"]).execute();
  await schema.createIndex("sessions_expiry").on("sessions").column("expires_at").execute();

  await schema
    .createTable("categories")
    .addColumn("id", t.id, (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("name_key", "text", (c) => c.notNull().unique())
    .addColumn("description", "text")
    .addColumn("icon_url", "text")
    .addColumn("category_type", "text", (c) =>
      c.notNull().check(sql`category_type in ('entertainment', 'educational')`),
    )
    .addColumn("is_active", t.bool, (c) => c.notNull())
    .addColumn("is_featured", t.bool, (c) => c.notNull())
    .addColumn("is_demo", t.bool, (c) => c.notNull().defaultTo(no))
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();

  await schema
    .createTable("songs")
    .addColumn("id", t.id, (c) => c.primaryKey())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("artist", "text")
    .addColumn("description", "text")
    .addColumn("lyrics", "text")
    .addColumn("audio_url", "text", (c) => c.notNull())
    .addColumn("thumbnail_url", "text")
    .addColumn("is_active", t.bool, (c) => c.notNull())
    .addColumn("is_featured", t.bool, (c) => c.notNull())
    .addColumn("is_premium", t.bool, (c) => c.notNull())
    .addColumn("is_demo", t.bool, (c) => c.notNull().defaultTo(no))
    .addColumn("play_count", t.ref, (c) => c.notNull().defaultTo(0))
    .addColumn("likes_count", t.ref, (c) => c.notNull().defaultTo(0))
    .addColumn("duration", t.real)
    .addColumn("waveform", "text")
    .addColumn("source_hash", "text", (c) => c.unique())
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .execute();
  await schema.createIndex("songs_active").on("songs").columns(["is_active", "id"]).execute();
  await schema.createIndex("songs_featured").on("songs").columns(["is_featured", "is_active", "id"]).execute();
  await schema.createIndex("songs_audio").on("songs").column("audio_url").execute();
  await schema
    .createIndex("songs_unmeasured")
    .on("songs")
    .column("id")
    .where(sql.ref("waveform"), "is", null)
    .execute();
  await schema.createIndex("songs_thumbnail").on("songs").column("thumbnail_url").execute();

  await schema
    .createTable("song_categories")
    .addColumn("song_id", t.ref, (c) => c.notNull().references("songs.id").onDelete("cascade"))
    .addColumn("category_id", t.ref, (c) => c.notNull().references("categories.id"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("song_categories_key", ["song_id", "position"])
    .execute();
  await schema
    .createIndex("song_categories_category")
    .unique()
    .on("song_categories")
    .columns(["category_id", "song_id"])
    .execute();

  await schema
    .createTable("song_likes")
    .addColumn("song_id", t.ref, (c) => c.notNull().references("songs.id").onDelete("cascade"))
    .addColumn("user_id", t.ref, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("song_likes_key", ["song_id", "user_id"])
    .execute();
  await schema.createIndex("song_likes_user").on("song_likes").column("user_id").execute();

  await schema
    .createTable("song_listens")
    .addColumn("song_id", t.ref, (c) => c.notNull().references("songs.id").onDelete("cascade"))
    .addColumn("listener", "text", (c) => c.notNull())
    .addColumn("counted_at", t.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("song_listens_key", ["song_id", "listener"])
    .execute();
  await schema.createIndex("song_listens_time").on("song_listens").column("counted_at").execute();

  await schema
    .createTable("song_play_days")
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("song_id", t.ref, (c) => c.notNull().references("songs.id").onDelete("cascade"))
    .addColumn("plays", t.ref, (c) => c.notNull())
    .addPrimaryKeyConstraint("song_play_days_key", ["day", "song_id"])
    .execute();
  await schema.createIndex("song_play_days_song").on("song_play_days").column("song_id").execute();

  await schema
    .createTable("outbox")
    .addColumn("id", t.id, (c) => c.primaryKey())
    .addColumn("topic", "text", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("available_at", t.time, (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();
  await schema.createIndex("outbox_available").on("outbox").columns(["available_at", "id"]).execute();

  await schema
    .createTable("audit_log")
    .addColumn("id", t.id, (c) => c.primaryKey())
    .addColumn("actor_kind", "text", (c) => c.notNull())
    .addColumn("actor_id", t.ref)
    .addColumn("actor_name", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("entity", "text", (c) => c.notNull())
    .addColumn("entity_id", t.ref)
    .addColumn("summary", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();
  await schema.createIndex("audit_log_time").on("audit_log").columns(["created_at", "id"]).execute();

  await schema
    .createTable("rate_limits")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("hits", "integer", (c) => c.notNull())
    .addColumn("resets_at", t.time, (c) => c.notNull())
    .execute();
  await schema.createIndex("rate_limits_expiry").on("rate_limits").column("resets_at").execute();

  if (engine === "sqlite") await sqliteExtras(db);
  else await postgresExtras(db);
}

async function sqliteExtras(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  // Every five letters of the searchable text in a row are a word of the index, as the hex of their bytes: substrings are
  // found by equal words. FTS5's own trigrams were five times slower, being in far more songs each.
  await run("create table search_positions (position integer primary key)");
  await run(`insert into search_positions
    with recursive counting (n) as (select 1 union all select n + 1 from counting where n < 2000) select n from counting`);
  await run(`create virtual table songs_search using fts5(
    pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`);
  const remove = "delete from songs_search where rowid = old.id;";
  const add = `insert into songs_search (rowid, pieces)
    select new.id, group_concat(hex(substr(new.search_text, position, 5)), ' ')
    from search_positions where position <= length(new.search_text);`;
  await run(`create trigger songs_search_insert after insert on songs begin ${add} end`);
  await run(`create trigger songs_search_delete after delete on songs begin ${remove} end`);
  await run(`create trigger songs_search_update after update of search_text on songs begin ${remove} ${add} end`);

  await run("create table versions (topic text primary key, value integer not null) without rowid");
  await run("insert into versions values ('catalogue', 1)");
  const raise = "begin update versions set value = value + 1 where topic = 'catalogue'; end";
  for (const [table, columns] of [
    ["songs", visible],
    ["categories", ""],
    ["song_categories", ""],
  ] as const) {
    await run(`create trigger ${table}_changed_insert after insert on ${table} ${raise}`);
    await run(`create trigger ${table}_changed_delete after delete on ${table} ${raise}`);
    await run(`create trigger ${table}_changed_update after update ${columns && `of ${columns}`} on ${table} ${raise}`);
  }
}

async function postgresExtras(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run("create extension if not exists pg_trgm");
  await run("create index songs_search on songs using gin (search_text gin_trgm_ops)");
  await run(`create function notify_change() returns trigger language plpgsql as $$
    begin perform pg_notify('changes', tg_argv[0]); return null; end $$`);
  for (const [table, columns] of [
    ["songs", visible],
    ["categories", ""],
    ["song_categories", ""],
  ] as const) {
    await run(`create trigger ${table}_changed after insert or delete or truncate on ${table}
      for each statement execute function notify_change('catalogue')`);
    await run(`create trigger ${table}_changed_update after update ${columns && `of ${columns}`} on ${table}
      for each statement execute function notify_change('catalogue')`);
  }
}
