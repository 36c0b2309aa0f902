import { type Kysely, sql } from "kysely";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { lyricsIndex } from "#contract/lyrics/search.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createPhraseIndex } from "#server/platform/db/text-index.ts";

/** The index that finds songs by their lyrics (docs/rooms/catalogue.md#search). */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("song_lyrics")
    .addColumn("song_id", t.ref, (c) => c.primaryKey().references("songs.id").onDelete("cascade"))
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("lines", "text")
    .execute();
  const target = { table: "song_lyrics", key: "song_id", column: "search_text", index: "song_lyrics_search" };
  // An index of PostgreSQL is made faster of rows that are there.
  if (engine === "sqlite") await createPhraseIndex(db, engine, target);
  await fill(db);
  if (engine === "postgres") await createPhraseIndex(db, engine, target);
}

const pageRows = 200;

interface SongLyrics {
  id: number;
  lyrics: string;
  published: string | null;
}

async function fill(db: Kysely<unknown>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<SongLyrics>`select id, lyrics, published from songs
      left join song_lines on song_lines.song_id = songs.id
      where id > ${last} and lyrics is not null order by id limit ${sql.lit(pageRows)}`.execute(db);
    const values = rows.map(({ id, lyrics, published }) => {
      const document = published === null ? undefined : (JSON.parse(published) as LineDocument);
      const { search_text, lines } = lyricsIndex(lyrics, document);
      return sql`(${id}, ${search_text}, ${lines})`;
    });
    if (values.length > 0)
      await sql`insert into song_lyrics (song_id, search_text, lines) values ${sql.join(values)}`.execute(db);
    if (rows.length < pageRows) return;
    last = rows.at(-1)?.id ?? last;
  }
}
