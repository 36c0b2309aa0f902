import { describe, expect, it, vi } from "vitest";
import type { Category, Song } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import { NoAnswer } from "../../lib/api.ts";
import { Instead, shownOf } from "../../lib/instead.ts";
import type { ReadCall } from "../read-call.ts";
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

/** Answers, or throws what is an error, for the two lists. */
function answering(categories: unknown, songs: unknown) {
  const call = vi.fn(async (key: string, _input?: unknown) => {
    const answer = key === "GET /api/songs" ? songs : categories;
    if (answer instanceof Error) throw answer;
    return { data: answer };
  });
  return { call, read: call as unknown as ReadCall };
}

describe("loadEducational", () => {
  it("makes the two calls of the specification", async () => {
    const { call, read } = answering([], []);
    await loadEducational(read);
    expect(call.mock.calls).toEqual([
      ["GET /api/categories", {}],
      ["GET /api/songs", { query: { featured: true, limit: 8 } }],
    ]);
  });

  it("keeps active educational categories", async () => {
    const { topics } = shownOf(await loadEducational(answering([ballad, english, hidden], []).read));
    expect(topics).toEqual([{ id: 1, name: "Tiếng 1", description: "Mô tả", icon_url: null }]);
  });

  it("keeps songs that have at least one such category", async () => {
    const { read } = answering(
      [],
      [song(1, [ballad]), song(2, [ballad, english]), song(3, []), song(5, [hidden]), song(6, [english])],
    );
    const { songs } = shownOf(await loadEducational(read));
    expect(songs.map(({ id }) => id)).toEqual([2, 6]);
    expect(songs[0]).toMatchObject({ excerpt: "Hello\u00a0/ Xin chào" });
    expect(songs[0]).not.toHaveProperty("lyrics");
  });

  it.each([
    new ApiError("not_found"),
    new ApiError("rate_limited"),
    new ApiError("internal"),
    new ApiError("unavailable"),
  ])("leaves a list that is refused empty and shows the other: $status", async (refusal) => {
    const lists = [[english], [song(6, [english])]] as const;
    const found = (categories: unknown, songs: unknown) => loadEducational(answering(categories, songs).read);
    expect(shownOf(await found(refusal, lists[1]))).toMatchObject({ topics: [], songs: [{ id: 6 }] });
    expect(shownOf(await found(lists[0], refusal))).toMatchObject({ topics: [{ id: 1 }], songs: [] });
    expect(await found(refusal, refusal)).toEqual(new Instead({ topics: [], songs: [] }));
    expect(await found(...lists)).not.toBeInstanceOf(Instead);
  });

  it.each([
    ["no answer", new NoAnswer("unavailable")],
    ["an answer that is no JSON", new NoAnswer("internal")],
    ["a fault nobody foresaw", new TypeError("boom")],
    ["an answer that is no list", { detail: "?" }],
  ])("fails with %s, for either list", async (_, answer) => {
    await expect(loadEducational(answering(answer, []).read)).rejects.toThrow();
    await expect(loadEducational(answering([], answer).read)).rejects.toThrow();
  });
});
