import { describe, expect, it, vi } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import { NoAnswer, refusal } from "../../lib/api.ts";
import { Instead } from "../../lib/instead.ts";
import type { ReadCall } from "../read-call.ts";
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

function answering(answer: unknown) {
  const call = vi.fn(async () => {
    if (answer instanceof Error) throw answer;
    return { data: answer };
  });
  return { call, read: call as unknown as ReadCall };
}

describe("loadSong", () => {
  it("gives the song", async () => {
    const { read, call } = answering(song(3));
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
  ])("misses the id %j without asking", async (id) => {
    const { read, call } = answering(song(1));
    await expect(loadSong(read, id)).rejects.toMatchObject({ code: "not_found" });
    expect(call).not.toHaveBeenCalled();
  });

  it("misses a song that only an administrator's token shows", async () => {
    await expect(loadSong(answering(song(1, { is_active: false })).read, "1")).rejects.toMatchObject({ status: 404 });
  });
});

describe("loadRelated", () => {
  it("asks for four of the first category that is not hidden, and shows three others", async () => {
    const { read, call } = answering([song(4), song(3), song(2), song(1)]);
    const related = await loadRelated(read, song(3));
    expect(call).toHaveBeenCalledWith("GET /api/songs", { query: { category_id: 7, limit: 4 } });
    expect(related).toEqual([4, 2, 1].map((id) => ({ id, title: `Bài ${id}`, artist: null, thumbnail_url: null })));
    expect(await loadRelated(answering([4, 5, 6, 7].map((id) => song(id))).read, song(3))).toHaveLength(3);
  });

  it("is empty without a category and when the list fails", async () => {
    const { read, call } = answering([song(4)]);
    expect(await loadRelated(read, song(3, { categories: [] }))).toEqual([]);
    expect(call).not.toHaveBeenCalled();
    expect(await loadRelated(answering(new ApiError("unavailable")).read, song(3))).toEqual(new Instead([]));
  });
});

describe("failureOf", () => {
  it("has a sentence for each kind", () => {
    expect(failureOf(new ApiError("not_found"))).toEqual({ missing: true, message: "Không tìm thấy bài hát" });
    expect(failureOf(new ApiError("internal")).message).toBe("Lỗi HTTP 500: Máy chủ gặp sự cố, vui lòng thử lại sau");
    expect(failureOf(refusal(502, "<h1>Bad gateway</h1>")).message).toMatch(/^Lỗi HTTP 502: /);
    expect(failureOf(new NoAnswer("unavailable", "Không kết nối được với máy chủ."))).toEqual({
      missing: false,
      message: "Không kết nối được với máy chủ.",
    });
    expect(failureOf("boom")).toEqual({ missing: false, message: "Không thể tải thông tin bài hát" });
  });
});
