/** The SQL of the audio of songs: which songs use a file, its measures, and why it does not play. */
import { type SqlBool, sql } from "kysely";
import type { AudioFault } from "#contract/catalogue.ts";
import { fileKeyOf, localAddress, storageAddress } from "#contract/file-address.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { runPrepared } from "#server/platform/db/prepared.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { audioFault, type SongRow } from "./songs.repository.ts";

export type SongAudio = Pick<SongRow, "id" | "audio_url"> & { audio_fault: AudioFault | null };

export function songAudioRepository(db: Db, dialect: Dialect) {
  return {
    findBySourceHash(hash: string): Promise<{ id: number } | undefined> {
      return db.selectFrom("songs").select("id").where("source_hash", "=", hash).executeTakeFirst();
    },

    /** Returns the songs that use a stored file, by either of its addresses. */
    ofAudio(url: string): Promise<Pick<SongRow, "id" | "is_premium" | "is_active">[]> {
      const key = fileKeyOf(url);
      const addresses = key === undefined ? [url, url] : [storageAddress(key), localAddress(key)];
      return runPrepared(db, dialect, "songs.ofAudio", addresses, (slot) =>
        db
          .selectFrom("songs")
          .select(["id", "is_premium", "is_active"])
          .where("audio_url", "in", [slot<string>(0), slot<string>(1)]),
      );
    },

    /** Returns the songs that use one of these stored files, the oldest first, at most `limit`. */
    usingFiles(keys: readonly string[], limit: number): Promise<Pick<SongRow, "id" | "title" | "is_active">[]> {
      return db
        .selectFrom("songs")
        .select(["id", "title", "is_active"])
        .where(
          "audio_url",
          "in",
          keys.flatMap((key) => [storageAddress(key), localAddress(key)]),
        )
        .orderBy("id")
        .limit(limit)
        .execute();
    },

    /** Returns the newest song that was not measured, of those with ids below `below`. */
    nextUnmeasured(below: number | undefined): Promise<Pick<SongRow, "id" | "audio_url"> | undefined> {
      return db
        .selectFrom("songs")
        .select(["id", "audio_url"])
        .where("tempo", "is", null)
        .$if(below !== undefined, (q) => q.where("id", "<", below as number))
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
    },

    /** Saves what was measured, unless the song has other audio by now. */
    async setMeasures(
      song: Pick<SongRow, "id" | "audio_url">,
      measures: { waveform: string; tempo: number },
    ): Promise<void> {
      await db
        .updateTable("songs")
        .set(measures)
        .where("id", "=", song.id)
        .where("audio_url", "=", song.audio_url)
        .execute();
    },

    /** Returns the newest Premium song whose sample was not cut, of those with ids below `below`. */
    nextUnsampled(below: number | undefined): Promise<Pick<SongRow, "id" | "audio_url"> | undefined> {
      return db
        .selectFrom("songs")
        .select(["id", "audio_url"])
        .where(sql<SqlBool>`is_premium`)
        .where("sample", "is", null)
        .$if(below !== undefined, (q) => q.where("id", "<", below as number))
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
    },

    /** Saves a sample, unless the song has other audio, or is no longer for Premium, by now. @returns false then */
    async setSample(song: Pick<SongRow, "id" | "audio_url">, sample: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("songs")
        .set({ sample })
        .where("id", "=", song.id)
        .where("audio_url", "=", song.audio_url)
        .where("is_premium", "=", true)
        .where("sample", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns songs with ids greater than `after`, in order, with their audio and what is known against it. */
    audioAfter(after: number, limit: number): Promise<SongAudio[]> {
      return db
        .selectFrom("songs")
        .select(["songs.id", "audio_url", audioFault.as("audio_fault")])
        .where("songs.id", ">", after)
        .orderBy("songs.id")
        .limit(limit)
        .execute();
    },

    /** Notes why the audio of a song does not play, unless it has other audio by now. */
    async setFault({ id, audio_url }: Pick<SongRow, "id" | "audio_url">, fault: AudioFault): Promise<void> {
      await db
        .insertInto("song_faults")
        .columns(["song_id", "fault"])
        .expression((e) =>
          e
            .selectFrom("songs")
            .select(["id", sql.val(fault).as("fault")])
            .where("id", "=", id)
            .where("audio_url", "=", audio_url),
        )
        .onConflict((conflict) => conflict.column("song_id").doUpdateSet({ fault }))
        .execute();
    },

    /** Forgets the fault of a song's audio. */
    async clearFault(id: number): Promise<void> {
      await db.deleteFrom("song_faults").where("song_id", "=", id).execute();
    },

    /** Has a song measured again where there was nothing to measure. */
    async forgetEmptyMeasures(id: number): Promise<void> {
      await db
        .updateTable("songs")
        .set({ waveform: null, tempo: null, sample: null })
        .where("id", "=", id)
        .where("waveform", "=", "")
        .execute();
    },
  };
}
