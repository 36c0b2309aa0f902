/** The rules of categories and songs: visibility, checks of a save, and the files of songs. */
import type { z } from "zod";
import type {
  Category,
  CategoryBody,
  CategoryChange,
  CategoryWithCount,
  Song,
  SongBody,
  SongChange,
  SongFilter,
  SongListQuery,
} from "#contract/catalogue.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import { isUnencrypted } from "#contract/fields.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { removeFilesTopic } from "#server/features/media/uploads.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import { cachedUntilChange, createChangeCache } from "#server/platform/db/change-cache.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, Caller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type AudioFiles, isProtectedAudio, keyOf } from "./audio-files.service.ts";
import {
  type CategoryRow,
  categoryRepository,
  type Scope,
  type SongWithCategories,
  songRepository,
} from "./catalogue.repository.ts";
import { listeningRepository } from "./listening.repository.ts";

/** The store of files, as far as the catalogue needs it. */
export interface SongFiles {
  /** Returns a link to a stored file that is valid for at least 12 hours. */
  signedUrl(url: string): string;
  /** Returns seconds; null when the address is not of a stored file or its length is unknown. */
  durationOf(url: string): Promise<number | null>;
  /** True for the address of an existing file of the store. */
  holds(url: string): boolean;
}

export interface CatalogueDeps {
  database: Database;
  outbox: Outbox;
  files: SongFiles;
  audioFiles: AudioFiles;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

const maxCachedCounts = 2000;
const noUrls: ReadonlyMap<string, string> = new Map();
const filterKey = ({ category_id, featured, active, search }: SongFilter) =>
  JSON.stringify([category_id, featured, active, search]);
export const concurrentChangeMessage = "Bài hát vừa được thay đổi ở nơi khác, vui lòng tải lại rồi thử lại";

export function createCatalogue({ database, outbox, files, audioFiles }: CatalogueDeps) {
  const { db, dialect, changes } = database;
  const categories = categoryRepository(db);
  const songs = songRepository(db, dialect);
  const likes = listeningRepository(db);
  /** Totals of public filters. */
  const totals = createChangeCache<number>(changes, [catalogueTopic], { max: maxCachedCounts });

  /** Runs one transaction, then invalidates this process's caches and starts the removal of orphaned files. */
  async function write<T>(task: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await db.transaction().execute(task);
    changes.committed(catalogueTopic);
    outbox.flush().catch(() => {});
    return result;
  }

  async function count(filter: SongFilter, scope: Scope): Promise<number> {
    if (scope === "all") return songs.count(filter, scope);
    const key = filterKey(filter);
    const cached = totals.get(key);
    if (cached !== undefined) return cached;
    const version = totals.version();
    const total = await songs.count(filter, scope);
    totals.set(key, total, version);
    return total;
  }

  /** Returns all categories by id. */
  const categoriesById = cachedUntilChange(changes, [catalogueTopic], async () => {
    const rows = await categories.list("all");
    return new Map<number, CategoryRow>(rows.map((category) => [category.id, category]));
  });

  async function presentAll(list: SongWithCategories[], caller: Caller): Promise<Song[]> {
    const byId = await categoriesById();
    const keys = list.map((song) => keyOf(song.audio_url)).filter((key) => key !== undefined);
    const openUrls = keys.length === 0 ? noUrls : await audioFiles.openUrls(keys);
    return list.map((song) => present(song, byId, openUrls, caller));
  }

  async function presentOne(song: SongWithCategories | undefined, caller: Caller): Promise<Song> {
    const [presented] = await presentAll([song ?? notFound("Không tìm thấy bài hát")], caller);
    return presented as Song;
  }

  function present(
    song: SongWithCategories,
    byId: Map<number, CategoryRow>,
    openUrls: ReadonlyMap<string, string>,
    caller: Caller,
  ): Song {
    const isAdmin = caller.kind === "admin";
    const isUnlocked = !song.is_premium || (caller.kind === "user" && caller.isPremium);
    const visible = song.category_ids
      .map((id) => byId.get(id))
      .filter((category) => category !== undefined && (isAdmin || category.is_active)) as CategoryRow[];
    return {
      id: song.id,
      title: song.title,
      description: song.description,
      artist: song.artist,
      lyrics: isAdmin || isUnlocked ? song.lyrics : null,
      audio_url: isAdmin ? song.audio_url : isUnlocked ? playableUrl(song.audio_url, song.is_premium, openUrls) : null,
      ...(isAdmin ? { stream_url: playableUrl(song.audio_url, true, openUrls) } : {}),
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
      ...(song.waveform === undefined ? {} : { waveform: song.waveform ? song.waveform.split(",").map(Number) : null }),
      created_at: song.created_at,
    };
  }

  /** Returns the URL that a browser can play; null for an unknown object. */
  function playableUrl(url: string, isSigned: boolean, openUrls: ReadonlyMap<string, string>): string | null {
    const key = keyOf(url);
    const openUrl = key === undefined ? url : openUrls.get(key);
    if (openUrl === undefined) return null;
    if (!isSigned) return openUrl;
    const localUrl = key === undefined ? url : `/uploads/${key}`;
    return isStored(localUrl) ? files.signedUrl(localUrl) : localUrl;
  }

  /**
   * Returns the same address for every spelling of the address of a stored file.
   * @throws ApiError `invalid` at `audio_url` for a file of another site that pages can't load.
   */
  async function normaliseAudioUrl(url: string): Promise<string> {
    const path = pathOf(url);
    const registered =
      (await audioFiles.registeredUrl(url)) ?? (path === undefined ? undefined : await audioFiles.registeredUrl(path));
    if (registered !== undefined || path === undefined) return registered ?? url;
    if (url.startsWith("/") ? isStored(path) : files.holds(path)) return path;
    if (isUnencrypted(url)) throw invalidField("audio_url", "Trang công khai chỉ phát âm thanh qua https://");
    return url;
  }

  async function assertAudioExists(tx: Tx, audioUrl: string): Promise<void> {
    const key = keyOf(audioUrl);
    if (key !== undefined && !(await audioFiles.exists(tx, key))) {
      throw invalidField("audio_url", "Không tìm thấy file âm thanh này trong kho lưu trữ");
    }
  }

  function durationOf(audioUrl: string): Promise<number | null> {
    const key = keyOf(audioUrl);
    return key === undefined ? files.durationOf(audioUrl) : audioFiles.durationOf(key);
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
    if (!isOwnFile(audioUrl)) return;
    const others = await songRepository(from, dialect).ofAudio(audioUrl);
    if (others.some((song) => song.id !== except && song.is_premium !== isPremium)) {
      throw invalidField("audio_url", sharedFileMessage(isPremium));
    }
  }

  async function assertNameAvailable(tx: Tx, name: string | undefined, except?: number): Promise<void> {
    if (name === undefined) return;
    const other = await categoryRepository(tx).findByName(name);
    if (other && other.id !== except) throw new ApiError("conflict", "Tên thể loại đã tồn tại");
  }

  return {
    async listCategories(caller: Caller, featured?: boolean): Promise<CategoryRow[]> {
      return categories.list(scopeOf(caller), featured);
    },

    async listCategoriesWithSongCount(caller: Caller): Promise<CategoryWithCount[]> {
      return categories.listWithSongCount(scopeOf(caller));
    },

    async getCategory(caller: Caller, id: number): Promise<Category> {
      return (await categories.find(id, scopeOf(caller))) ?? notFound("Không tìm thấy thể loại");
    },

    createCategory(caller: AdminCaller, body: z.output<typeof CategoryBody>): Promise<Category> {
      return write(async (tx) => {
        await dialect.lock(tx, "catalogue");
        await assertNameAvailable(tx, body.name);
        const row = await categoryRepository(tx).insert({
          ...body,
          description: body.description ?? null,
          icon_url: body.icon_url ?? null,
          is_demo: false,
          created_at: new Date().toISOString(),
        });
        await recordAudit(tx, caller, { action: "create", entity: "category", entityId: row.id, summary: row.name });
        return row;
      });
    },

    updateCategory(caller: AdminCaller, id: number, body: z.output<typeof CategoryChange>): Promise<Category> {
      return write(async (tx) => {
        await dialect.lock(tx, "catalogue");
        const stored = (await categoryRepository(tx).find(id, "all")) ?? notFound("Không tìm thấy thể loại");
        await assertNameAvailable(tx, body.name, id);
        const row = Object.values(body).some((value) => value !== undefined)
          ? await categoryRepository(tx).update(id, body)
          : stored;
        await recordAudit(tx, caller, { action: "update", entity: "category", entityId: id, summary: row.name });
        return row;
      });
    },

    async deleteCategory(caller: AdminCaller, id: number): Promise<void> {
      await write(async (tx) => {
        await dialect.lock(tx, "catalogue");
        const repository = categoryRepository(tx);
        const stored = (await repository.find(id, "all")) ?? notFound("Không tìm thấy thể loại");
        const songCount = await repository.songCount(id);
        if (songCount > 0) throw new ApiError("conflict", `Không thể xóa thể loại này: còn ${songCount} bài hát`);
        await repository.remove(id);
        await recordAudit(tx, caller, { action: "delete", entity: "category", entityId: id, summary: stored.name });
      });
    },

    async listSongs(
      caller: Caller,
      { skip, limit, ...filter }: SongListQuery,
    ): Promise<{ rows: Song[]; total: number }> {
      const scope = scopeOf(caller);
      const version = totals.version();
      const page = await songs.list(filter, scope, { skip, limit });
      const { rows } = page;
      // A page that is not full is the last one, which gives the total.
      const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
      const pageTotal = page.total ?? (isLast ? skip + rows.length : undefined);
      if (pageTotal !== undefined && scope === "public") totals.set(filterKey(filter), pageTotal, version);
      const total = pageTotal ?? (await count(filter, scope));
      return { rows: await presentAll(rows, caller), total };
    },

    async countSongs(caller: Caller, filter: SongFilter): Promise<{ total: number }> {
      return { total: await count(filter, scopeOf(caller)) };
    },

    /** Counts songs and categories, inactive ones included. */
    async totals(): Promise<{ songs: number; categories: number }> {
      const [songTotal, categoryTotal] = await Promise.all([songs.count({}, "all"), categories.count()]);
      return { songs: songTotal, categories: categoryTotal };
    },

    /** Returns the titles of existing songs by id. */
    async songTitles(ids: readonly number[]): Promise<Map<number, string>> {
      return new Map((await songs.titles(ids)).map(({ id, title }) => [id, title]));
    },

    /** Returns the names of existing categories by id. */
    async categoryNames(ids: readonly number[]): Promise<Map<number, string>> {
      return new Map((await categories.names(ids)).map(({ id, name }) => [id, name]));
    },

    /** Returns active songs with ids above `after` and up to `upTo` in the order of their ids, to page through all of them. */
    activeSongs(after: number, upTo: number, limit: number): Promise<{ id: number; updated_at: string }[]> {
      return songs.activeBetween(after, upTo, limit);
    },

    async getSong(caller: Caller, id: number): Promise<Song> {
      const song = await presentOne(await songs.find(id, scopeOf(caller)), caller);
      return caller.kind === "user" ? { ...song, liked: await likes.isLiked(id, caller.id) } : song;
    },

    async createSong(caller: AdminCaller, body: z.output<typeof SongBody>): Promise<Song> {
      const { category_ids, ...fields } = body;
      const audio_url = await normaliseAudioUrl(fields.audio_url);
      const duration = await durationOf(audio_url);
      await assertSharedFileVisibility(db, audio_url, fields.is_premium);
      const save = async (tx: Tx) => {
        await dialect.lock(tx, "catalogue");
        await assertCategoriesExist(tx, category_ids);
        await assertAudioExists(tx, audio_url);
        await assertSharedFileVisibility(tx, audio_url, fields.is_premium);
        const now = new Date().toISOString();
        const repository = songRepository(tx, dialect);
        const id = await repository.insert(
          {
            ...fields,
            description: fields.description ?? null,
            artist: fields.artist ?? null,
            lyrics: fields.lyrics ?? null,
            thumbnail_url: fields.thumbnail_url ?? null,
            audio_url,
            duration,
            waveform: null,
            source_hash: null,
            is_demo: false,
            created_at: now,
            updated_at: now,
          },
          category_ids,
        );
        await audioFiles.enqueueMove(tx, audio_url);
        await recordAudit(tx, caller, { action: "create", entity: "song", entityId: id, summary: fields.title });
        return repository.find(id, "all");
      };
      const song = fields.is_premium
        ? await audioFiles.withPublicCopyRemoved(audio_url, () => write(save))
        : await write(save);
      return presentOne(song, caller);
    },

    async updateSong(caller: AdminCaller, id: number, body: z.output<typeof SongChange>): Promise<Song> {
      const { category_ids, ...fields } = body;
      const audio_url = fields.audio_url === undefined ? undefined : await normaliseAudioUrl(fields.audio_url);
      const duration = audio_url === undefined ? null : await durationOf(audio_url);
      const current = await songs.find(id, "all");
      const protectedUrl = newlyProtectedAudio(current, audio_url, fields.is_premium);
      if (protectedUrl !== undefined) await assertSharedFileVisibility(db, protectedUrl, true, id);
      const save = async (tx: Tx) => {
        await dialect.lock(tx, "catalogue");
        const repository = songRepository(tx, dialect);
        const stored = (await repository.find(id, "all")) ?? notFound("Không tìm thấy bài hát");
        await assertCategoriesExist(tx, category_ids);
        const next = {
          title: fields.title ?? stored.title,
          artist: fields.artist === undefined ? stored.artist : fields.artist,
          description: fields.description === undefined ? stored.description : fields.description,
          lyrics: fields.lyrics === undefined ? stored.lyrics : fields.lyrics,
          thumbnail_url: fields.thumbnail_url === undefined ? stored.thumbnail_url : fields.thumbnail_url,
          is_active: fields.is_active ?? stored.is_active,
          is_featured: fields.is_featured ?? stored.is_featured,
          is_premium: fields.is_premium ?? stored.is_premium,
          audio_url: audio_url ?? stored.audio_url,
          updated_at: new Date().toISOString(),
        };
        const isNewAudio = next.audio_url !== stored.audio_url;
        // A concurrent save may have changed which file this one must protect.
        if (newlyProtectedAudio(stored, audio_url, fields.is_premium) !== protectedUrl) {
          throw new ApiError("conflict", concurrentChangeMessage);
        }
        if (isNewAudio) await assertAudioExists(tx, next.audio_url);
        await assertSharedFileVisibility(tx, next.audio_url, next.is_premium, id);
        await repository.update(
          id,
          isNewAudio ? { ...next, duration, waveform: null, source_hash: null } : next,
          category_ids,
        );
        const orphans = [
          ...(isNewAudio ? [stored.audio_url] : []),
          ...(stored.thumbnail_url && next.thumbnail_url !== stored.thumbnail_url ? [stored.thumbnail_url] : []),
        ].filter(isOwnFile);
        if (orphans.length > 0) await outbox.add(tx, removeFilesTopic, { urls: orphans });
        const mayMove = isNewAudio || next.is_premium !== stored.is_premium || next.is_active !== stored.is_active;
        if (mayMove) await audioFiles.enqueueMove(tx, next.audio_url);
        await recordAudit(tx, caller, { action: "update", entity: "song", entityId: id, summary: next.title });
        return repository.find(id, "all");
      };
      const song =
        protectedUrl === undefined
          ? await write(save)
          : await audioFiles.withPublicCopyRemoved(protectedUrl, () => write(save));
      return presentOne(song, caller);
    },

    async deleteSong(caller: AdminCaller, id: number): Promise<void> {
      await write(async (tx) => {
        await dialect.lock(tx, "catalogue");
        const repository = songRepository(tx, dialect);
        const stored = (await repository.find(id, "all")) ?? notFound("Không tìm thấy bài hát");
        await repository.remove(id);
        const orphans = [stored.audio_url, stored.thumbnail_url ?? ""].filter(isOwnFile);
        if (orphans.length > 0) await outbox.add(tx, removeFilesTopic, { urls: orphans });
        await audioFiles.enqueueMove(tx, stored.audio_url);
        await recordAudit(tx, caller, { action: "delete", entity: "song", entityId: id, summary: stored.title });
      });
    },

    /** True when the stored file of an address needs a signed link. */
    isProtected: async (url: string): Promise<boolean> => isProtectedAudio(await songs.ofAudio(url)),

    isReferenced: (url: string): Promise<boolean> => songs.isReferenced(url),
  };
}

function scopeOf(caller: Caller): Scope {
  return caller.kind === "admin" ? "all" : "public";
}

function notFound(message: string): never {
  throw new ApiError("not_found", message);
}

/** Returns the decoded path of a URL; undefined for one that is neither a path nor http. */
function pathOf(url: string): string | undefined {
  if (!url.startsWith("/") && !/^https?:/i.test(url)) return undefined;
  const { pathname } = new URL(url, "http://site.invalid");
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A stray percent sign: the path stays undecoded.
    return pathname;
  }
}

/** Returns the message for a file that is free for one song and Premium for another. */
export function sharedFileMessage(isPremium: boolean): string {
  return isPremium
    ? "File âm thanh này đang thuộc một bài hát miễn phí, vui lòng tải lên file riêng cho bài Premium"
    : "File âm thanh này đang thuộc một bài hát Premium, vui lòng tải lên file riêng";
}

/** Returns the registered audio that a change makes Premium; undefined when there is none. */
export function newlyProtectedAudio(
  stored: Pick<SongWithCategories, "audio_url" | "is_premium"> | undefined,
  audioUrl: string | undefined,
  isPremium: boolean | undefined,
): string | undefined {
  if (!stored) return undefined;
  const next = audioUrl ?? stored.audio_url;
  const becomesProtected = (isPremium ?? stored.is_premium) && (!stored.is_premium || next !== stored.audio_url);
  return becomesProtected && keyOf(next) !== undefined ? next : undefined;
}

/** True for a file that this product stores, on the disk or in object storage. */
export function isOwnFile(url: string): boolean {
  return isStored(url) || keyOf(url) !== undefined;
}

/** True for the local address of a stored file. */
function isStored(url: string): boolean {
  return url.startsWith("/uploads/");
}
