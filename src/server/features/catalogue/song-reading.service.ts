/** Songs for those who read and hear them: lists, searches, pages, downloads. */
import { extname } from "node:path";
import type { Song, SongFilter, SongListQuery } from "#contract/catalogue.ts";
import { mostCounted } from "#contract/counting.ts";
import { ApiError } from "#contract/errors.ts";
import { fileKeyOf } from "#contract/file-address.ts";
import type { PublishedLines } from "#contract/song-lines.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { anonymous, type Caller, type UserCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { fileNameOf } from "#server/platform/text.ts";
import { listeningRepository } from "./listening.repository.ts";
import { similarSongsRepository } from "./similar-songs.repository.ts";
import { isUnlocked, lyricsSearchOf, scopeOf } from "./song-access.ts";
import { type Candidate, mostAlike } from "./song-likeness.ts";
import type { SongLines } from "./song-lines.service.ts";
import { songListRepository } from "./song-list.repository.ts";
import { previewPath, type SongPresenter } from "./song-presenter.ts";
import { missingSong } from "./song-rules.ts";
import { createSongSearch } from "./song-search.ts";
import { type SongWithCategories, songRepository } from "./songs.repository.ts";

export interface SongReadingDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  files: Pick<Files, "addressesOf" | "downloadUrl" | "isPageUrl" | "signedUntil">;
  lines: Pick<SongLines, "timing" | "published">;
  presenter: SongPresenter;
}

export type SongReading = ReturnType<typeof createSongReading>;

/** Genres of a song, in their order, by which songs like it are looked for. */
const mostGenres = 5;

/** The artist of a song that names none. */
const defaultArtist = "Ngân Nga";

export function createSongReading({ database, files, lines, presenter }: SongReadingDeps) {
  const { db, dialect } = database;
  const { presentAll, presentFound, presentOne } = presenter;
  const songs = songRepository(db, dialect);
  const lists = songListRepository(db, dialect);
  const search = createSongSearch(database);
  const alike = similarSongsRepository(db, dialect);

  function assertPreviewLink(id: number, link: PreviewLink): void {
    if (files.isPageUrl(previewPath(id), link)) return;
    throw new ApiError("forbidden", "Địa chỉ xem thử này không đúng hoặc đã hết hạn");
  }

  return {
    /** Returns a page, and the number of songs before skip and limit; of a search up to one more than `mostCounted`. */
    async list(caller: Caller, { skip, limit, ...filter }: SongListQuery): Promise<{ rows: Song[]; total: number }> {
      const scope = scopeOf(caller);
      const inLyrics = lyricsSearchOf(filter, caller);
      if (inLyrics) {
        const { named, sung, total } = await search.find(filter, scope, inLyrics, { skip, limit });
        const rows = [...(await presentAll(named, caller)), ...(await presentFound(sung, caller, inLyrics.words))];
        return { rows, total };
      }
      const rows = await lists.list(filter, scope, { skip, limit });
      // A page that is not full is the last one, which gives the total.
      const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
      const total = isLast ? skip + rows.length : await search.count(filter, scope, mostCounted + 1);
      return { rows: await presentAll(rows, caller), total };
    },

    /** Counts songs; those that a search finds by their lyrics as far as the total stays below one more than `mostCounted`. */
    async count(caller: Caller, filter: SongFilter): Promise<{ total: number }> {
      const scope = scopeOf(caller);
      const names = await search.count(filter, scope);
      const inLyrics = names > mostCounted ? undefined : lyricsSearchOf(filter, caller);
      if (!inLyrics) return { total: names };
      return { total: Math.min(names + (await search.countByLyrics(filter, scope, inLyrics)), mostCounted + 1) };
    },

    /** Counts songs, inactive ones included. */
    total: (): Promise<number> => lists.count({}, "all"),

    /** Returns active songs with ids above `after` and up to `upTo` in the order of their ids, to page through all of them. */
    activeBetween(after: number, upTo: number, limit: number): Promise<{ id: number; updated_at: string }[]> {
      return songs.activeBetween(after, upTo, limit);
    },

    /** Returns those of some songs that visitors see, as the caller sees them. */
    activeOf: async (ids: readonly number[], caller: Caller = anonymous): Promise<Song[]> =>
      presentAll(await songs.activeOf(ids), caller),

    async get(caller: Caller, id: number): Promise<Song> {
      const shown = await presentOne(await findOrThrow(songs.find(id, scopeOf(caller)), missingSong), caller);
      const timing = isUnlocked(shown, caller) ? await lines.timing(id) : undefined;
      const song = {
        ...shown,
        has_timed_lines: timing?.isTimed ?? false,
        has_foreign_lines: timing?.isForeign ?? false,
      };
      return caller.kind === "user" ? { ...song, liked: await listeningRepository(db).isLiked(id, caller.id) } : song;
    },

    /** Returns shown songs like another one that the caller may hear, the most alike first, never that song itself. */
    async similar(caller: Caller, id: number, limit: number): Promise<Song[]> {
      const song = await findOrThrow(songs.find(id, scopeOf(caller)), missingSong);
      const candidates = new Map<number, Candidate>();
      for await (const category of inTurns(song.category_ids.slice(0, mostGenres))) {
        for (const found of await alike.ofCategory(category)) {
          const sharedGenres = (candidates.get(found.id)?.sharedGenres ?? 0) + 1;
          if (found.id !== id && isUnlocked(found, caller)) candidates.set(found.id, { ...found, sharedGenres });
        }
      }
      const ofArtist = song.artist === null ? [] : await alike.ofArtist(song.artist);
      for (const found of ofArtist) {
        const isNew = found.id !== id && !candidates.has(found.id);
        if (isNew && isUnlocked(found, caller)) candidates.set(found.id, { ...found, sharedGenres: 0 });
      }
      const ids = mostAlike({ ...song, tempo: song.tempo ?? null }, [...candidates.values()], limit);
      const shown = new Map((await songs.activeOf(ids)).map((one) => [one.id, one]));
      return presentAll(
        ids.map((each) => shown.get(each)).filter((one) => one !== undefined),
        caller,
      );
    },

    /**
     * Returns a song as visitors see it, also a hidden one, whose audio has a link that ends with the given one.
     * @throws ApiError `forbidden` for a link that is wrong or has expired; `not_found`.
     */
    async preview(id: number, link: PreviewLink): Promise<Song> {
      assertPreviewLink(id, link);
      const stored = await findOrThrow(songs.find(id, "all"), missingSong);
      const song = await presentOne(stored, anonymous);
      const key = fileKeyOf(stored.audio_url);
      if (song.audio_url === null || key === undefined) return song;
      return { ...song, audio_url: files.signedUntil(key, Number(link.expires)) };
    },

    /** Returns the published lines of a song as visitors get them, also of a hidden one. @throws ApiError as `preview` */
    async previewLines(id: number, link: PreviewLink): Promise<PublishedLines> {
      assertPreviewLink(id, link);
      return lines.published(anonymous, id, "all");
    },

    /** @throws ApiError `not_found`; `forbidden` for a user without Premium. */
    async download(caller: UserCaller, id: number): Promise<{ url: string }> {
      const song = await findOrThrow(songs.find(id, scopeOf(caller)), missingSong);
      if (!caller.isPremium) throw new ApiError("forbidden", "Bạn cần có Premium để tải bài hát về máy");
      const key = fileKeyOf(song.audio_url);
      if (key === undefined) return { url: song.audio_url };
      const addresses = await files.addressesOf([key]);
      if (!addresses.has(key)) throw new ApiError("not_found", "Không tìm thấy file âm thanh của bài hát này");
      return { url: files.downloadUrl(key, downloadName(song, extname(key))) };
    },
  };
}

interface PreviewLink {
  expires: string;
  signature: string;
}

/** Returns the name of a downloaded song, valid on all systems: `Tác giả - Tên bài.mp3`. */
function downloadName({ artist, title }: Pick<SongWithCategories, "artist" | "title">, extension: string): string {
  return fileNameOf(`${artist || defaultArtist} - ${title}`) + extension;
}
