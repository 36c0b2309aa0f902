import type { Song } from "#contract/catalogue.ts";
import { ApiError, isApiError } from "#contract/errors.ts";
import { NoResponseError } from "../../lib/api.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { type Track, toTrack } from "../../player/audio-service.ts";
import type { ReadApi } from "../read-api.ts";

export type RelatedSong = Track;

export interface SongFailure {
  /** True for a 404. */
  missing: boolean;
  message: string;
}

const relatedCount = 3;

/** Fetches a song by the id in the URL. @throws ApiError; `not_found` also for invalid ids and hidden songs */
export async function loadSong(read: ReadApi, id: string): Promise<Song> {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new ApiError("not_found");
  const { data: song } = await read("GET /api/songs/{id}", { params: { id } });
  if (!song.is_active) throw new ApiError("not_found");
  return song;
}

/** Fetches up to three other songs of the song's first active category, without links: the player asks for them. The fallback of a failed request is empty. */
export async function loadRelated(read: ReadApi, song: Song): Promise<RelatedSong[] | Fallback<RelatedSong[]>> {
  const first = song.categories.find((category) => category.is_active);
  if (!first) return [];
  const query = { category_id: first.id, limit: relatedCount + 1 };
  return withFallback(
    read("GET /api/songs", { query }).then(({ data }) =>
      data
        .filter((other) => other.id !== song.id)
        .slice(0, relatedCount)
        .map((other) => ({ ...toTrack(other), audio_url: null, stream_url: null })),
    ),
    () => [],
  );
}

/** Returns the message for an error of `loadSong`. */
export function failureOf(error: unknown): SongFailure {
  if (!isApiError(error)) return { missing: false, message: "Không thể tải thông tin bài hát" };
  if (error.status === 404) return { missing: true, message: "Không tìm thấy bài hát" };
  const prefix = error instanceof NoResponseError ? "" : `Lỗi HTTP ${error.status}: `;
  return { missing: false, message: prefix + error.message };
}
