/** The genres page's data: one function for server and browser, over their two ways to call the API. */
import type { Category } from "#contract/catalogue.ts";
import type { ReadCall } from "../read-call.ts";
import type { Genre } from "./genre-card.tsx";

/** All genres with the number of their songs; hidden ones, which an administrator's token shows, left out. @throws what `call` throws */
export async function loadGenres(call: ReadCall): Promise<Genre[]> {
  const { data } = await call("GET /api/categories/with-song-count", {});
  return data
    .filter((category) => category.is_active)
    .map((category) => ({ ...toGenre(category), song_count: category.song_count }));
}

/** Takes from a category what its card shows. */
export function toGenre({ id, name, description, icon_url }: Category): Genre {
  return { id, name, description, icon_url };
}
