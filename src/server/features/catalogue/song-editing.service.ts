/** The rules of a save of a song: what is checked, and which other songs have its audio. */
import type { z } from "zod";
import type { Song, SongBody, SongChange } from "#contract/catalogue.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import { isUnencrypted } from "#contract/fields.ts";
import { isOwnAddress, localAddress } from "#contract/file-address.ts";
import { assertVersion, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Bin } from "#server/features/bin/bin.service.ts";
import { type Files, pathOf } from "#server/features/files/files.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { withCurrent } from "#server/platform/record-version.ts";
import { assertReleaseTime } from "./releases.service.ts";
import { songAudioRepository } from "./song-audio.repository.ts";
import type { SongLines } from "./song-lines.service.ts";
import { type SongPresenter, versionOfSong } from "./song-presenter.ts";
import {
  assertCategoriesExist,
  assertNotWithheld,
  missingSong,
  newlyPremiumAudio,
  sharedFileRefusal,
} from "./song-rules.ts";
import { assertSameAudio, commitSongs, type SongWrites } from "./song-writes.ts";
import { type SongRow, songRepository } from "./songs.repository.ts";

export interface SongEditingDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  files: Pick<Files, "durationOf" | "sameContent" | "storedAddress" | "withPublicCopyRemoved">;
  bin: Pick<Bin, "put">;
  lines: Pick<SongLines, "startDraft">;
  presenter: Pick<SongPresenter, "presentOne">;
  writes: SongWrites;
}

export type SongEditing = ReturnType<typeof createSongEditing>;

const maxSameSongs = 5;

export function createSongEditing({ database, files, bin, lines, presenter, writes }: SongEditingDeps) {
  const { db, commit, dialect } = database;

  /** Finds a song, hidden ones too. @throws ApiError `not_found` */
  const find = (from: Db, id: number) => findOrThrow(songRepository(from, dialect).find(id, "all"), missingSong);

  /**
   * Returns the same address for every spelling of the address of a stored file.
   * @throws ApiError `invalid` at `audio_url` for a file of another site that pages can't load.
   */
  async function normaliseAudioUrl(url: string): Promise<string> {
    const stored = await files.storedAddress(url);
    if (stored !== undefined) return stored;
    const path = pathOf(url);
    if (url.startsWith("/") && path !== undefined && isOwnAddress(path)) return path;
    if (isUnencrypted(url)) throw invalidField("audio_url", "Trang công khai chỉ phát âm thanh qua https://");
    return url;
  }

  async function assertSharedFile(from: Db, song: Pick<SongRow, "audio_url" | "is_premium">, except: number[]) {
    const message = await sharedFileRefusal(from, dialect, song, except);
    if (message !== undefined) throw invalidField("audio_url", message);
  }

  /** Returns songs whose audio has the content of an address. */
  async function songsOfContent(from: Db, address: string): Promise<Pick<SongRow, "id" | "title" | "is_active">[]> {
    const keys = await files.sameContent(from, address);
    return keys.length === 0 ? [] : songAudioRepository(from, dialect).usingFiles(keys, maxSameSongs);
  }

  async function assertNewContent(from: Db, address: string): Promise<void> {
    const [same, ...more] = await songsOfContent(from, address);
    if (!same) return;
    const others = more.length === 0 ? "" : ` và ${more.length === maxSameSongs - 1 ? "các" : more.length} bài khác`;
    const message = `File âm thanh này đã là bài hát “${same.title}”${others}`;
    throw new ApiError("conflict", message, undefined, undefined, "same_file");
  }

  return {
    /** Holds off other changes of songs until the transaction ends; to be taken before locks of one's own. */
    lock: (tx: Tx): Promise<void> => dialect.lock(tx, "catalogue"),

    /** Returns the songs whose audio has the content of a stored file, by its address. */
    sameSongs: (address: string) => songsOfContent(db, address),

    /** @param alongside runs in the same transaction; when it throws, there is no song. */
    async create(
      caller: AdminCaller,
      body: z.output<typeof SongBody>,
      alongside?: (tx: Tx, id: number) => Promise<void>,
    ): Promise<Song> {
      const { category_ids, allow_same_file, lines: document, ...fields } = body;
      assertReleaseTime(fields.release_at, fields.is_active);
      const audio_url = await normaliseAudioUrl(fields.audio_url);
      const duration = await files.durationOf(audio_url);
      const song = { ...fields, audio_url, duration };
      await assertSharedFile(db, song, []);
      const key = newlyPremiumAudio(undefined, song);
      const saved = await commitSongs(commit, files, key === undefined ? [] : [key], async (tx) => {
        await assertCategoriesExist(tx, category_ids, "category_ids");
        if (!allow_same_file) await assertNewContent(tx, audio_url);
        await assertSharedFile(tx, song, []);
        const id = await writes.insert(tx, caller, song, category_ids, async (songId) => {
          await alongside?.(tx, songId);
          if (document) await lines.startDraft(tx, songId, document, fields.lyrics ?? null, caller.name);
        });
        return find(tx, id);
      });
      return presenter.presentOne(saved, caller);
    },

    async update(caller: AdminCaller, id: number, body: z.output<typeof SongChange>): Promise<Song> {
      const { version, ...fields } = body;
      const audio_url = fields.audio_url === undefined ? undefined : await normaliseAudioUrl(fields.audio_url);
      const duration = audio_url === undefined ? null : await files.durationOf(audio_url);
      const values = givenFields({ ...fields, audio_url });
      /** Returns the audio that becomes Premium by this change of a song as it was read. */
      const closing = (song: Pick<SongRow, "audio_url" | "is_premium">): string[] =>
        [newlyPremiumAudio(song, { ...song, ...values })].filter((key) => key !== undefined);

      const save = async () => {
        const keys = closing(await find(db, id));
        const [key] = keys;
        if (key !== undefined) await assertSharedFile(db, { audio_url: localAddress(key), is_premium: true }, [id]);
        return commitSongs(commit, files, keys, async (tx) => {
          const stored = await find(tx, id);
          await assertVersion(tx, caller, version, versionOfSong(stored), "song", { id, name: stored.title });
          if (fields.category_ids) await assertCategoriesExist(tx, fields.category_ids, "category_ids");
          if (fields.is_active || fields.release_at) await assertNotWithheld(tx, id);
          const isActive = fields.is_active ?? stored.is_active;
          if (fields.release_at !== stored.release_at) assertReleaseTime(fields.release_at, isActive);
          assertSameAudio(keys, closing(stored));
          await assertSharedFile(tx, { ...stored, ...values }, [id]);
          await writes.update(tx, caller, stored, values, duration);
          return find(tx, id);
        });
      };
      return withCurrent(
        async () => presenter.presentOne(await find(db, id), caller),
        async () => presenter.presentOne(await save(), caller),
      );
    },

    async remove(caller: AdminCaller, id: number): Promise<void> {
      await commit({ lock: "catalogue" }, async (tx) => {
        const { title: name } = await find(tx, id);
        await bin.put(tx, "song", id, caller);
        await recordAudit(tx, caller, { action: "delete", entity: "song", id, name });
      });
    },
  };
}
