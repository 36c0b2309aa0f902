/** Songs as callers see them: what may be read, and addresses that play. */
import { type Song, SongChange } from "#contract/catalogue.ts";
import { fileKeyOf, isStorageAddress, localAddress } from "#contract/file-address.ts";
import { lyricsHit } from "#contract/lyrics/search.ts";
import type { FileAddresses, Files } from "#server/features/files/files.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import { cachedUntilChange } from "#server/platform/db/change-cache.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { versionOf } from "#server/platform/record-version.ts";
import { curveOf } from "./audio-work.service.ts";
import { type CategoryRow, categoryRepository } from "./categories.repository.ts";
import { isUnlocked } from "./song-access.ts";
import { songLyricsRepository } from "./song-lyrics.repository.ts";
import type { SongWithCategories } from "./songs.repository.ts";

export interface SongPresenterDeps {
  database: Pick<Database, "db" | "changes">;
  files: Pick<Files, "addressesOf" | "pageUrl" | "signedUrl">;
}

export type SongPresenter = ReturnType<typeof createSongPresenter>;

const noAddresses: ReadonlyMap<string, FileAddresses> = new Map();

export function createSongPresenter({ database: { db, changes }, files }: SongPresenterDeps) {
  /** Returns all categories by id. */
  const categoriesById = cachedUntilChange(changes, [catalogueTopic], async () => {
    const rows = await categoryRepository(db).list("all");
    return new Map<number, CategoryRow>(rows.map((category) => [category.id, category]));
  });

  /** Returns songs as a caller sees them. */
  async function presentAll(list: SongWithCategories[], caller: Caller): Promise<Song[]> {
    const byId = await categoriesById();
    const keys = list
      .flatMap(({ audio_url, sample }) => [audio_url, sample ?? ""])
      .map(fileKeyOf)
      .filter((key) => key !== undefined);
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

  /** Returns a song as a caller sees it. */
  async function presentOne(song: SongWithCategories, caller: Caller): Promise<Song> {
    const [presented] = await presentAll([song], caller);
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
      sample_url: isOpen ? null : openSample(song, addresses),
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

  /** Returns where everybody hears the sample of a shown song; null while there is none. */
  function openSample({ sample, is_active }: SongWithCategories, addresses: ReadonlyMap<string, FileAddresses>) {
    const key = fileKeyOf(sample ?? "");
    return (key !== undefined && is_active && addresses.get(key)?.open) || null;
  }

  return { presentAll, presentFound, presentOne };
}

/** The path of the page that shows a hidden song as visitors would see it. */
export function previewPath(id: number): string {
  return `/songs/${id}/preview`;
}

/** Returns the version of a song, by which a save tells that somebody else has saved since. */
export function versionOfSong(song: SongWithCategories): string {
  return versionOf(SongChange, { ...song, category_ids: song.category_ids.toSorted((a, b) => a - b) });
}
