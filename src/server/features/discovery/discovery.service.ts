/** What search engines and other sites ask of the catalogue: which addresses there are, and how a song is embedded. */
import { setImmediate } from "node:timers/promises";
import { ApiError } from "#contract/errors.ts";
import type { Catalogue } from "#server/features/catalogue/catalogue.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import type { Changes } from "#server/platform/db/changes.ts";
import { anonymous } from "#server/platform/http/caller.ts";
import { createGzipCache, type GzipFile } from "./gzip-cache.ts";
import { describeEmbed, type OEmbedQuery, songIdOf } from "./oembed.ts";
import { addressList, listOfLists, type SitemapEntry } from "./sitemap.ts";

export interface DiscoveryDeps {
  catalogue: Pick<Catalogue, "activeSongs" | "countSongs" | "getSong" | "listCategoriesWithSongCount">;
  changes: Pick<Changes, "version">;
  /** Paths of the pages that search engines may read, beside those of the catalogue. */
  pages: () => Promise<readonly string[]>;
  /** The most addresses that one file may hold; the protocol allows 50,000. */
  sitemapLimit?: number | undefined;
}

export type Discovery = ReturnType<typeof createDiscovery>;

const songsPerBatch = 1000;

export function createDiscovery({ catalogue, changes, pages, sitemapLimit: limit = 50_000 }: DiscoveryDeps) {
  const version = () => changes.version(catalogueTopic);
  const files = createGzipCache(version);
  let known: { version: number; entries: SitemapEntry[] } | undefined;

  /** Everything but songs. A genre without songs has nothing to show. */
  async function fewEntries(): Promise<SitemapEntry[]> {
    const now = version();
    if (now !== undefined && now === known?.version) return known.entries;
    const categories = await catalogue.listCategoriesWithSongCount(anonymous);
    const entries = [
      ...(await pages()).map((path) => ({ path })),
      ...categories.filter(({ song_count }) => song_count > 0).map(({ id }) => ({ path: `/songs?category=${id}` })),
    ];
    known = now === undefined ? undefined : { version: now, entries };
    return entries;
  }

  async function* songsBetween(first: number, upTo: number): AsyncGenerator<SitemapEntry[]> {
    for (let after = first; ; ) {
      const songs = await catalogue.activeSongs(after, upTo, songsPerBatch);
      yield songs.map(({ id, updated_at }) => ({ path: `/songs/${id}`, changed: updated_at }));
      const last = songs.at(-1);
      if (!last || songs.length < songsPerBatch) return;
      after = last.id;
      // The embedded database answers at once: let others have their turn.
      await setImmediate();
    }
  }

  async function* allEntries(few: SitemapEntry[]): AsyncGenerator<SitemapEntry[]> {
    yield few;
    yield* songsBetween(0, Number.MAX_SAFE_INTEGER);
  }

  /** Numbers of the files there are. Songs lie in files by their ids, so that none ever moves to another. */
  async function partsOf(few: SitemapEntry[]): Promise<number[]> {
    const before = Math.ceil(few.length / limit);
    const parts = Array.from({ length: before }, (_, place) => place + 1);
    for (let after = 0; ; ) {
      const [next] = await catalogue.activeSongs(after, Number.MAX_SAFE_INTEGER, 1);
      if (!next) return parts;
      const place = Math.ceil(next.id / limit);
      parts.push(before + place);
      after = place * limit;
    }
  }

  async function* only<T>(value: T): AsyncGenerator<T> {
    yield value;
  }

  async function piecesOf(origin: string, part: number | undefined): Promise<AsyncIterable<string> | undefined> {
    const few = await fewEntries();
    const { total } = await catalogue.countSongs(anonymous, {});
    const single = few.length + total <= limit;
    if (part === undefined) {
      return single ? addressList(origin, allEntries(few)) : listOfLists(origin, await partsOf(few));
    }
    if (single) return undefined;
    const before = Math.ceil(few.length / limit);
    if (part <= before) return addressList(origin, only(few.slice((part - 1) * limit, part * limit)));
    const upTo = (part - before) * limit;
    const [any] = await catalogue.activeSongs(upTo - limit, upTo, 1);
    return any && addressList(origin, songsBetween(upTo - limit, upTo));
  }

  return {
    /** The list of all addresses, or of such lists once one can't hold them; `part` is one of these. */
    sitemap(origin: string, part?: number): Promise<GzipFile | undefined> {
      return files(`${origin} ${part ?? ""}`, () => piecesOf(origin, part));
    },

    /** Which addresses robots should leave alone. */
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

    /** @throws ApiError `not_implemented` for a format other than JSON, `not_found` for what is no public song of this site */
    async oembed(origin: string, query: OEmbedQuery) {
      if (query.format !== "json") throw new ApiError("not_implemented");
      const id = songIdOf(query.url, origin);
      if (id === undefined) throw new ApiError("not_found", "Không tìm thấy bài hát");
      return describeEmbed(origin, await catalogue.getSong(anonymous, id), query);
    },
  };
}
