/** The home page's data: a call for each section, so that one which fails or is slow leaves the others alone. */
import type { CategoryWithCount } from "#contract/catalogue.ts";
import type { SongPricing } from "#contract/settings.ts";
import { type Instead, orInstead } from "../../lib/instead.ts";
import type { Genre } from "../genres/genre-card.tsx";
import { type ListedSong, toListedSong } from "../library/listed-song.ts";
import type { ReadCall } from "../read-call.ts";
import { type LatestSong, toLatestSong } from "./carousel/latest-song.ts";

export interface Home {
  /** The newest first. */
  latest: LatestSong[];
  featured: ListedSong[];
  genres: Genre[];
  /** Categories for learning languages. */
  learning: LearningTopic[];
  /** Undefined when it could not be had. */
  pricing: SongPricing | undefined;
}

export type LearningTopic = Pick<CategoryWithCount, "id" | "name" | "song_count">;

const latestCount = 8;
export const featuredCount = 12;

/** Begins all calls at once. No promise rejects: a section whose call fails has nothing. */
export function loadHome(call: ReadCall): { [Section in keyof Home]: Promise<Home[Section] | Instead<Home[Section]>> } {
  const ask = <T>(answer: Promise<{ data: T }>) => answer.then(({ data }) => data);
  const latest = ask(call("GET /api/songs", { query: { limit: latestCount } }));
  const featured = ask(call("GET /api/songs", { query: { featured: true, limit: featuredCount } }));
  const genres = ask(call("GET /api/categories", { query: { featured: true } })).then((found) =>
    found.filter(isPublic),
  );
  const counted = ask(call("GET /api/categories/with-song-count", {}));
  const pricing = ask(call("GET /api/song-requests/public/pricing", {}));
  const none = () => [];
  return {
    latest: orInstead(
      latest.then((songs) => songs.map(toLatestSong)),
      none,
    ),
    featured: orInstead(
      featured.then((songs) => songs.map(toListedSong)),
      none,
    ),
    genres: orInstead(
      Promise.all([genres, counted]).then(([found, counts]) => withCounts(found, counts)),
      () => genres.then((found) => withCounts(found, []), none),
    ),
    learning: orInstead(
      counted.then((categories) =>
        categories
          .filter((category) => isPublic(category) && category.category_type === "educational")
          .map(({ id, name, song_count }) => ({ id, name, song_count })),
      ),
      none,
    ),
    pricing: orInstead(pricing, () => undefined),
  };
}

/** Genres with the number of their songs, as far as it is known. */
function withCounts(genres: readonly Omit<Genre, "song_count">[], counted: readonly CategoryWithCount[]): Genre[] {
  const counts = new Map(counted.map(({ id, song_count }) => [id, song_count]));
  return genres.map(({ id, name, description, icon_url }) => {
    const song_count = counts.get(id);
    return { id, name, description, icon_url, ...(song_count === undefined ? {} : { song_count }) };
  });
}

/** An administrator's token gets hidden categories too; the public pages show what the public sees. */
function isPublic(category: { is_active: boolean }): boolean {
  return category.is_active;
}
