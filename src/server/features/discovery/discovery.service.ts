/** The sitemap, robots.txt and oEmbed of the site. */
import { setImmediate } from "node:timers/promises";
import { ApiError } from "#contract/errors.ts";
import type { Catalogue } from "#server/features/catalogue/catalogue.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import { cachedUntilChange } from "#server/platform/db/change-cache.ts";
import type { Changes } from "#server/platform/db/changes.ts";
import { anonymous } from "#server/platform/http/caller.ts";
import { createGzipCache, type GzipFile } from "./gzip-cache.ts";
import { describeEmbed, type OEmbedQuery, songIdOf } from "./oembed.ts";
import { addressList, listOfLists, type SitemapEntry } from "./sitemap.ts";

export interface DiscoveryDeps {
  catalogue: Pick<Catalogue, "activeSongs" | "countSongs" | "getSong" | "listCategoriesWithSongCount">;
  changes: Pick<Changes, "version">;
  /** Paths of the indexed pages other than those of the catalogue. */
  pages: () => Promise<readonly string[]>;
  /** Largest number of addresses in a file; the protocol allows 50,000. */
  sitemapLimit?: number | undefined;
}

export type Discovery = ReturnType<typeof createDiscovery>;

const songsPerBatch = 1000;

export function createDiscovery({ catalogue, changes, pages, sitemapLimit: limit = 50_000 }: DiscoveryDeps) {
  const files = createGzipCache(changes, [catalogueTopic]);

  /** Returns the entries of pages and of genres with songs. */
  const pageEntries = cachedUntilChange(changes, [catalogueTopic], async (): Promise<SitemapEntry[]> => {
    const categories = await catalogue.listCategoriesWithSongCount(anonymous);
    return [
      ...(await pages()).map((path) => ({ path })),
      ...categories.filter(({ song_count }) => song_count > 0).map(({ id }) => ({ path: `/songs?category=${id}` })),
    ];
  });

  async function* songsBetween(first: number, upTo: number): AsyncGenerator<SitemapEntry[]> {
    for (let after = first; ; ) {
      const songs = await catalogue.activeSongs(after, upTo, songsPerBatch);
      yield songs.map(({ id, updated_at }) => ({ path: `/songs/${id}`, changed: updated_at }));
      const last = songs.at(-1);
      if (!last || songs.length < songsPerBatch) return;
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
      const [next] = await catalogue.activeSongs(after, Number.MAX_SAFE_INTEGER, 1);
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
    const { total } = await catalogue.countSongs(anonymous, {});
    const isSingle = pageList.length + total <= limit;
    if (part === undefined) {
      return isSingle ? addressList(origin, allEntries(pageList)) : listOfLists(origin, await partsOf(pageList));
    }
    if (isSingle) return undefined;
    const pageParts = Math.ceil(pageList.length / limit);
    if (part <= pageParts) return addressList(origin, only(pageList.slice((part - 1) * limit, part * limit)));
    const upTo = (part - pageParts) * limit;
    const [first] = await catalogue.activeSongs(upTo - limit, upTo, 1);
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
      return describeEmbed(origin, await catalogue.getSong(anonymous, id), query);
    },
  };
}
