import type { Category } from "#contract/catalogue.ts";
import { mostCounted } from "#contract/counting.ts";
import type { SongList } from "../../player/list-player.ts";
import { pageCount } from "../../ui/pager-window.ts";
import type { LibraryQuery } from "../library-url.ts";
import type { ReadApi } from "../read-api.ts";
import { type ListedSong, toListedSong } from "./listed-song.ts";

export interface Library {
  /** The effective query: a page past the end becomes the last one, an unknown category is removed. */
  query: LibraryQuery;
  songs: ListedSong[];
  total: number;
  /** More songs were found than `total` tells. */
  isMore: boolean;
  categories: Pick<Category, "id" | "name">[];
}

/** Fetches songs, their number and the categories in parallel. @throws ApiError */
export async function loadLibrary(read: ReadApi, query: LibraryQuery): Promise<Library> {
  const [list, allCategories] = await Promise.all([
    loadSongs(read, query),
    read("GET /api/categories", {}).then(({ data }) => data),
  ]);
  const categories = allCategories.filter((category) => category.is_active).map(({ id, name }) => ({ id, name }));
  const isKnownCategory = query.category === undefined || categories.some(({ id }) => id === query.category);
  const effectiveQuery: LibraryQuery = { ...query, category: isKnownCategory ? query.category : undefined };
  const result = isKnownCategory ? list : await loadSongs(read, effectiveQuery);
  const lastPage = pageCount(result.total, query.size);
  if (query.page > lastPage) {
    effectiveQuery.page = lastPage;
    return {
      query: effectiveQuery,
      categories,
      ...(result.total > 0 ? await loadSongs(read, effectiveQuery) : result),
    };
  }
  return { query: effectiveQuery, categories, ...result };
}

/** Songs that are fetched at once while a list plays. */
const batchSize = 100;

/** Returns the library from the first song of a page on, in its filters. */
export function songListOf(read: ReadApi, { query, songs, total, isMore }: Library): SongList {
  const offset = (query.page - 1) * query.size;
  return {
    tracks: songs,
    ...(isMore ? {} : { total: total - offset }),
    async more(count) {
      const page = { ...filterOf(query), skip: offset + count, limit: batchSize };
      return (await read("GET /api/songs", { query: page })).data.map(toListedSong);
    },
  };
}

const filterOf = ({ search, category, premium }: LibraryQuery) => ({
  search: search || undefined,
  category_id: category,
  premium,
});

/** Fetches a page and its total: that of a search comes with the list, since counting all that it finds may take long. */
async function loadSongs(read: ReadApi, query: LibraryQuery) {
  const { page, size } = query;
  const filter = filterOf(query);
  const [songs, count] = await Promise.all([
    read("GET /api/songs", { query: { ...filter, skip: (page - 1) * size, limit: size } }),
    filter.search === undefined ? read("GET /api/songs/count", { query: filter }) : undefined,
  ]);
  const total = count?.data.total ?? songs.total ?? 0;
  const isMore = count === undefined && total > mostCounted;
  return { songs: songs.data.map(toListedSong), total: isMore ? mostCounted : total, isMore };
}
