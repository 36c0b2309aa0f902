/** All SQL of the lines of songs. One row holds all lines of a song, so that a read finds them by one key. */
import { type Selectable, sql, type Updateable } from "kysely";
import type { LineDocument } from "#contract/lyrics/document.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { runPrepared } from "#server/platform/db/prepared.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import type { Scope } from "./song-access.ts";
import { songLyricsRepository } from "./song-lyrics.repository.ts";
import type { SongRow } from "./songs.repository.ts";

export type SongLinesRow = Selectable<Tables["song_lines"]>;
/** The columns that decide who may read the lines of a song, and the published ones as JSON. */
export type ReadableLines = Pick<SongRow, "is_premium"> & { published: string | null; published_number: number | null };

export function songLinesRepository(db: Db, dialect: Dialect) {
  return {
    /** Returns the published lines of a song, which may have none. */
    async published(id: number, scope: Scope): Promise<ReadableLines | undefined> {
      const [row] = await runPrepared(db, dialect, `songLines.published ${scope}`, [id], (slot) =>
        db
          .selectFrom("songs")
          .leftJoin("song_lines", "song_lines.song_id", "songs.id")
          .select(["songs.is_premium", "published", "published_number"])
          .where("songs.id", "=", slot<number>(0))
          .$if(scope === "public", (q) => q.where("songs.is_active", "=", true)),
      );
      return row;
    },

    /** Returns whether the published lines of a song have times, and those in another language than Vietnamese. */
    async timing(songId: number): Promise<{ isTimed: boolean; isForeign: boolean }> {
      // Compact JSON: what remains without the times that are null is a time; in a text the quotes would be escaped.
      const times = sql<string>`replace(published, '"start_ms":null', '')`;
      const isForeign = sql<boolean>`(published not like '%"language":"vi"%' and published not like '%"language":"vi-%')`;
      const [row] = await runPrepared(db, dialect, "songLines.timing", [songId], (slot) =>
        db
          .selectFrom("song_lines")
          .select(isForeign.as("is_foreign"))
          .where("song_id", "=", slot<number>(0))
          .where(times, "like", '%"start_ms":%'),
      );
      return { isTimed: row !== undefined, isForeign: Boolean(row?.is_foreign) };
    },

    find(songId: number): Promise<SongLinesRow | undefined> {
      return db.selectFrom("song_lines").selectAll().where("song_id", "=", songId).executeTakeFirst();
    },

    /** Saves values of a song's row, in a transaction that holds the lock. */
    async save(songId: number, values: Omit<Updateable<Tables["song_lines"]>, "song_id">): Promise<void> {
      // Not one statement for both: on PostgreSQL it would count as an insert, and a saved draft drop the caches.
      const changed = await db.updateTable("song_lines").set(values).where("song_id", "=", songId).executeTakeFirst();
      if (changed.numUpdatedRows === 0n) {
        await db
          .insertInto("song_lines")
          .values({ song_id: songId, ...values })
          .execute();
      }
      if (values.published !== undefined) await songLyricsRepository(db).refresh(songId);
    },
  };
}

/** Returns a stored document; older ones have no glossary. */
export function storedDocument(json: string): LineDocument {
  const { glossary = [], ...document } = JSON.parse(json) as Omit<LineDocument, "glossary"> & Partial<LineDocument>;
  return { ...document, glossary };
}
