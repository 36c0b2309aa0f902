import type { CategoryWithCount } from "#contract/catalogue.ts";
import type { SongPricing } from "#contract/settings.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import type { Genre } from "../genres/genre-card.tsx";
import { type ListedSong, toListedSong } from "../library/listed-song.ts";
import type { ReadApi } from "../read-api.ts";
import { loadLowestPrice } from "../sales/premium/load-packages.ts";
import { type LatestSong, toLatestSong } from "./carousel/latest-song.ts";

export interface Home {
  latest: LatestSong[];
  featured: ListedSong[];
  genres: Genre[];
  learning: LearningTopic[];
  /** Undefined when it failed to load. */
  pricing: SongPricing | undefined;
  /** The lowest price of Premium. Undefined while it can't be bought, and when it failed to load. */
  premiumPrice: string | undefined;
}

export type LearningTopic = Pick<CategoryWithCount, "id" | "name" | "song_count">;

const latestCount = 8;
export const featuredCount = 12;

/**
 * Requests the data of all sections in parallel, so that a slow or failed request affects its section only. The promises do not
 * reject: the fallback of a failed section is empty.
 */
export function loadHome(read: ReadApi): { [Section in keyof Home]: Promise<Home[Section] | Fallback<Home[Section]>> } {
  const dataOf = <T>(response: Promise<{ data: T }>) => response.then(({ data }) => data);
  const latest = dataOf(read("GET /api/songs", { query: { limit: latestCount } }));
  const featured = dataOf(read("GET /api/songs", { query: { featured: true, limit: featuredCount } }));
  const genres = dataOf(read("GET /api/categories", { query: { featured: true } })).then((rows) =>
    rows.filter(isPublic),
  );
  const counted = dataOf(read("GET /api/categories/with-song-count", {}));
  const pricing = dataOf(read("GET /api/song-requests/public/pricing", {}));
  const emptyList = () => [];
  return {
    latest: withFallback(
      latest.then((songs) => songs.map(toLatestSong)),
      emptyList,
    ),
    featured: withFallback(
      featured.then((songs) => songs.map(toListedSong)),
      emptyList,
    ),
    genres: withFallback(
      Promise.all([genres, counted]).then(([rows, counts]) => withCounts(rows, counts)),
      () => genres.then((rows) => withCounts(rows, []), emptyList),
    ),
    learning: withFallback(
      counted.then((categories) =>
        categories
          .filter((category) => isPublic(category) && category.category_type === "educational")
          .map(({ id, name, song_count }) => ({ id, name, song_count })),
      ),
      emptyList,
    ),
    pricing: withFallback(pricing, () => undefined),
    premiumPrice: withFallback(loadLowestPrice(read), () => undefined),
  };
}

/** Adds to genres their numbers of songs, where `counted` holds them. */
function withCounts(genres: readonly Omit<Genre, "song_count">[], counted: readonly CategoryWithCount[]): Genre[] {
  const counts = new Map(counted.map(({ id, song_count }) => [id, song_count]));
  return genres.map(({ id, name, description, icon_url }) => {
    const song_count = counts.get(id);
    return { id, name, description, icon_url, ...(song_count === undefined ? {} : { song_count }) };
  });
}

/** An administrator's token gets hidden categories too; public pages omit them. */
function isPublic(category: { is_active: boolean }): boolean {
  return category.is_active;
}
