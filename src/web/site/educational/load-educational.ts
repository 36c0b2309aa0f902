import type { Category, Song } from "#contract/catalogue.ts";
import { isApiError } from "#contract/errors.ts";
import { NoResponseError } from "../../lib/api.ts";
import { Fallback } from "../../lib/fallback.ts";
import type { Genre } from "../genres/genre-card.tsx";
import { toGenre } from "../genres/load-genres.ts";
import { type ListedSong, toListedSong } from "../library/listed-song.ts";
import type { ReadApi } from "../read-api.ts";

export interface Educational {
  topics: Genre[];
  songs: ListedSong[];
}

const featuredCount = 8;

/**
 * Fetches the learning topics and the featured songs that have one. A list with an error response is empty, and the result is then a
 * fallback.
 * @throws NoResponseError without a readable response, and errors other than ApiError
 */
export async function loadEducational(read: ReadApi): Promise<Educational | Fallback<Educational>> {
  const [categories, songs] = await Promise.all([
    dataUnlessApiError(read("GET /api/categories", {})),
    dataUnlessApiError(read("GET /api/songs", { query: { featured: true, limit: featuredCount } })),
  ]);
  const data = {
    topics: (categories ?? []).filter(isTopic).map(toGenre),
    songs: (songs ?? []).filter((song) => song.categories.some(isTopic)).map(toListedSong),
  };
  return categories && songs ? data : new Fallback(data);
}

async function dataUnlessApiError<T extends Category | Song>(
  response: Promise<{ data: T[] }>,
): Promise<T[] | undefined> {
  try {
    return (await response).data;
  } catch (error) {
    if (isApiError(error) && !(error instanceof NoResponseError)) return undefined;
    throw error;
  }
}

/** An administrator's token gets hidden categories too; public pages omit them. */
function isTopic({ is_active, category_type }: Pick<Category, "is_active" | "category_type">): boolean {
  return is_active && category_type === "educational";
}
