import { describe, expect, it, vi } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import { apiErrorOf, NoResponseError } from "../../lib/api.ts";
import { Fallback } from "../../lib/fallback.ts";
import { toTrack } from "../../player/audio-service.ts";
import type { ReadApi } from "../read-api.ts";
import { failureOf, loadRelated, loadSong } from "./load-song.ts";

const song = (id: number, change: Partial<Song> = {}) =>
  ({
    id,
    title: `Bài ${id}`,
    artist: null,
    thumbnail_url: null,
    is_active: true,
    categories: [
      { id: 6, is_active: false },
      { id: 7, is_active: true },
      { id: 8, is_active: true },
    ],
    lyrics: "…",
    ...change,
  }) as Song;

function stubRead(response: unknown) {
  const call = vi.fn(async () => {
    if (response instanceof Error) throw response;
    return { data: response };
  });
  return { call, read: call as unknown as ReadApi };
}

describe("loadSong", () => {
  it("returns the song", async () => {
    const { read, call } = stubRead(song(3));
    expect(await loadSong(read, "3")).toMatchObject({ id: 3 });
    expect(call).toHaveBeenCalledWith("GET /api/songs/{id}", { params: { id: "3" } });
  });

  it.each([
    "",
    "0",
    "-1",
    "abc",
    "1.5",
    "1e3",
    "../1",
    "9999999999999999",
  ])("throws not_found for the id %j without a request", async (id) => {
    const { read, call } = stubRead(song(1));
    await expect(loadSong(read, id)).rejects.toMatchObject({ code: "not_found" });
    expect(call).not.toHaveBeenCalled();
  });

  it("throws not_found for a hidden song", async () => {
    await expect(loadSong(stubRead(song(1, { is_active: false })).read, "1")).rejects.toMatchObject({ status: 404 });
  });
});

describe("loadRelated", () => {
  it("requests four songs of the first active category and returns three others", async () => {
    const { read, call } = stubRead([song(4), song(3), song(2), song(1)]);
    const related = await loadRelated(read, song(3));
    expect(call).toHaveBeenCalledWith("GET /api/songs", { query: { category_id: 7, limit: 4 } });
    expect(related).toEqual([4, 2, 1].map((id) => ({ ...toTrack(song(id)), audio_url: null, stream_url: null })));
    expect(await loadRelated(stubRead([4, 5, 6, 7].map((id) => song(id))).read, song(3))).toHaveLength(3);
  });

  it("returns an empty list without a category, an empty fallback when the request fails", async () => {
    const { read, call } = stubRead([song(4)]);
    expect(await loadRelated(read, song(3, { categories: [] }))).toEqual([]);
    expect(call).not.toHaveBeenCalled();
    expect(await loadRelated(stubRead(new ApiError("unavailable")).read, song(3))).toEqual(new Fallback([]));
  });
});

describe("failureOf", () => {
  it("returns a message for each kind of error", () => {
    expect(failureOf(new ApiError("not_found"))).toEqual({ missing: true, message: "Không tìm thấy bài hát" });
    expect(failureOf(new ApiError("internal")).message).toBe("Lỗi HTTP 500: Máy chủ gặp sự cố, vui lòng thử lại sau");
    expect(failureOf(apiErrorOf(502, "<h1>Bad gateway</h1>")).message).toMatch(/^Lỗi HTTP 502: /);
    expect(failureOf(new NoResponseError("unavailable", "Không kết nối được với máy chủ."))).toEqual({
      missing: false,
      message: "Không kết nối được với máy chủ.",
    });
    expect(failureOf("boom")).toEqual({ missing: false, message: "Không thể tải thông tin bài hát" });
  });
});
