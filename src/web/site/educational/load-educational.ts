/** The data of the page for learning languages: one function for server and browser, over their two ways to call the API. */
import type { Category, Song } from "#contract/catalogue.ts";
import { isApiError } from "#contract/errors.ts";
import { NoAnswer } from "../../lib/api.ts";
import { Instead } from "../../lib/instead.ts";
import type { Genre } from "../genres/genre-card.tsx";
import { toGenre } from "../genres/load-genres.ts";
import { type ListedSong, toListedSong } from "../library/listed-song.ts";
import type { ReadCall } from "../read-call.ts";

export interface Educational {
  topics: Genre[];
  songs: ListedSong[];
}

const featuredSongs = 8;

/**
 * Fetches the learning topics and the featured songs of at least one of them. A list that the API refuses stays empty, where nothing
 * stands yet.
 * @throws what else `call` throws: no answer came, or none that can be read
 */
export async function loadEducational(call: ReadCall): Promise<Educational | Instead<Educational>> {
  const [categories, songs] = await Promise.all([
    unlessRefused(call("GET /api/categories", {})),
    unlessRefused(call("GET /api/songs", { query: { featured: true, limit: featuredSongs } })),
  ]);
  const learning = {
    topics: (categories ?? []).filter(isTopic).map(toGenre),
    songs: (songs ?? []).filter((song) => song.categories.some(isTopic)).map(toListedSong),
  };
  return categories && songs ? learning : new Instead(learning);
}

async function unlessRefused<T extends Category | Song>(answer: Promise<{ data: T[] }>): Promise<T[] | undefined> {
  try {
    return (await answer).data;
  } catch (error) {
    if (isApiError(error) && !(error instanceof NoAnswer)) return undefined;
    throw error;
  }
}

/** An administrator's token gets hidden categories too; the public pages show what the public sees. */
function isTopic({ is_active, category_type }: Pick<Category, "is_active" | "category_type">): boolean {
  return is_active && category_type === "educational";
}
