/** All SQL of audio files in object storage: their places, leases and songs. */
import { type Selectable, sql } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type AudioFileRow = Selectable<Tables["audio_files"]>;
export type Place = AudioFileRow["place"];

/** The two addresses by which songs may refer to a file. */
export const addressesOf = (key: string): [string, string] => [`R2:${key}`, `/uploads/${key}`];

export function audioFilesRepository(db: Db) {
  return {
    find(key: string): Promise<AudioFileRow | undefined> {
      return db.selectFrom("audio_files").selectAll().where("key", "=", key).executeTakeFirst();
    },

    async placesOf(keys: readonly string[]): Promise<Map<string, Place>> {
      if (keys.length === 0) return new Map();
      const rows = await db.selectFrom("audio_files").select(["key", "place"]).where("key", "in", keys).execute();
      return new Map(rows.map(({ key, place }) => [key, place]));
    },

    /** Returns a page of files with keys greater than `key`, in order. */
    after(key: string, limit: number): Promise<AudioFileRow[]> {
      return db
        .selectFrom("audio_files")
        .selectAll()
        .where("key", ">", key)
        .where("place", "<>", "none")
        .orderBy("key")
        .limit(limit)
        .execute();
    },

    async add(row: Pick<AudioFileRow, "key" | "sha256" | "size" | "duration">): Promise<void> {
      await db
        .insertInto("audio_files")
        .values({
          ...row,
          place: "disk",
          problem: null,
          lease: null,
          lease_until: null,
          created_at: new Date().toISOString(),
        })
        .execute();
    },

    async setPlace(key: string, place: Place): Promise<void> {
      await db.updateTable("audio_files").set({ place }).where("key", "=", key).execute();
    },

    async setProblem(key: string, problem: string | null): Promise<void> {
      await db
        .updateTable("audio_files")
        .set({ problem })
        .where("key", "=", key)
        .where("problem", "is distinct from", problem)
        .execute();
    },

    async remove(key: string): Promise<void> {
      await db.deleteFrom("audio_files").where("key", "=", key).execute();
    },

    /** @returns true when the lease was free or had expired, and is taken now. */
    async takeLease(key: string, lease: string, ms: number): Promise<boolean> {
      const now = Date.now();
      const { numUpdatedRows } = await db
        .updateTable("audio_files")
        .set({ lease, lease_until: new Date(now + ms).toISOString() })
        .where("key", "=", key)
        .where((e) => e.or([e("lease", "is", null), e("lease_until", "<", new Date(now).toISOString())]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** @returns false when the lease was lost. */
    async renewLease(key: string, lease: string, ms: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("audio_files")
        .set({ lease_until: new Date(Date.now() + ms).toISOString() })
        .where("key", "=", key)
        .where("lease", "=", lease)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async releaseLease(key: string, lease: string): Promise<void> {
      await db
        .updateTable("audio_files")
        .set({ lease: null, lease_until: null })
        .where("key", "=", key)
        .where("lease", "=", lease)
        .execute();
    },

    /** Repoints songs to another address of the same file. */
    async renameAudio(from: string, to: string): Promise<void> {
      await db.updateTable("songs").set({ audio_url: to }).where("audio_url", "=", from).execute();
    },

    /** Returns all files, and all local addresses that songs use. */
    async inventory(): Promise<{ local: string[]; files: Pick<AudioFileRow, "key" | "place" | "size" | "problem">[] }> {
      const songs = await db
        .selectFrom("songs")
        .select("audio_url")
        .distinct()
        .where("audio_url", "like", "/uploads/audio/%")
        .orderBy("audio_url")
        .execute();
      const rows = await db
        .selectFrom("audio_files")
        .select(["key", "place", "size", "problem"])
        .where("place", "<>", "none")
        .orderBy("key")
        .execute();
      return { local: songs.map((song) => song.audio_url), files: rows };
    },

    /** Returns the title of the oldest song that uses a file. */
    async titleOf(key: string): Promise<string | undefined> {
      const song = db.selectFrom("songs").select("title").where("audio_url", "in", addressesOf(key));
      return (await song.orderBy("id").limit(1).executeTakeFirst())?.title;
    },

    async usage(): Promise<Record<"bucket" | "private" | "moving" | "stuck" | "premiumToClose", number>> {
      const counts = await db
        .selectFrom("audio_files")
        .select((s) => [
          s.fn.countAll<number>().filterWhere("place", "=", "bucket").as("bucket"),
          s.fn.countAll<number>().filterWhere("place", "=", "private").as("private"),
          s.fn.countAll<number>().filterWhere("problem", "=", "").as("moving"),
          s.fn.countAll<number>().filterWhere("problem", "<>", "").as("stuck"),
        ])
        .executeTakeFirstOrThrow();
      const { n } = await db
        .selectFrom("audio_files")
        .innerJoin("songs", (join) => join.on("songs.audio_url", "=", sql<string>`'R2:' || audio_files.key`))
        .where((e) => e.or([e("audio_files.place", "=", "bucket"), e("audio_files.problem", "is not", null)]))
        .where("songs.is_premium", "=", true)
        .select((s) => s.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return { ...counts, premiumToClose: n };
    },

    /** Returns the error of any one file that could not be moved. */
    async anyProblem(): Promise<string | null> {
      const row = await db
        .selectFrom("audio_files")
        .select("problem")
        .where("problem", "<>", "")
        .limit(1)
        .executeTakeFirst();
      return row?.problem ?? null;
    },
  };
}
