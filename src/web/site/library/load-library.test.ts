import { describe, expect, it, vi } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import type { ReadApi } from "../read-api.ts";
import { loadLibrary } from "./load-library.ts";

const song = (id: number, change: Partial<Song> = {}) =>
  ({
    id,
    title: `Bài ${id}`,
    artist: null,
    description: null,
    lyrics: "Một\nhai   ba",
    audio_url: `/uploads/${id}.mp3`,
    thumbnail_url: null,
    is_premium: false,
    is_active: true,
    duration: 60,
    categories: [{ id: 1, name: "Ballad", is_active: true }],
    ...change,
  }) as Song;

const categories = [
  { id: 1, name: "Ballad", is_active: true },
  { id: 2, name: "Ẩn", is_active: false },
];
const query = { search: "", category: undefined, page: 1, size: 12 };

/** A catalogue of `total` songs, all of category 1. */
function catalogue(total: number) {
  const call = vi.fn(async (key: string, { query = {} }: { query?: Record<string, number | undefined> }) => {
    const matching = query.category_id === undefined || query.category_id === 1 ? total : 0;
    if (key === "GET /api/categories") return { data: categories };
    if (key === "GET /api/songs/count") return { data: { total: matching } };
    const { skip = 0, limit = 0 } = query;
    return {
      total: Math.min(matching, 10_001),
      data: Array.from({ length: Math.max(0, Math.min(limit, matching - skip)) }, (_, i) => song(skip + i + 1)),
    };
  });
  return { call, read: call as unknown as ReadApi };
}

describe("loadLibrary", () => {
  it("requests songs, count and categories with the same filter", async () => {
    const { call, read } = catalogue(30);
    const library = await loadLibrary(read, { ...query, category: 1, page: 2, size: 8 });
    expect(call.mock.calls).toEqual([
      ["GET /api/songs", { query: { search: undefined, category_id: 1, skip: 8, limit: 8 } }],
      ["GET /api/songs/count", { query: { search: undefined, category_id: 1 } }],
      ["GET /api/categories", {}],
    ]);
    expect(library).toMatchObject({ total: 30, query: { page: 2 }, categories: [{ id: 1, name: "Ballad" }] });
    expect(library.songs.map(({ id }) => id)).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
    expect(library.songs[0]).toMatchObject({ excerpt: "Một\nhai ba" });
    expect(library.songs[0]).not.toHaveProperty("lyrics");
  });

  it.each([
    [30, 30, false],
    [10_001, 10_000, true],
  ])("takes the number of %i found songs from the list", async (songs, total, isMore) => {
    const { call, read } = catalogue(songs);
    const library = await loadLibrary(read, { search: "mưa", category: 1, page: 2, size: 8 });
    expect(call.mock.calls).toEqual([
      ["GET /api/songs", { query: { search: "mưa", category_id: 1, skip: 8, limit: 8 } }],
      ["GET /api/categories", {}],
    ]);
    expect(library).toMatchObject({ total, isMore, query: { page: 2 } });
  });

  it("omits an empty search", async () => {
    const { call, read } = catalogue(3);
    await loadLibrary(read, query);
    expect(call.mock.calls[1]).toEqual([
      "GET /api/songs/count",
      { query: { search: undefined, category_id: undefined } },
    ]);
  });

  it.each([3, 4, 99])("returns the last page, the third, for page %i", async (page) => {
    const library = await loadLibrary(catalogue(30).read, { ...query, page });
    expect(library.query.page).toBe(3);
    expect(library.songs.map(({ id }) => id)).toEqual([25, 26, 27, 28, 29, 30]);
  });

  it("returns page 1 of an empty library", async () => {
    const library = await loadLibrary(catalogue(0).read, { ...query, page: 9 });
    expect(library).toMatchObject({ total: 0, songs: [], query: { page: 1 } });
  });

  it.each([2, 77])("returns all songs for the hidden or unknown category %d", async (category) => {
    const library = await loadLibrary(catalogue(5).read, { ...query, category });
    expect(library).toMatchObject({ total: 5, query: { category: undefined } });
    expect(library.songs).toHaveLength(5);
  });

  it.each([
    "GET /api/songs",
    "GET /api/songs/count",
    "GET /api/categories",
  ])("rejects when %s fails", async (failing) => {
    const { call } = catalogue(3);
    const read = (async (key: string, input: object) => {
      if (key === failing) throw new ApiError("unavailable");
      return call(key, input);
    }) as unknown as ReadApi;
    await expect(loadLibrary(read, query)).rejects.toMatchObject({ code: "unavailable" });
  });
});
