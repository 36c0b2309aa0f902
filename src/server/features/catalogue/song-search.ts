/** Pages and numbers of the songs that a search finds: each number is counted once for a version of the catalogue. */
import type { SongFilter } from "#contract/catalogue.ts";
import { mostCounted } from "#contract/counting.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import { createChangeCache } from "#server/platform/db/change-cache.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { LyricsSearch, Scope } from "./song-access.ts";
import { songListRepository } from "./song-list.repository.ts";

const maxCachedCounts = 2000;

export function createSongSearch({ db, dialect, changes }: Pick<Database, "db" | "dialect" | "changes">) {
  const songs = songListRepository(db, dialect);
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
  async function find(filter: SongFilter, scope: Scope, search: LyricsSearch, page: { skip: number; limit: number }) {
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

  return { count, countByLyrics, find };
}
