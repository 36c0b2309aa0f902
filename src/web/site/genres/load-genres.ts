import type { Category } from "#contract/catalogue.ts";
import type { ReadApi } from "../read-api.ts";
import type { Genre } from "./genre-card.tsx";

/** Fetches the active genres with their numbers of songs; an administrator's token gets hidden ones too. @throws ApiError */
export async function loadGenres(read: ReadApi): Promise<Genre[]> {
  const { data } = await read("GET /api/categories/with-song-count", {});
  return data
    .filter((category) => category.is_active)
    .map((category) => ({ ...toGenre(category), song_count: category.song_count }));
}

/** Returns the fields of a category's card. */
export function toGenre({ id, name, description, icon_url }: Category): Genre {
  return { id, name, description, icon_url };
}
