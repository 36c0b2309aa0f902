/** The rules of categories and songs: visibility, checks of a save, and the files of songs. */
import { extname } from "node:path";
import type { z } from "zod";
import {
  type Category,
  type CategoryBody,
  CategoryChange,
  type CategoryWithCount,
  type Song,
  type SongBody,
  SongChange,
  type SongFilter,
  type SongListQuery,
} from "#contract/catalogue.ts";
import { mostCounted } from "#contract/counting.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import { isUnencrypted } from "#contract/fields.ts";
import { fileKeyOf, isOwnAddress, isStorageAddress, localAddress } from "#contract/file-address.ts";
import { lyricsHit } from "#contract/lyrics/search.ts";
import type { PublishedLines } from "#contract/song-lines.ts";
import { assertVersion, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Bin } from "#server/features/bin/bin.service.ts";
import { type FileAddresses, type Files, pathOf } from "#server/features/files/files.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import { cachedUntilChange, createChangeCache } from "#server/platform/db/change-cache.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import { type AdminCaller, anonymous, type Caller, type UserCaller } from "#server/platform/http/caller.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { fileNameOf } from "#server/platform/text.ts";
import {
  type CategoryRow,
  categoryRepository,
  type LyricsSearch,
  type Scope,
  type SongRow,
  type SongWithCategories,
  songRepository,
} from "./catalogue.repository.ts";
import { categoryChanges, songChanges } from "./catalogue-trail.ts";
import { listeningRepository } from "./listening.repository.ts";
import { categoryClaims, songClaims } from "./owned-files.ts";
import { assertReleaseTime } from "./releases.ts";
import { isUnlocked, lyricsSearchOf, scopeOf } from "./song-access.ts";
import type { SongLines } from "./song-lines.service.ts";
import { songLyricsRepository } from "./song-lyrics.repository.ts";
import { curveOf } from "./waveforms.service.ts";

export interface CatalogueDeps {
  database: Database;
  files: Files;
  bin: Pick<Bin, "put">;
  lines: Pick<SongLines, "followLyrics" | "timing" | "published" | "startDraft">;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** The artist of a song that names none. */
const defaultArtist = "Ngân Nga";
const maxCachedCounts = 2000;
const maxSameSongs = 5;
const noAddresses: ReadonlyMap<string, FileAddresses> = new Map();
export const withheldMessages: Record<NonNullable<SongRow["withheld"]>, string> = {
  consent_withdrawn: "Khách hàng đã thôi cho phép đưa bài hát này vào thư viện",
  request_deleted: "Yêu cầu của khách hàng đã bị xóa, không thể hiện lại bài hát này trong thư viện",
};
export const concurrentChangeMessage = "Bài hát vừa được thay đổi ở nơi khác, vui lòng tải lại rồi thử lại";

export function createCatalogue({ database, files, bin, lines }: CatalogueDeps) {
  const { db, commit, dialect, changes } = database;
  const categories = categoryRepository(db);
  const songs = songRepository(db, dialect);
  const likes = listeningRepository(db);
  /** Numbers of songs that are counted. */
  const totals = createChangeCache<number>(changes, [catalogueTopic], { max: maxCachedCounts });
  /** Counts that run, so that readers of the same number wait for one count. */
  const counting = new Map<string, Promise<number>>();

  /**
   * Returns a number that is counted once for each version of the catalogue.
   * @param of what is counted. @param max the count ends there
   */
  async function counted(of: unknown, max: number, task: () => Promise<number>): Promise<number> {
    const exact = JSON.stringify(of);
    const key = `${exact} ${max}`;
    const cached = totals.get(exact) ?? totals.get(key);
    if (cached !== undefined) return Math.min(cached, max);
    const version = totals.version();
    const running = counting.get(`${version} ${key}`);
    if (running && version !== undefined) return running;
    const count = task().finally(() => counting.delete(`${version} ${key}`));
    counting.set(`${version} ${key}`, count);
    const total = await count;
    totals.set(total === max ? key : exact, total, version);
    return total;
  }

  /** Counts songs of a filter, found by title and artist. @param max the count of a search, or of songs that lack something, ends there */
  async function count(filter: SongFilter, scope: Scope, max = Number.MAX_SAFE_INTEGER): Promise<number> {
    if (filter.search === undefined && filter.lacks === undefined && filter.premium === undefined)
      return songs.count(filter, scope);
    return counted([scope, filter], max, () => songs.count(filter, scope, max));
  }

  /** Counts songs that a search finds by their lyrics alone, up to one more than `mostCounted`. */
  function countByLyrics(filter: SongFilter, scope: Scope, search: LyricsSearch): Promise<number> {
    const max = mostCounted + 1;
    return counted([scope, filter, search], max, () => songs.countByLyrics(filter, scope, search, max));
  }

  /**
   * Returns a page of what a search finds: the songs with it in title or artist, then those with it in their lyrics, each the newest
   * first.
   */
  async function found(filter: SongFilter, scope: Scope, search: LyricsSearch, page: { skip: number; limit: number }) {
    const { skip, limit } = page;
    const named = await songs.list(filter, scope, page);
    const isLast = named.length < limit && (named.length > 0 || skip === 0);
    const names = isLast ? skip + named.length : await count(filter, scope, mostCounted + 1);
    if (names > mostCounted && named.length === limit) return { named, sung: [], total: names };
    const byLyrics = await countByLyrics(filter, scope, search);
    const total = Math.min(names + byLyrics, mostCounted + 1);
    if (named.length === limit || byLyrics === 0) return { named, sung: [], total };
    const before = names > mostCounted ? await count(filter, scope) : names;
    const rest = { skip: Math.max(0, skip - before), limit: limit - named.length };
    const isCommon = byLyrics > mostCounted;
    return { named, sung: await songs.listByLyrics(filter, scope, search, rest, isCommon), total };
  }

  function assertPreviewLink(id: number, link: PreviewLink): void {
    if (files.isPageUrl(previewPath(id), link)) return;
    throw new ApiError("forbidden", "Địa chỉ xem thử này không đúng hoặc đã hết hạn");
  }

  /** Returns all categories by id. */
  const categoriesById = cachedUntilChange(changes, [catalogueTopic], async () => {
    const rows = await categories.list("all");
    return new Map<number, CategoryRow>(rows.map((category) => [category.id, category]));
  });

  async function presentAll(list: SongWithCategories[], caller: Caller): Promise<Song[]> {
    const byId = await categoriesById();
    const keys = list.map((song) => fileKeyOf(song.audio_url)).filter((key) => key !== undefined);
    const addresses = keys.length === 0 ? noAddresses : await files.addressesOf(keys);
    return list.map((song) => present(song, byId, addresses, caller));
  }

  /** Presents songs that a search found by their lyrics, with the line that has its words where the caller may read it. */
  async function presentFound(list: SongWithCategories[], caller: Caller, words: string): Promise<Song[]> {
    const readable = list.filter((song) => isUnlocked(song, caller));
    const lines = await songLyricsRepository(db).linesOf(readable.map(({ id }) => id));
    return (await presentAll(list, caller)).map((song) => ({
      ...song,
      lyrics_hit: song.lyrics === null ? null : lyricsHit(words, song.lyrics, lines.get(song.id) ?? null),
    }));
  }

  async function presentOne(song: SongWithCategories | undefined, caller: Caller): Promise<Song> {
    const [presented] = await presentAll([song ?? notFound("Không tìm thấy bài hát")], caller);
    return presented as Song;
  }

  function present(
    song: SongWithCategories,
    byId: Map<number, CategoryRow>,
    addresses: ReadonlyMap<string, FileAddresses>,
    caller: Caller,
  ): Song {
    const isAdmin = caller.kind === "admin";
    const isOpen = isUnlocked(song, caller);
    const visible = song.category_ids
      .map((id) => byId.get(id))
      .filter((category) => category !== undefined && (isAdmin || category.is_active)) as CategoryRow[];
    return {
      id: song.id,
      title: song.title,
      description: song.description,
      artist: song.artist,
      lyrics: isOpen ? song.lyrics : null,
      audio_url: isAdmin
        ? (addresses.get(fileKeyOf(song.audio_url) ?? "")?.stored ?? song.audio_url)
        : isOpen
          ? playableUrl(song.audio_url, song.is_premium, addresses)
          : null,
      ...(isAdmin
        ? {
            stream_url: playableUrl(song.audio_url, true, addresses),
            audio_fault: song.audio_fault ?? null,
            preview_url: song.is_active ? null : files.pageUrl(previewPath(song.id)),
          }
        : {}),
      thumbnail_url: song.thumbnail_url,
      category_ids: visible.map((category) => category.id),
      categories: visible,
      is_active: song.is_active,
      is_featured: song.is_featured,
      is_premium: song.is_premium,
      is_ai_generated: true,
      play_count: song.play_count,
      likes_count: song.likes_count,
      duration: song.duration,
      ...(song.waveform === undefined ? {} : { waveform: curveOf(song.waveform) }),
      created_at: song.created_at,
      ...(isAdmin ? { release_at: song.release_at, version: versionOfSong(song) } : {}),
    };
  }

  /** Returns the URL that a browser can play; null for an unknown object. */
  function playableUrl(url: string, isSigned: boolean, addresses: ReadonlyMap<string, FileAddresses>): string | null {
    const key = fileKeyOf(url);
    const known = key === undefined ? undefined : addresses.get(key);
    if (known === undefined && isStorageAddress(url)) return null;
    if (key === undefined) return url;
    return isSigned ? files.signedUrl(key) : (known?.open ?? localAddress(key));
  }

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

  async function assertCategoriesExist(tx: Tx, ids: readonly number[] | undefined): Promise<void> {
    if (ids && (await categoryRepository(tx).countExisting(ids)) !== ids.length) {
      throw invalidField("category_ids", "Thể loại không tồn tại");
    }
  }

  /** A file can't be free for one song and Premium for another: its address would be open to all. */
  async function assertSharedFileVisibility(
    from: Db,
    audioUrl: string,
    isPremium: boolean,
    except?: number,
  ): Promise<void> {
    if (!isOwnAddress(audioUrl)) return;
    const others = await songRepository(from, dialect).ofAudio(audioUrl);
    if (others.some((song) => song.id !== except && song.is_premium !== isPremium)) {
      throw invalidField("audio_url", sharedFileMessage(isPremium));
    }
  }

  /** Returns songs whose audio has the content of an address. */
  async function songsOfContent(from: Db, address: string): Promise<Pick<SongRow, "id" | "title" | "is_active">[]> {
    const keys = await files.sameContent(from, address);
    return keys.length === 0 ? [] : songRepository(from, dialect).usingFiles(keys, maxSameSongs);
  }

  async function assertNewContent(from: Db, address: string): Promise<void> {
    const [same, ...more] = await songsOfContent(from, address);
    if (!same) return;
    const others = more.length === 0 ? "" : ` và ${more.length === maxSameSongs - 1 ? "các" : more.length} bài khác`;
    const message = `File âm thanh này đã là bài hát “${same.title}”${others}`;
    throw new ApiError("conflict", message, undefined, undefined, "same_file");
  }

  async function assertNameAvailable(tx: Tx, name: string | undefined, except?: number): Promise<void> {
    if (name === undefined) return;
    const other = await categoryRepository(tx).findByName(name);
    if (other && other.id !== except) throw new ApiError("conflict", "Tên thể loại đã tồn tại");
  }

  const readCategory = async (id: number) =>
    versionedCategory((await categories.find(id, "all")) ?? notFound("Không tìm thấy thể loại"));

  return {
    async listCategories(caller: Caller, featured?: boolean): Promise<CategoryRow[]> {
      return forCaller(caller, await categories.list(scopeOf(caller), featured));
    },

    async listCategoriesWithSongCount(caller: Caller): Promise<CategoryWithCount[]> {
      return forCaller(caller, await categories.listWithSongCount(scopeOf(caller)));
    },

    async getCategory(caller: Caller, id: number): Promise<Category> {
      const row = (await categories.find(id, scopeOf(caller))) ?? notFound("Không tìm thấy thể loại");
      return caller.kind === "admin" ? versionedCategory(row) : row;
    },

    createCategory(caller: AdminCaller, body: z.output<typeof CategoryBody>): Promise<Category> {
      return commit({ lock: "catalogue" }, async (tx) => {
        await assertNameAvailable(tx, body.name);
        const row = await categoryRepository(tx).insert({
          ...body,
          description: body.description ?? null,
          icon_url: body.icon_url ?? null,
          is_demo: false,
          created_at: new Date().toISOString(),
        });
        await files.setClaims(tx, { kind: "category", id: row.id }, categoryClaims(row));
        await recordAudit(tx, caller, { action: "create", entity: "category", id: row.id, name: row.name });
        return versionedCategory(row);
      });
    },

    updateCategory(
      caller: AdminCaller,
      id: number,
      { version, ...body }: z.output<typeof CategoryChange>,
    ): Promise<Category> {
      const save = async (tx: Tx) => {
        await dialect.lock(tx, "catalogue");
        const stored = (await categoryRepository(tx).find(id, "all")) ?? notFound("Không tìm thấy thể loại");
        await assertVersion(tx, caller, version, versionedCategory(stored).version, "category", stored);
        await assertNameAvailable(tx, body.name, id);
        const row = Object.values(body).some((value) => value !== undefined)
          ? await categoryRepository(tx).update(id, body)
          : stored;
        await files.setClaims(tx, { kind: "category", id }, categoryClaims(row, stored));
        await recordAudit(tx, caller, {
          action: "update",
          entity: "category",
          id: row.id,
          name: row.name,
          changes: categoryChanges(stored, row),
        });
        return versionedCategory(row);
      };
      return withCurrent(
        () => readCategory(id),
        () => commit(save),
      );
    },

    async deleteCategory(caller: AdminCaller, id: number): Promise<void> {
      await commit({ lock: "catalogue" }, async (tx) => {
        const repository = categoryRepository(tx);
        const stored = (await repository.find(id, "all")) ?? notFound("Không tìm thấy thể loại");
        const songCount = await repository.songCount(id);
        if (songCount > 0) throw new ApiError("conflict", `Không thể xóa thể loại này: còn ${songCount} bài hát`);
        await bin.put(tx, "category", id, caller);
        await recordAudit(tx, caller, { action: "delete", entity: "category", id, name: stored.name });
      });
    },

    /** Returns a page, and the number of songs before skip and limit; of a search up to one more than `mostCounted`. */
    async listSongs(
      caller: Caller,
      { skip, limit, ...filter }: SongListQuery,
    ): Promise<{ rows: Song[]; total: number }> {
      const scope = scopeOf(caller);
      const search = lyricsSearchOf(filter, caller);
      if (search) {
        const { named, sung, total } = await found(filter, scope, search, { skip, limit });
        const rows = [...(await presentAll(named, caller)), ...(await presentFound(sung, caller, search.words))];
        return { rows, total };
      }
      const rows = await songs.list(filter, scope, { skip, limit });
      // A page that is not full is the last one, which gives the total.
      const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
      const total = isLast ? skip + rows.length : await count(filter, scope, mostCounted + 1);
      return { rows: await presentAll(rows, caller), total };
    },

    /** Counts songs; those that a search finds by their lyrics as far as the total stays below one more than `mostCounted`. */
    async countSongs(caller: Caller, filter: SongFilter): Promise<{ total: number }> {
      const scope = scopeOf(caller);
      const names = await count(filter, scope);
      const search = names > mostCounted ? undefined : lyricsSearchOf(filter, caller);
      if (!search) return { total: names };
      return { total: Math.min(names + (await countByLyrics(filter, scope, search)), mostCounted + 1) };
    },

    /** Counts songs and categories, inactive ones included. */
    async totals(): Promise<{ songs: number; categories: number }> {
      const [songTotal, categoryTotal] = await Promise.all([songs.count({}, "all"), categories.count()]);
      return { songs: songTotal, categories: categoryTotal };
    },

    /** Returns active songs with ids above `after` and up to `upTo` in the order of their ids, to page through all of them. */
    activeSongs(after: number, upTo: number, limit: number): Promise<{ id: number; updated_at: string }[]> {
      return songs.activeBetween(after, upTo, limit);
    },

    /** Returns those of some songs that visitors see, as they see them. */
    songsOf: async (ids: readonly number[]): Promise<Song[]> => presentAll(await songs.activeOf(ids), anonymous),

    /** Returns the songs whose audio has the content of a stored file, by its address. */
    sameSongs: (address: string) => songsOfContent(db, address),

    async getSong(caller: Caller, id: number): Promise<Song> {
      const shown = await presentOne(await songs.find(id, scopeOf(caller)), caller);
      const timing = isUnlocked(shown, caller) ? await lines.timing(id) : undefined;
      const song = {
        ...shown,
        has_timed_lines: timing?.isTimed ?? false,
        has_foreign_lines: timing?.isForeign ?? false,
      };
      return caller.kind === "user" ? { ...song, liked: await likes.isLiked(id, caller.id) } : song;
    },

    /**
     * Returns a song as visitors see it, also a hidden one, whose audio has a link that ends with the given one.
     * @throws ApiError `forbidden` for a link that is wrong or has expired; `not_found`.
     */
    async previewSong(id: number, link: PreviewLink): Promise<Song> {
      assertPreviewLink(id, link);
      const stored = (await songs.find(id, "all")) ?? notFound("Không tìm thấy bài hát");
      const song = await presentOne(stored, anonymous);
      const key = fileKeyOf(stored.audio_url);
      if (song.audio_url === null || key === undefined) return song;
      return { ...song, audio_url: files.signedUntil(key, Number(link.expires)) };
    },

    /** Returns the published lines of a song as visitors get them, also of a hidden one. @throws ApiError as `previewSong` */
    async previewLines(id: number, link: PreviewLink): Promise<PublishedLines> {
      assertPreviewLink(id, link);
      return lines.published(anonymous, id, "all");
    },

    /** @throws ApiError `not_found`; `forbidden` for a user without Premium. */
    async downloadSong(caller: UserCaller, id: number): Promise<{ url: string }> {
      const song = (await songs.find(id, scopeOf(caller))) ?? notFound("Không tìm thấy bài hát");
      if (!caller.isPremium) throw new ApiError("forbidden", "Bạn cần có Premium để tải bài hát về máy");
      const key = fileKeyOf(song.audio_url);
      if (key === undefined) return { url: song.audio_url };
      const addresses = await files.addressesOf([key]);
      if (!addresses.has(key)) throw new ApiError("not_found", "Không tìm thấy file âm thanh của bài hát này");
      return { url: files.downloadUrl(key, downloadName(song, extname(key))) };
    },

    /** @param alongside runs in the same transaction; when it throws, there is no song. */
    async createSong(
      caller: AdminCaller,
      body: z.output<typeof SongBody>,
      alongside?: (tx: Tx, id: number) => Promise<void>,
    ): Promise<Song> {
      const { category_ids, allow_same_file, lines: document, ...fields } = body;
      assertReleaseTime(fields.release_at, fields.is_active);
      const audio_url = await normaliseAudioUrl(fields.audio_url);
      const duration = await files.durationOf(audio_url);
      await assertSharedFileVisibility(db, audio_url, fields.is_premium);
      const save = async (tx: Tx) => {
        await dialect.lock(tx, "catalogue");
        await assertCategoriesExist(tx, category_ids);
        if (!allow_same_file) await assertNewContent(tx, audio_url);
        await assertSharedFileVisibility(tx, audio_url, fields.is_premium);
        const now = new Date().toISOString();
        const repository = songRepository(tx, dialect);
        const id = await repository.insert(
          {
            ...fields,
            audio_url,
            duration,
            is_demo: false,
            created_at: now,
            updated_at: now,
          },
          category_ids,
        );
        // Before the claims: owners lock themselves first, then the files.
        await alongside?.(tx, id);
        if (document) await lines.startDraft(tx, id, document, fields.lyrics ?? null, caller.name);
        await files.setClaims(tx, { kind: "song", id }, songClaims({ ...fields, audio_url }));
        await recordAudit(tx, caller, { action: "create", entity: "song", id, name: fields.title });
        return repository.find(id, "all");
      };
      const key = fields.is_premium ? fileKeyOf(audio_url) : undefined;
      const song = key === undefined ? await commit(save) : await files.withPublicCopyRemoved(key, () => commit(save));
      return presentOne(song, caller);
    },

    async updateSong(caller: AdminCaller, id: number, body: z.output<typeof SongChange>): Promise<Song> {
      const { category_ids, version, ...fields } = body;
      const audio_url = fields.audio_url === undefined ? undefined : await normaliseAudioUrl(fields.audio_url);
      const duration = audio_url === undefined ? null : await files.durationOf(audio_url);
      const current = await songs.find(id, "all");
      const protectedKey = newlyProtectedAudio(current, audio_url, fields.is_premium);
      if (protectedKey !== undefined) await assertSharedFileVisibility(db, localAddress(protectedKey), true, id);
      const save = async (tx: Tx) => {
        await dialect.lock(tx, "catalogue");
        const repository = songRepository(tx, dialect);
        const stored = (await repository.find(id, "all")) ?? notFound("Không tìm thấy bài hát");
        const subject = { id, name: stored.title };
        await assertVersion(tx, caller, version, versionOfSong(stored), "song", subject);
        await assertCategoriesExist(tx, category_ids);
        const withheld = fields.is_active || fields.release_at ? await repository.withheld(id) : null;
        if (withheld) throw new ApiError("conflict", withheldMessages[withheld]);
        const isActive = fields.is_active ?? stored.is_active;
        if (fields.release_at !== stored.release_at) assertReleaseTime(fields.release_at, isActive);
        const release_at = isActive ? null : fields.release_at;
        const given = givenFields({ ...fields, release_at, audio_url });
        const next = { ...stored, ...given };
        const isNewAudio = !isSameFile(next.audio_url, stored.audio_url);
        // A concurrent save may have changed which file this one must protect.
        if (newlyProtectedAudio(stored, audio_url, fields.is_premium) !== protectedKey) {
          throw new ApiError("conflict", concurrentChangeMessage);
        }
        await assertSharedFileVisibility(tx, next.audio_url, next.is_premium, id);
        const { title, artist } = next;
        const values = { ...given, title, artist, updated_at: new Date().toISOString() };
        await repository.update(
          id,
          isNewAudio ? { ...values, duration, waveform: null, source_hash: null } : values,
          category_ids,
        );
        if (isNewAudio) await repository.clearFault(id);
        if (next.lyrics !== stored.lyrics) {
          await lines.followLyrics(tx, id, { before: stored.lyrics, lyrics: next.lyrics }, caller.name);
        }
        await files.setClaims(tx, { kind: "song", id }, songClaims(next, stored));
        const saved = (await repository.find(id, "all")) ?? notFound("Không tìm thấy bài hát");
        await recordAudit(tx, caller, {
          action: "update",
          entity: "song",
          id,
          name: title,
          changes: await songChanges(tx, stored, saved),
        });
        return saved;
      };
      const song = () =>
        protectedKey === undefined ? commit(save) : files.withPublicCopyRemoved(protectedKey, () => commit(save));
      return withCurrent(
        async () => presentOne(await songs.find(id, "all"), caller),
        async () => presentOne(await song(), caller),
      );
    },

    /** Holds off other changes of songs until the transaction ends; to be taken before locks of one's own. */
    lock: (tx: Tx): Promise<void> => dialect.lock(tx, "catalogue"),

    /** Hides a song, which nobody shows again until it is permitted. In a transaction that holds the lock. */
    async withholdSong(tx: Tx, id: number, reason: NonNullable<SongRow["withheld"]>): Promise<void> {
      const repository = songRepository(tx, dialect);
      await repository.setWithheld(id, reason);
      const stored = await repository.find(id, "all");
      if (!stored?.is_active) return;
      const { title, artist } = stored;
      const updated_at = new Date().toISOString();
      await repository.update(id, { title, artist, is_active: false, updated_at }, undefined);
      await files.setClaims(tx, { kind: "song", id }, songClaims({ ...stored, is_active: false }, stored));
      const after = { ...stored, is_active: false };
      await recordAudit(
        tx,
        { kind: "system" },
        { action: "update", entity: "song", id, name: title, changes: await songChanges(tx, stored, after) },
      );
    },

    /** Returns songs that are to be shown by now. @param now ISO. */
    dueReleases: (now: string, limit: number): Promise<number[]> => songs.dueReleases(now, limit),

    /**
     * Shows a song whose time has come, unless somebody or another process changed that meanwhile.
     * @param now ISO. @returns whether it was shown.
     */
    releaseSong: (id: number, now: string): Promise<boolean> =>
      commit({ lock: "catalogue" }, async (tx) => {
        const repository = songRepository(tx, dialect);
        const stored = await repository.find(id, "all");
        if (!stored?.release_at || stored.release_at > now) return false;
        const after = { ...stored, is_active: true, release_at: null };
        const { title, artist } = stored;
        const values = { title, artist, is_active: true, release_at: null, updated_at: new Date().toISOString() };
        await repository.update(id, values, undefined);
        await files.setClaims(tx, { kind: "song", id }, songClaims(after, stored));
        const subject = { id, name: title };
        await recordAudit(
          tx,
          { kind: "system" },
          { action: "update", entity: "song", ...subject, changes: await songChanges(tx, stored, after) },
        );
        return true;
      }),

    /** Lets administrators show a withheld song again. In a transaction that holds the lock. */
    permitSong: (tx: Tx, id: number): Promise<void> => songRepository(tx, dialect).setWithheld(id, null),

    async deleteSong(caller: AdminCaller, id: number): Promise<void> {
      await commit({ lock: "catalogue" }, async (tx) => {
        const stored = (await songRepository(tx, dialect).find(id, "all")) ?? notFound("Không tìm thấy bài hát");
        await bin.put(tx, "song", id, caller);
        await recordAudit(tx, caller, { action: "delete", entity: "song", id, name: stored.title });
      });
    },
  };
}

interface PreviewLink {
  expires: string;
  signature: string;
}

/** The path of the page that shows a hidden song as visitors would see it. */
function previewPath(id: number): string {
  return `/songs/${id}/preview`;
}

function versionedCategory<T extends CategoryRow>(row: T): T & { version: string } {
  return { ...row, version: versionOf(CategoryChange, row) };
}

/** Returns categories, to an administrator with their versions. */
function forCaller<T extends CategoryRow>(caller: Caller, rows: T[]): T[] {
  return caller.kind === "admin" ? rows.map(versionedCategory) : rows;
}

function versionOfSong(song: SongWithCategories): string {
  return versionOf(SongChange, { ...song, category_ids: song.category_ids.toSorted((a, b) => a - b) });
}

/** Returns the name of a downloaded song, valid on all systems: `Tác giả - Tên bài.mp3`. */
function downloadName({ artist, title }: Pick<SongWithCategories, "artist" | "title">, extension: string): string {
  return fileNameOf(`${artist || defaultArtist} - ${title}`) + extension;
}

function notFound(message: string): never {
  throw new ApiError("not_found", message);
}

/** True for two addresses of one file. */
function isSameFile(first: string, second: string): boolean {
  return first === second || (fileKeyOf(first) !== undefined && fileKeyOf(first) === fileKeyOf(second));
}

/** Returns the message for a file that is free for one song and Premium for another. */
export function sharedFileMessage(isPremium: boolean): string {
  return isPremium
    ? "File âm thanh này đang thuộc một bài hát miễn phí, vui lòng tải lên file riêng cho bài Premium"
    : "File âm thanh này đang thuộc một bài hát Premium, vui lòng tải lên file riêng";
}

/** Returns the stored audio that a change makes Premium; undefined when there is none. */
export function newlyProtectedAudio(
  stored: Pick<SongWithCategories, "audio_url" | "is_premium"> | undefined,
  audioUrl: string | undefined,
  isPremium: boolean | undefined,
): string | undefined {
  if (!stored) return undefined;
  const next = audioUrl ?? stored.audio_url;
  const becomesProtected = (isPremium ?? stored.is_premium) && (!stored.is_premium || next !== stored.audio_url);
  return becomesProtected ? fileKeyOf(next) : undefined;
}
