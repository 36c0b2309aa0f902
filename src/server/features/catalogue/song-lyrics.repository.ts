/** All SQL of what is stored of lyrics to find songs by them (docs/rooms/catalogue.md#search). */
import type { LineDocument } from "#contract/lyrics/document.ts";
import { lyricsIndex } from "#contract/lyrics/search.ts";
import type { WordColumn } from "#server/platform/db/dialect.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const lyricsColumn: WordColumn = {
  table: "song_lyrics",
  key: "song_id",
  column: "search_text",
  index: "song_lyrics_search",
};

export function songLyricsRepository(db: Db) {
  return {
    /** Brings what is stored of a song up to its lyrics and its published lines; in each transaction that changes one of them. */
    async refresh(songId: number): Promise<void> {
      const song = await db
        .selectFrom("songs")
        .leftJoin("song_lines", "song_lines.song_id", "songs.id")
        .leftJoin("song_lyrics", "song_lyrics.song_id", "songs.id")
        .select(["songs.lyrics", "song_lines.published", "song_lyrics.search_text", "song_lyrics.lines"])
        .where("songs.id", "=", songId)
        .executeTakeFirst();
      if (!song || song.lyrics === null) {
        await db.deleteFrom("song_lyrics").where("song_id", "=", songId).execute();
        return;
      }
      const published = song.published === null ? undefined : (JSON.parse(song.published) as LineDocument);
      const index = lyricsIndex(song.lyrics, published);
      if (index.search_text === song.search_text && index.lines === song.lines) return;
      await db
        .insertInto("song_lyrics")
        .values({ song_id: songId, ...index })
        .onConflict((conflict) => conflict.column("song_id").doUpdateSet(index))
        .execute();
    },

    /** Returns the stored lines of some songs. */
    async linesOf(songIds: readonly number[]): Promise<Map<number, string | null>> {
      if (songIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("song_lyrics")
        .select(["song_id", "lines"])
        .where("song_id", "in", songIds)
        .execute();
      return new Map(rows.map(({ song_id, lines }) => [song_id, lines]));
    },
  };
}
