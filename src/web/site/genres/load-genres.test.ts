import { describe, expect, it, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import type { ReadApi } from "../read-api.ts";
import { loadGenres } from "./load-genres.ts";

const category = (id: number, is_active = true) => ({
  id,
  name: `Thể loại ${id}`,
  description: null,
  icon_url: `/uploads/${id}.png`,
  category_type: "entertainment",
  is_active,
  is_featured: true,
  created_at: "2026-01-01T00:00:00Z",
  song_count: id * 2,
});

describe("loadGenres", () => {
  it("returns the fields of the cards in the order of the response", async () => {
    const call = vi.fn(async () => ({ data: [category(4), category(1)] }));
    expect(await loadGenres(call as unknown as ReadApi)).toEqual([
      { id: 4, name: "Thể loại 4", description: null, icon_url: "/uploads/4.png", song_count: 8 },
      { id: 1, name: "Thể loại 1", description: null, icon_url: "/uploads/1.png", song_count: 2 },
    ]);
    expect(call.mock.calls).toEqual([["GET /api/categories/with-song-count", {}]]);
  });

  it("drops hidden genres", async () => {
    const call = async () => ({ data: [category(1, false), category(2)] });
    expect((await loadGenres(call as unknown as ReadApi)).map(({ id }) => id)).toEqual([2]);
  });

  it.each([
    new ApiError("unavailable"),
    new TypeError("no list"),
  ])("rejects when the request fails: %s", async (error) => {
    await expect(loadGenres((() => Promise.reject(error)) as unknown as ReadApi)).rejects.toBe(error);
  });
});
