/** The library's data: one function for server and browser, over their two ways to call the API. */
import type { Category } from "#contract/catalogue.ts";
import { pageCount } from "../../ui/pager-window.ts";
import type { ReadCall } from "../read-call.ts";
import type { LibraryQuery } from "./library-url.ts";
import { type ListedSong, toListedSong } from "./listed-song.ts";

export interface Library {
  /** What is shown: as asked, but a page past the end becomes the last, an unknown category none. */
  query: LibraryQuery;
  songs: ListedSong[];
  total: number;
  /** The active ones. */
  categories: Pick<Category, "id" | "name">[];
}

/** Fetches songs, their number and the categories in parallel. @throws what `call` throws */
export async function loadLibrary(call: ReadCall, query: LibraryQuery): Promise<Library> {
  const [list, allCategories] = await Promise.all([
    loadSongs(call, query),
    call("GET /api/categories", {}).then(({ data }) => data),
  ]);
  const categories = allCategories.filter((category) => category.is_active).map(({ id, name }) => ({ id, name }));
  const known = query.category === undefined || categories.some(({ id }) => id === query.category);
  const shown: LibraryQuery = { ...query, category: known ? query.category : undefined };
  const counted = known ? list : await loadSongs(call, shown);
  const last = pageCount(counted.total, query.size);
  if (query.page > last) {
    shown.page = last;
    return { query: shown, categories, ...(counted.total > 0 ? await loadSongs(call, shown) : counted) };
  }
  return { query: shown, categories, ...counted };
}

async function loadSongs(call: ReadCall, { search, category, page, size }: LibraryQuery) {
  const filter = { search: search || undefined, category_id: category };
  const [songs, count] = await Promise.all([
    call("GET /api/songs", { query: { ...filter, skip: (page - 1) * size, limit: size } }),
    call("GET /api/songs/count", { query: filter }),
  ]);
  return { songs: songs.data.map(toListedSong), total: count.data.total };
}
