/** The writes of songs: each with all that belongs to it, in one transaction. */
import { ApiError } from "#contract/errors.ts";
import { fileKeyOf } from "#contract/file-address.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { Commit } from "#server/platform/db/commit.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { songChanges } from "./catalogue-trail.ts";
import { songClaims } from "./owned-files.ts";
import { songAudioRepository } from "./song-audio.repository.ts";
import type { SongLines } from "./song-lines.service.ts";
import { type NewSong, type SongValues, type SongWithCategories, songRepository } from "./songs.repository.ts";

export interface SongWritesDeps {
  dialect: Dialect;
  files: Pick<Files, "setClaims">;
  lines: Pick<SongLines, "followLyrics">;
}

export type SongWrites = ReturnType<typeof createSongWrites>;

type Writer = OfficeCaller | { kind: "system"; name: string };

/** The site itself, as it changes songs and tells of it. */
export const system = { kind: "system", name: "Hệ thống" } as const;

/** Makes the writes of songs, each in a transaction that holds the lock of the catalogue. */
export function createSongWrites({ dialect, files, lines }: SongWritesDeps) {
  return {
    /**
     * Adds a song with the claims on its files and its entry in the trail.
     * @param beside writes what else belongs to it, before the claims: owners lock themselves first, then the files @returns its id
     */
    async insert(
      tx: Tx,
      by: Writer,
      song: NewSong,
      categoryIds: readonly number[],
      beside: (id: number) => Promise<void>,
    ): Promise<number> {
      const now = new Date().toISOString();
      const row = { ...song, is_demo: false, created_at: now, updated_at: now };
      const id = await songRepository(tx, dialect).insert(row, categoryIds);
      await beside(id);
      await files.setClaims(tx, { kind: "song", id }, songClaims(song));
      await recordAudit(tx, by, { action: "create", entity: "song", id, name: song.title });
      return id;
    },

    /**
     * Gives a song values, with all that follows: a shown song waits for no time, new audio is measured anew, the lines follow the lyrics, the
     * files are claimed as the song is now, and the trail tells what became of what.
     * @param duration of new audio, in seconds; null when unknown
     */
    async update(
      tx: Tx,
      by: Writer,
      before: SongWithCategories,
      values: SongValues,
      duration: number | null = null,
    ): Promise<void> {
      const { id } = before;
      const isActive = values.is_active ?? before.is_active;
      const change = isActive ? { ...values, release_at: null } : values;
      const after = { ...before, ...change };
      const isNewAudio = !isSameFile(after.audio_url, before.audio_url);
      const measured = isNewAudio ? { duration, waveform: null, tempo: null, source_hash: null } : {};
      // The sample of what is no longer heard ends with its claim.
      if (isNewAudio || !after.is_premium) after.sample = null;
      await songRepository(tx, dialect).update(before, { ...change, ...measured, sample: after.sample });
      if (isNewAudio) await songAudioRepository(tx, dialect).clearFault(id);
      if (after.lyrics !== before.lyrics) {
        await lines.followLyrics(tx, id, { before: before.lyrics, lyrics: after.lyrics }, by.name);
      }
      await files.setClaims(tx, { kind: "song", id }, songClaims(after, before));
      const subject = { id, name: after.title };
      await recordAudit(tx, by, {
        action: "update",
        entity: "song",
        ...subject,
        changes: await songChanges(tx, before, after),
      });
    },
  };
}

/** True for two addresses of one file. */
function isSameFile(first: string, second: string): boolean {
  return first === second || (fileKeyOf(first) !== undefined && fileKeyOf(first) === fileKeyOf(second));
}

/**
 * Commits a change of songs, which makes stored audio Premium. The public copies of that audio must be gone before, and removing them takes
 * longer than a transaction may: so a save looks before its transaction which files they are (`newlyPremiumAudio`), and looks again in it, under
 * the lock of the catalogue. When another save came between and they are others now, `assertSameAudio` refuses it, and its sender looks again.
 * @param keys of the files, in the order in which all saves take them
 */
export function commitSongs<T>(
  commit: Commit,
  files: Pick<Files, "withPublicCopyRemoved">,
  [key, ...others]: readonly string[],
  save: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (key === undefined) return commit({ lock: "catalogue" }, save);
  return files.withPublicCopyRemoved(key, () => commitSongs(commit, files, others, save));
}

/** @throws ApiError `conflict` when a change would make other audio Premium than that whose public copies were removed for it */
export function assertSameAudio(removed: readonly string[], keys: readonly string[]): void {
  if (removed.join() === keys.join()) return;
  throw new ApiError("conflict", "Bài hát vừa được thay đổi ở nơi khác, vui lòng tải lại rồi thử lại");
}
