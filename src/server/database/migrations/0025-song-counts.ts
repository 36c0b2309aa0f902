import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/**
 * Numbers of songs by category and state, kept by triggers: the category 0 is all songs. Indexes from which ids and times are read without
 * the wide rows of songs. docs/rooms/http-and-limits.md#costly-reads
 */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await db.schema
    .createTable("song_counts")
    .addColumn("category_id", t.ref, (c) => c.notNull())
    .addColumn("is_active", t.bool, (c) => c.notNull())
    .addColumn("is_featured", t.bool, (c) => c.notNull())
    .addColumn("songs", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("song_counts_key", ["category_id", "is_active", "is_featured"])
    .execute();
  await run(recount);
  for (const statement of engine === "sqlite" ? sqliteTriggers() : postgresTriggers()) await run(statement);

  await run("create index songs_by_id on songs (id, is_active, is_featured)");
  await run("drop index songs_active");
  await run("create index songs_active on songs (is_active, id, updated_at)");
}

const recount = `insert into song_counts (category_id, is_active, is_featured, songs)
  select 0, is_active, is_featured, count(*) from songs group by is_active, is_featured
  union all
  select category_id, is_active, is_featured, count(*) from song_categories join songs on songs.id = song_id
    group by category_id, is_active, is_featured`;

const columns = "(category_id, is_active, is_featured, songs)";

function sqliteTriggers(): string[] {
  const add = (select: string) => `insert into song_counts ${columns} ${select} where true
    on conflict do update set songs = songs + excluded.songs;`;
  /** Of a row of songs, in all its categories. */
  const song = (row: string, by: number) =>
    add(`select category_id, ${row}.is_active, ${row}.is_featured, ${by}
      from (select 0 as category_id union all select category_id from song_categories where song_id = ${row}.id)`);
  /** Of a row of song_categories. A song that is being deleted is gone by now, and was counted before. */
  const place = (row: string, by: number) =>
    add(
      `select ${row}.category_id, is_active, is_featured, ${by} from (select * from songs where id = ${row}.song_id)`,
    );
  return [
    `create trigger songs_counted_insert after insert on songs begin ${song("new", 1)} end`,
    `create trigger songs_counted_delete before delete on songs begin ${song("old", -1)} end`,
    `create trigger songs_counted_update after update of is_active, is_featured on songs
      when (old.is_active, old.is_featured) is not (new.is_active, new.is_featured)
      begin ${song("old", -1)} ${song("new", 1)} end`,
    `create trigger song_categories_counted_insert after insert on song_categories begin ${place("new", 1)} end`,
    `create trigger song_categories_counted_delete after delete on song_categories begin ${place("old", -1)} end`,
    `create trigger song_categories_counted_update after update of song_id, category_id on song_categories
      begin ${place("old", -1)} ${place("new", 1)} end`,
    `create trigger categories_counted_delete after delete on categories
      begin delete from song_counts where category_id = old.id; end`,
  ];
}

/** Inserts are counted by statement: a restore would else write the few rows of all songs once for each song. */
function postgresTriggers(): string[] {
  const add = (select: string) => `insert into song_counts as kept ${columns} ${select}
    on conflict (category_id, is_active, is_featured) do update set songs = kept.songs + excluded.songs;`;
  const song = (row: string, by: number) =>
    add(`select category_id, ${row}.is_active, ${row}.is_featured, ${by}
      from (select 0 as category_id union all select category_id from song_categories where song_id = ${row}.id) as places
      order by category_id`);
  // The lock makes a concurrent change of the song's state wait, or waits for it.
  const place = (row: string, by: number) =>
    add(`select ${row}.category_id, is_active, is_featured, ${by}
      from (select is_active, is_featured from songs where id = ${row}.song_id for share) as song`);
  const asFunction = (name: string, body: string, result = "null") =>
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return ${result}; end $$`;
  return [
    asFunction(
      "count_added_songs",
      add(`select 0, is_active, is_featured, count(*) from added group by is_active, is_featured
        order by is_active, is_featured`),
    ),
    asFunction("count_deleted_song", song("old", -1), "old"),
    asFunction("count_changed_song", `${song("old", -1)} ${song("new", 1)}`),
    asFunction(
      "count_added_places",
      add(`select category_id, is_active, is_featured, count(*) from added
        join (select id, is_active, is_featured from songs where id in (select song_id from added) for share) as song
          on song.id = song_id
        group by category_id, is_active, is_featured order by category_id, is_active, is_featured`),
    ),
    asFunction("count_deleted_place", place("old", -1)),
    asFunction("count_changed_place", `${place("old", -1)} ${place("new", 1)}`),
    asFunction("forget_category_counts", "delete from song_counts where category_id = old.id;"),
    asFunction("recount_songs", `delete from song_counts; ${recount};`),
    `create trigger songs_counted_insert after insert on songs referencing new table as added
      for each statement execute function count_added_songs()`,
    `create trigger songs_counted_delete before delete on songs for each row execute function count_deleted_song()`,
    `create trigger songs_counted_update after update of is_active, is_featured on songs for each row
      when ((old.is_active, old.is_featured) is distinct from (new.is_active, new.is_featured))
      execute function count_changed_song()`,
    `create trigger songs_counted_truncate after truncate on songs for each statement execute function recount_songs()`,
    `create trigger song_categories_counted_insert after insert on song_categories referencing new table as added
      for each statement execute function count_added_places()`,
    `create trigger song_categories_counted_delete after delete on song_categories
      for each row execute function count_deleted_place()`,
    `create trigger song_categories_counted_update after update of song_id, category_id on song_categories
      for each row execute function count_changed_place()`,
    `create trigger song_categories_counted_truncate after truncate on song_categories
      for each statement execute function recount_songs()`,
    `create trigger categories_counted_delete after delete on categories
      for each row execute function forget_category_counts()`,
  ];
}
