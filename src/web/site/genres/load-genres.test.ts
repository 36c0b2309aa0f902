import { describe, expect, it, vi } from "vitest";
import { songCover } from "#art/cover.ts";
import { ApiError } from "#contract/errors.ts";
import type { ReadCall } from "../read-call.ts";
import { loadGenres } from "./load-genres.ts";
import { pictureSeed } from "./picture-seed.ts";

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
  it("makes the specified call and keeps what a card shows, in the order of the answer", async () => {
    const call = vi.fn(async () => ({ data: [category(4), category(1)] }));
    expect(await loadGenres(call as unknown as ReadCall)).toEqual([
      { id: 4, name: "Thể loại 4", description: null, icon_url: "/uploads/4.png", song_count: 8 },
      { id: 1, name: "Thể loại 1", description: null, icon_url: "/uploads/1.png", song_count: 2 },
    ]);
    expect(call.mock.calls).toEqual([["GET /api/categories/with-song-count", {}]]);
  });

  it("drops hidden genres that an administrator's token shows", async () => {
    const call = async () => ({ data: [category(1, false), category(2)] });
    expect((await loadGenres(call as unknown as ReadCall)).map(({ id }) => id)).toEqual([2]);
  });

  it.each([new ApiError("unavailable"), new TypeError("no list")])("fails with the call: %s", async (error) => {
    await expect(loadGenres((() => Promise.reject(error)) as unknown as ReadCall)).rejects.toBe(error);
  });
});

describe("pictureSeed", () => {
  it("gives genres made one after another pictures of all colours", () => {
    const colours = [11, 12, 13, 14, 15, 16, 17, 18].map(
      (id) => songCover(id, pictureSeed(id, `Thể loại ${id}`)).match(/data-palette="([a-z-]+)"/)?.[1],
    );
    expect(new Set(colours).size).toBe(8);
  });

  it("is the same each time", () => {
    expect(pictureSeed(3, "Dân ca")).toBe(pictureSeed(3, "Dân ca"));
  });
});
