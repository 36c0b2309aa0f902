/** The sitemap, robots.txt and oEmbed of the site. */
import { setImmediate } from "node:timers/promises";
import { ApiError } from "#contract/errors.ts";
import type { Categories } from "#server/features/catalogue/categories.service.ts";
import type { SongReading } from "#server/features/catalogue/song-reading.service.ts";
import type { Playlists } from "#server/features/playlists/playlists.service.ts";
import { catalogueTopic, siteTopic } from "#server/features/topics.ts";
import { cachedUntilChange } from "#server/platform/db/change-cache.ts";
import type { Changes } from "#server/platform/db/changes.ts";
import { anonymous } from "#server/platform/http/caller.ts";
import { createGzipCache, type GzipFile } from "./gzip-cache.ts";
import { describeEmbed, type OEmbedQuery, songIdOf } from "./oembed.ts";
import { addressList, listOfLists, type SitemapEntry } from "./sitemap.ts";

export interface DiscoveryDeps {
  songs: Pick<SongReading, "activeBetween" | "count" | "get">;
  categories: Pick<Categories, "listWithSongCount">;
  playlists: Pick<Playlists, "listedTokens">;
  changes: Pick<Changes, "version">;
  /** Paths of the indexed pages other than those of the catalogue. */
  pages: () => Promise<readonly string[]>;
  /** Largest number of addresses in a file; the protocol allows 50,000. */
  sitemapLimit?: number | undefined;
}

export type Discovery = ReturnType<typeof createDiscovery>;

const songsPerBatch = 1000;

export function createDiscovery(deps: DiscoveryDeps) {
  const { songs, categories, playlists, changes, pages, sitemapLimit: limit = 50_000 } = deps;
  const files = createGzipCache(changes, [catalogueTopic, siteTopic]);

  /** Returns the entries of pages, of genres with songs and of public playlists. */
  const pageEntries = cachedUntilChange(changes, [catalogueTopic, siteTopic], async (): Promise<SitemapEntry[]> => {
    const genres = await categories.listWithSongCount(anonymous);
    return [
      ...(await pages()).map((path) => ({ path })),
      ...genres.filter(({ song_count }) => song_count > 0).map(({ id }) => ({ path: `/songs?category=${id}` })),
      ...(await playlists.listedTokens()).map(({ token, changed_at }) => ({
        path: `/playlists/${token}`,
        changed: changed_at,
      })),
    ];
  });

  async function* songsBetween(first: number, upTo: number): AsyncGenerator<SitemapEntry[]> {
    for (let after = first; ; ) {
      const batch = await songs.activeBetween(after, upTo, songsPerBatch);
      yield batch.map(({ id, updated_at }) => ({ path: `/songs/${id}`, changed: updated_at }));
      const last = batch.at(-1);
      if (!last || batch.length < songsPerBatch) return;
      after = last.id;
      // The embedded database answers synchronously: other requests are handled in between.
      await setImmediate();
    }
  }

  async function* allEntries(pageList: SitemapEntry[]): AsyncGenerator<SitemapEntry[]> {
    yield pageList;
    yield* songsBetween(0, Number.MAX_SAFE_INTEGER);
  }

  /** Returns the numbers of the existing files. The id of a song determines its file, so that it never moves to another. */
  async function partsOf(pageList: SitemapEntry[]): Promise<number[]> {
    const pageParts = Math.ceil(pageList.length / limit);
    const parts = Array.from({ length: pageParts }, (_, place) => place + 1);
    for (let after = 0; ; ) {
      const [next] = await songs.activeBetween(after, Number.MAX_SAFE_INTEGER, 1);
      if (!next) return parts;
      const place = Math.ceil(next.id / limit);
      parts.push(pageParts + place);
      after = place * limit;
    }
  }

  async function* only<T>(value: T): AsyncGenerator<T> {
    yield value;
  }

  async function contentOf(origin: string, part: number | undefined): Promise<AsyncIterable<string> | undefined> {
    const pageList = await pageEntries();
    const { total } = await songs.count(anonymous, {});
    const isSingle = pageList.length + total <= limit;
    if (part === undefined) {
      return isSingle ? addressList(origin, allEntries(pageList)) : listOfLists(origin, await partsOf(pageList));
    }
    if (isSingle) return undefined;
    const pageParts = Math.ceil(pageList.length / limit);
    if (part <= pageParts) return addressList(origin, only(pageList.slice((part - 1) * limit, part * limit)));
    const upTo = (part - pageParts) * limit;
    const [first] = await songs.activeBetween(upTo - limit, upTo, 1);
    return first && addressList(origin, songsBetween(upTo - limit, upTo));
  }

  return {
    /** Returns the list of all addresses, or a list of such lists when one is too small; `part` selects one of them. */
    sitemap(origin: string, part?: number): Promise<GzipFile | undefined> {
      return files(`${origin} ${part ?? ""}`, () => contentOf(origin, part));
    },

    /** Returns the content of robots.txt. */
    robots(origin: string): string {
      return [
        "User-agent: *",
        "Disallow: /api/",
        "Disallow: /admin",
        "Disallow: /staff",
        "",
        `Sitemap: ${origin}/sitemap.xml`,
        "",
      ].join("\n");
    },

    /** Describes an embedded song. @throws ApiError `not_implemented` for a format other than JSON, `not_found` for another URL. */
    async oembed(origin: string, query: OEmbedQuery) {
      if (query.format !== "json") throw new ApiError("not_implemented");
      const id = songIdOf(query.url, origin);
      if (id === undefined) throw new ApiError("not_found", "Không tìm thấy bài hát");
      return describeEmbed(origin, await songs.get(anonymous, id), query);
    },
  };
}
