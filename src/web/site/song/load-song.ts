/** The song page's data: for server and browser, over their two ways to call the API. */
import type { Song } from "#contract/catalogue.ts";
import { ApiError, isApiError } from "#contract/errors.ts";
import { NoAnswer } from "../../lib/api.ts";
import { type Instead, orInstead } from "../../lib/instead.ts";
import type { ReadCall } from "../read-call.ts";

/** A song of the same kind. */
export type RelatedSong = Pick<Song, "id" | "title" | "artist" | "thumbnail_url">;

/** Why there is no song to show. */
export interface SongFailure {
  missing: boolean;
  message: string;
}

const shownRelated = 3;

/** One song by the id in the address. @throws ApiError `not_found` also for ids that can't be and songs the public does not see */
export async function loadSong(call: ReadCall, id: string): Promise<Song> {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new ApiError("not_found");
  const { data: song } = await call("GET /api/songs/{id}", { params: { id } });
  if (!song.is_active) throw new ApiError("not_found");
  return song;
}

/** Up to three songs of the first category that the public sees the song in, without itself; none when they can't be had. */
export async function loadRelated(call: ReadCall, song: Song): Promise<RelatedSong[] | Instead<RelatedSong[]>> {
  const first = song.categories.find((category) => category.is_active);
  if (!first) return [];
  const query = { category_id: first.id, limit: shownRelated + 1 };
  return orInstead(
    call("GET /api/songs", { query }).then(({ data }) =>
      data
        .filter((other) => other.id !== song.id)
        .slice(0, shownRelated)
        .map(({ id, title, artist, thumbnail_url }) => ({ id, title, artist, thumbnail_url })),
    ),
    () => [],
  );
}

/** The sentence for what was thrown while the song was fetched. */
export function failureOf(error: unknown): SongFailure {
  if (!isApiError(error)) return { missing: false, message: "Không thể tải thông tin bài hát" };
  if (error.status === 404) return { missing: true, message: "Không tìm thấy bài hát" };
  const number = error instanceof NoAnswer ? "" : `Lỗi HTTP ${error.status}: `;
  return { missing: false, message: number + error.message };
}
