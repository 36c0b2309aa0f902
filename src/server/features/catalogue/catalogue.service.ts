/** The rules of categories and songs: who sees what, what a save needs, what happens to files. */
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
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, Caller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type AudioFiles, isClosed, keyOf } from "./audio-files.service.ts";
import {
  type CategoryRow,
  categoryRepository,
  type Scope,
  type SongWithCategories,
  songRepository,
} from "./catalogue.repository.ts";
import { listeningRepository } from "./listening.repository.ts";

/** What the catalogue needs to know of stored files. */
export interface SongFiles {
  /** A link to a stored file that plays for 12 hours. */
  signedUrl(url: string): string;
  /** Seconds, or null when the address is not a stored file or its length can't be told. */
  durationOf(url: string): Promise<number | null>;
  /** Whether the address is of a file that lies in the store. */
  holds(url: string): boolean;
}

export interface CatalogueDeps {
  database: Database;
  outbox: Outbox;
  files: SongFiles;
  audioFiles: AudioFiles;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

const maxKnownCounts = 2000;
const noAddresses: ReadonlyMap<string, string> = new Map();
export const changedMeanwhile = "Bài hát vừa được thay đổi ở nơi khác, vui lòng tải lại rồi thử lại";

export function createCatalogue({ database, outbox, files, audioFiles }: CatalogueDeps) {
  const { db, dialect, changes } = database;
  const categories = categoryRepository(db);
  const songs = songRepository(db, dialect);
  const likes = listeningRepository(db);
  const counts = knownCounts();
  let knownCategories: { version: number; byId: Map<number, CategoryRow> } | undefined;

  /** One transaction; afterwards this process's caches know, and files left behind are removed. */
  async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await db.transaction().execute(work);
    changes.committed(catalogueTopic);
    outbox.flush().catch(() => {});
    return result;
  }

  /** Totals of the public's filters, kept until the catalogue changes. */
  function knownCounts() {
    let version: number | undefined;
    const known = new Map<string, number>();
    const fresh = () => {
      const now = changes.version(catalogueTopic);
      if (now !== version || now === undefined || known.size > maxKnownCounts) {
        known.clear();
        version = now;
      }
      return known;
    };
    const keyOf = ({ category_id, featured, active, search }: SongFilter) =>
      JSON.stringify([category_id, featured, active, search]);
    return {
      get: (filter: SongFilter) => fresh().get(keyOf(filter)),
      /** `seen` is the version from before the rows were read. */
      keep(filter: SongFilter, total: number, seen: number | undefined) {
        if (seen !== undefined && changes.version(catalogueTopic) === seen) fresh().set(keyOf(filter), total);
        return total;
      },
    };
  }

  async function count(filter: SongFilter, scope: Scope): Promise<number> {
    if (scope === "all") return songs.count(filter, scope);
    const seen = changes.version(catalogueTopic);
    return counts.get(filter) ?? counts.keep(filter, await songs.count(filter, scope), seen);
  }

  /** All categories by id, read again when the catalogue has changed. */
  async function categoriesById(): Promise<Map<number, CategoryRow>> {
    const now = changes.version(catalogueTopic);
    if (now !== undefined && now === knownCategories?.version) return knownCategories.byId;
    const byId = new Map((await categories.list("all")).map((category) => [category.id, category]));
    knownCategories = now === undefined ? undefined : { version: now, byId };
    return byId;
  }

  async function presentAll(list: SongWithCategories[], caller: Caller): Promise<Song[]> {
    const byId = await categoriesById();
    const keys = list.map((song) => keyOf(song.audio_url)).filter((key) => key !== undefined);
    const addresses = keys.length === 0 ? noAddresses : await audioFiles.openAddresses(keys);
    return list.map((song) => present(song, byId, addresses, caller));
  }

  async function presentOne(song: SongWithCategories | undefined, caller: Caller): Promise<Song> {
    const [presented] = await presentAll([song ?? notFound("Không tìm thấy bài hát")], caller);
    return presented as Song;
  }

  function present(
    song: SongWithCategories,
    byId: Map<number, CategoryRow>,
    addresses: ReadonlyMap<string, string>,
    caller: Caller,
  ): Song {
    const all = caller.kind === "admin";
    const open = !song.is_premium || (caller.kind === "user" && caller.isPremium);
    const shown = song.category_ids
      .map((id) => byId.get(id))
      .filter((category) => category !== undefined && (all || category.is_active)) as CategoryRow[];
    return {
      id: song.id,
      title: song.title,
      description: song.description,
      artist: song.artist,
      lyrics: all || open ? song.lyrics : null,
      audio_url: all ? song.audio_url : open ? playable(song.audio_url, song.is_premium, addresses) : null,
      ...(all ? { stream_url: playable(song.audio_url, true, addresses) } : {}),
      thumbnail_url: song.thumbnail_url,
      category_ids: shown.map((category) => category.id),
      categories: shown,
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

  /** The address a browser can play; null for an object that is none of ours. */
  function playable(url: string, signed: boolean, addresses: ReadonlyMap<string, string>): string | null {
    const key = keyOf(url);
    const address = key === undefined ? url : addresses.get(key);
    if (address === undefined) return null;
    if (!signed) return address;
    const here = key === undefined ? url : `/uploads/${key}`;
    return isStored(here) ? files.signedUrl(here) : here;
  }

  /**
   * One form for every way to write the address of a stored file, so that it is recognised wherever it is used.
   * @throws ApiError `invalid` at `audio_url` for a file elsewhere that pages could not load.
   */
  async function storedForm(url: string): Promise<string> {
    const path = pathOf(url);
    const kept =
      (await audioFiles.canonical(url)) ?? (path === undefined ? undefined : await audioFiles.canonical(path));
    if (kept !== undefined || path === undefined) return kept ?? url;
    if (url.startsWith("/") ? isStored(path) : files.holds(path)) return path;
    if (isUnencrypted(url)) throw invalidField("audio_url", "Trang công khai chỉ phát âm thanh qua https://");
    return url;
  }

  async function existingAudio(tx: Tx, audioUrl: string): Promise<void> {
    const key = keyOf(audioUrl);
    if (key !== undefined && !(await audioFiles.exists(tx, key))) {
      throw invalidField("audio_url", "Không tìm thấy file âm thanh này trong kho lưu trữ");
    }
  }

  function durationOf(audioUrl: string): Promise<number | null> {
    const key = keyOf(audioUrl);
    return key === undefined ? files.durationOf(audioUrl) : audioFiles.durationOf(key);
  }

  async function existingCategories(tx: Tx, ids: readonly number[] | undefined): Promise<void> {
    if (ids && (await categoryRepository(tx).existing(ids)) !== ids.length) {
      throw invalidField("category_ids", "Thể loại không tồn tại");
    }
  }

  /** One file can't be open for one song and Premium for another: its link would be open to all. */
  async function onePrivacy(from: Db, audioUrl: string, isPremium: boolean, except?: number): Promise<void> {
    if (!isOwnFile(audioUrl)) return;
    const others = await songRepository(from, dialect).ofAudio(audioUrl);
    if (others.some((song) => song.id !== except && song.is_premium !== isPremium)) {
      throw invalidField("audio_url", oneFileSentence(isPremium));
    }
  }

  async function freeName(tx: Tx, name: string | undefined, except?: number): Promise<void> {
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
        await freeName(tx, body.name);
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
        await freeName(tx, body.name, id);
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
        const used = await repository.songCount(id);
        if (used > 0) throw new ApiError("conflict", `Không thể xóa thể loại này: còn ${used} bài hát`);
        await repository.remove(id);
        await recordAudit(tx, caller, { action: "delete", entity: "category", entityId: id, summary: stored.name });
      });
    },

    async listSongs(
      caller: Caller,
      { skip, limit, ...filter }: SongListQuery,
    ): Promise<{ rows: Song[]; total: number }> {
      const scope = scopeOf(caller);
      const seen = changes.version(catalogueTopic);
      const page = await songs.list(filter, scope, { skip, limit });
      const { rows } = page;
      // A page that is not full is the last one: it tells the total by itself.
      const last = rows.length < limit && (rows.length > 0 || skip === 0);
      const told = page.total ?? (last ? skip + rows.length : undefined);
      if (told !== undefined && scope === "public") counts.keep(filter, told, seen);
      const total = told ?? (await count(filter, scope));
      return { rows: await presentAll(rows, caller), total };
    },

    async countSongs(caller: Caller, filter: SongFilter): Promise<{ total: number }> {
      return { total: await count(filter, scopeOf(caller)) };
    },

    /** How many songs and categories there are, hidden ones too. */
    async totals(): Promise<{ songs: number; categories: number }> {
      const [songTotal, categoryTotal] = await Promise.all([songs.count({}, "all"), categories.count()]);
      return { songs: songTotal, categories: categoryTotal };
    },

    /** The titles of those songs that are there, by id. */
    async songTitles(ids: readonly number[]): Promise<Map<number, string>> {
      return new Map((await songs.titles(ids)).map(({ id, title }) => [id, title]));
    },

    /** The names of those categories that are there, by id. */
    async categoryNames(ids: readonly number[]): Promise<Map<number, string>> {
      return new Map((await categories.names(ids)).map(({ id, name }) => [id, name]));
    },

    /** Active songs with an id above `after` and up to `upTo`, in the order of their ids: for those who go through them all. */
    activeSongs(after: number, upTo: number, limit: number): Promise<{ id: number; updated_at: string }[]> {
      return songs.activeBetween(after, upTo, limit);
    },

    async getSong(caller: Caller, id: number): Promise<Song> {
      const song = await presentOne(await songs.find(id, scopeOf(caller)), caller);
      return caller.kind === "user" ? { ...song, liked: await likes.isLiked(id, caller.id) } : song;
    },

    async createSong(caller: AdminCaller, body: z.output<typeof SongBody>): Promise<Song> {
      const { category_ids, ...fields } = body;
      const audio_url = await storedForm(fields.audio_url);
      const duration = await durationOf(audio_url);
      await onePrivacy(db, audio_url, fields.is_premium);
      const save = async (tx: Tx) => {
        await dialect.lock(tx, "catalogue");
        await existingCategories(tx, category_ids);
        await existingAudio(tx, audio_url);
        await onePrivacy(tx, audio_url, fields.is_premium);
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
        await audioFiles.placeLater(tx, audio_url);
        await recordAudit(tx, caller, { action: "create", entity: "song", entityId: id, summary: fields.title });
        return repository.find(id, "all");
      };
      const song = fields.is_premium ? await audioFiles.closed(audio_url, () => write(save)) : await write(save);
      return presentOne(song, caller);
    },

    async updateSong(caller: AdminCaller, id: number, body: z.output<typeof SongChange>): Promise<Song> {
      const { category_ids, ...fields } = body;
      const audio_url = fields.audio_url === undefined ? undefined : await storedForm(fields.audio_url);
      const duration = audio_url === undefined ? null : await durationOf(audio_url);
      const before = await songs.find(id, "all");
      const closing = closedBy(before, audio_url, fields.is_premium);
      if (closing !== undefined) await onePrivacy(db, closing, true, id);
      const save = async (tx: Tx) => {
        await dialect.lock(tx, "catalogue");
        const repository = songRepository(tx, dialect);
        const stored = (await repository.find(id, "all")) ?? notFound("Không tìm thấy bài hát");
        await existingCategories(tx, category_ids);
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
        const newAudio = next.audio_url !== stored.audio_url;
        // Another saved it meanwhile: what had to be closed for this one is not what was.
        if (closedBy(stored, audio_url, fields.is_premium) !== closing)
          throw new ApiError("conflict", changedMeanwhile);
        if (newAudio) await existingAudio(tx, next.audio_url);
        await onePrivacy(tx, next.audio_url, next.is_premium, id);
        await repository.update(
          id,
          newAudio ? { ...next, duration, waveform: null, source_hash: null } : next,
          category_ids,
        );
        const left = [
          ...(newAudio ? [stored.audio_url] : []),
          ...(stored.thumbnail_url && next.thumbnail_url !== stored.thumbnail_url ? [stored.thumbnail_url] : []),
        ].filter(isOwnFile);
        if (left.length > 0) await outbox.add(tx, removeFilesTopic, { urls: left });
        const moves = newAudio || next.is_premium !== stored.is_premium || next.is_active !== stored.is_active;
        if (moves) await audioFiles.placeLater(tx, next.audio_url);
        await recordAudit(tx, caller, { action: "update", entity: "song", entityId: id, summary: next.title });
        return repository.find(id, "all");
      };
      const song = closing === undefined ? await write(save) : await audioFiles.closed(closing, () => write(save));
      return presentOne(song, caller);
    },

    async deleteSong(caller: AdminCaller, id: number): Promise<void> {
      await write(async (tx) => {
        await dialect.lock(tx, "catalogue");
        const repository = songRepository(tx, dialect);
        const stored = (await repository.find(id, "all")) ?? notFound("Không tìm thấy bài hát");
        await repository.remove(id);
        const left = [stored.audio_url, stored.thumbnail_url ?? ""].filter(isOwnFile);
        if (left.length > 0) await outbox.add(tx, removeFilesTopic, { urls: left });
        await audioFiles.placeLater(tx, stored.audio_url);
        await recordAudit(tx, caller, { action: "delete", entity: "song", entityId: id, summary: stored.title });
      });
    },

    /** Whether the stored file of an address may be had only with a signed link. */
    isProtected: async (url: string): Promise<boolean> => isClosed(await songs.ofAudio(url)),

    isReferenced: (url: string): Promise<boolean> => songs.isReferenced(url),
  };
}

function scopeOf(caller: Caller): Scope {
  return caller.kind === "admin" ? "all" : "public";
}

function notFound(sentence: string): never {
  throw new ApiError("not_found", sentence);
}

/** The decoded path of an address; undefined for one that is neither a path nor http. */
function pathOf(url: string): string | undefined {
  if (!url.startsWith("/") && !/^https?:/i.test(url)) return undefined;
  const { pathname } = new URL(url, "http://site.invalid");
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A stray percent sign: the path is taken as it was written.
    return pathname;
  }
}

/** Why a file can't be open for one song and Premium for another. */
export function oneFileSentence(isPremium: boolean): string {
  return isPremium
    ? "File âm thanh này đang thuộc một bài hát miễn phí, vui lòng tải lên file riêng cho bài Premium"
    : "File âm thanh này đang thuộc một bài hát Premium, vui lòng tải lên file riêng";
}

/** The audio that a change closes to the public; undefined when it closes none. */
export function closedBy(
  stored: Pick<SongWithCategories, "audio_url" | "is_premium"> | undefined,
  audioUrl: string | undefined,
  isPremium: boolean | undefined,
): string | undefined {
  if (!stored) return undefined;
  const next = audioUrl ?? stored.audio_url;
  const closes = (isPremium ?? stored.is_premium) && (!stored.is_premium || next !== stored.audio_url);
  return closes && keyOf(next) !== undefined ? next : undefined;
}

/** True for a file that this product keeps, be it here or in object storage. */
export function isOwnFile(url: string): boolean {
  return isStored(url) || keyOf(url) !== undefined;
}

/** True for a file in this product's own uploads. */
function isStored(url: string): boolean {
  return url.startsWith("/uploads/");
}
