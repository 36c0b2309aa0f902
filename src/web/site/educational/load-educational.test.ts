import { describe, expect, it, vi } from "vitest";
import type { Category, Song } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import { NoResponseError } from "../../lib/api.ts";
import { Fallback, valueOf } from "../../lib/fallback.ts";
import type { ReadApi } from "../read-api.ts";
import { loadEducational } from "./load-educational.ts";

const topic = (id: number, change: Partial<Category> = {}) =>
  ({
    id,
    name: `Tiếng ${id}`,
    description: "Mô tả",
    icon_url: null,
    category_type: "educational",
    is_active: true,
    ...change,
  }) as Category;
const english = topic(1);
const hidden = topic(2, { is_active: false });
const ballad = topic(3, { category_type: "entertainment" });

const song = (id: number, categories: Category[], change: Partial<Song> = {}) =>
  ({
    id,
    title: `Bài ${id}`,
    artist: null,
    description: null,
    lyrics: "Hello\nXin chào",
    audio_url: `/uploads/${id}.mp3`,
    thumbnail_url: null,
    is_premium: false,
    is_active: true,
    duration: 60,
    categories,
    ...change,
  }) as Song;

/** A stub of the two lists; an Error is thrown. */
function stubLists(categories: unknown, songs: unknown) {
  const call = vi.fn(async (key: string, _input?: unknown) => {
    const answer = key === "GET /api/songs" ? songs : categories;
    if (answer instanceof Error) throw answer;
    return { data: answer };
  });
  return { call, read: call as unknown as ReadApi };
}

describe("loadEducational", () => {
  it("requests all categories and eight featured songs", async () => {
    const { call, read } = stubLists([], []);
    await loadEducational(read);
    expect(call.mock.calls).toEqual([
      ["GET /api/categories", {}],
      ["GET /api/songs", { query: { featured: true, limit: 8 } }],
    ]);
  });

  it("keeps the active educational categories only", async () => {
    const { topics } = valueOf(await loadEducational(stubLists([ballad, english, hidden], []).read));
    expect(topics).toEqual([{ id: 1, name: "Tiếng 1", description: "Mô tả", icon_url: null }]);
  });

  it("keeps the songs with at least one of these categories", async () => {
    const { read } = stubLists(
      [],
      [song(1, [ballad]), song(2, [ballad, english]), song(3, []), song(5, [hidden]), song(6, [english])],
    );
    const { songs } = valueOf(await loadEducational(read));
    expect(songs.map(({ id }) => id)).toEqual([2, 6]);
    expect(songs[0]).toMatchObject({ excerpt: "Hello\nXin chào" });
    expect(songs[0]).not.toHaveProperty("lyrics");
  });

  it.each([
    new ApiError("not_found"),
    new ApiError("rate_limited"),
    new ApiError("internal"),
    new ApiError("unavailable"),
  ])("returns a fallback with an empty list for a list that responds with $status", async (error) => {
    const lists = [[english], [song(6, [english])]] as const;
    const load = (categories: unknown, songs: unknown) => loadEducational(stubLists(categories, songs).read);
    expect(valueOf(await load(error, lists[1]))).toMatchObject({ topics: [], songs: [{ id: 6 }] });
    expect(valueOf(await load(lists[0], error))).toMatchObject({ topics: [{ id: 1 }], songs: [] });
    expect(await load(error, error)).toEqual(new Fallback({ topics: [], songs: [] }));
    expect(await load(...lists)).not.toBeInstanceOf(Fallback);
  });

  it.each([
    ["no response", new NoResponseError("unavailable")],
    ["a response that is not JSON", new NoResponseError("internal")],
    ["an unexpected error", new TypeError("boom")],
    ["a response that is not a list", { detail: "?" }],
  ])("rejects for %s in either list", async (_, answer) => {
    await expect(loadEducational(stubLists(answer, []).read)).rejects.toThrow();
    await expect(loadEducational(stubLists([], answer).read)).rejects.toThrow();
  });
});
