import { describe, expect, it, vi } from "vitest";
import type { Category, CategoryWithCount, Song } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import { Fallback, valueOf } from "../../lib/fallback.ts";
import type { ReadApi } from "../read-api.ts";
import { type Home, loadHome } from "./load-home.ts";

const song = (id: number, change: Partial<Song> = {}) =>
  ({
    id,
    title: `Bài ${id}`,
    artist: null,
    description: null,
    lyrics: "Một\nhai",
    audio_url: `/uploads/${id}.mp3`,
    thumbnail_url: null,
    is_premium: false,
    is_active: true,
    duration: 60,
    categories: [1, 2, 3, 4].map((category) => ({ id: category, name: `Loại ${category}`, is_active: category !== 2 })),
    ...change,
  }) as Song;

const category = (id: number, change: Partial<Category> = {}) =>
  ({
    id,
    name: `Loại ${id}`,
    description: `Về loại ${id}`,
    icon_url: null,
    category_type: "entertainment",
    is_active: true,
    is_featured: true,
    ...change,
  }) as Category;

const counted = (row: Category, song_count: number): CategoryWithCount => ({ ...row, song_count });

const pricing = { base_price: 299_000, currency: "VND", description: "Riêng cho bạn", features: ["Nguyên bản"] };
const learning = category(5, { category_type: "educational", is_featured: false });

const answers: Record<string, unknown> = {
  "GET /api/songs {}": [song(9), song(7)],
  "GET /api/songs featured": [song(7)],
  "GET /api/categories": [category(1), category(2, { is_active: false }), category(3)],
  "GET /api/categories/with-song-count": [
    counted(category(1), 12),
    counted(learning, 3),
    counted(category(6, { category_type: "educational", is_active: false }), 4),
  ],
  "GET /api/song-requests/public/pricing": pricing,
  "GET /api/premium-packages": { packages: [{ id: 1, price: 49_000, duration_days: 30, is_active: true }] },
};
const names = Object.keys(answers);

function nameOf(key: string, query: Record<string, unknown> = {}): string {
  if (key !== "GET /api/songs") return key;
  return query.featured ? `${key} featured` : `${key} {}`;
}

/** A stub of the API; endpoints in `failing` reject. */
function api({ failing = [] as string[] } = {}) {
  const call = vi.fn(async (key: string, { query }: { query?: Record<string, unknown> }) => {
    const name = nameOf(key, query);
    if (failing.includes(name)) throw new ApiError("unavailable", name);
    return { data: answers[name] };
  });
  return { call, read: call as unknown as ReadApi };
}

/** The values of all sections. */
async function valuesOf(home: ReturnType<typeof loadHome>): Promise<Home> {
  return {
    latest: valueOf(await home.latest),
    featured: valueOf(await home.featured),
    genres: valueOf(await home.genres),
    learning: valueOf(await home.learning),
    pricing: valueOf(await home.pricing),
    premiumPrice: valueOf(await home.premiumPrice),
  };
}

describe("loadHome", () => {
  it("requests six endpoints once, in parallel", () => {
    const { call, read } = api();
    loadHome(read);
    expect(call.mock.calls).toEqual([
      ["GET /api/songs", { query: { limit: 8 } }],
      ["GET /api/songs", { query: { featured: true, limit: 12 } }],
      ["GET /api/categories", { query: { featured: true } }],
      ["GET /api/categories/with-song-count", {}],
      ["GET /api/song-requests/public/pricing", {}],
      ["GET /api/premium-packages", { query: { is_active: true, limit: 100 } }],
    ]);
  });

  it("returns public data only, genres with their numbers of songs", async () => {
    const home = await valuesOf(loadHome(api().read));
    expect(home.latest.map(({ id }) => id)).toEqual([9, 7]);
    expect(home.latest[0]?.categories.map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(home.featured.map(({ id }) => id)).toEqual([7]);
    expect(home.genres).toEqual([
      { id: 1, name: "Loại 1", description: "Về loại 1", icon_url: null, song_count: 12 },
      { id: 3, name: "Loại 3", description: "Về loại 3", icon_url: null },
    ]);
    expect(home.learning).toEqual([{ id: 5, name: "Loại 5", song_count: 3 }]);
    expect(home.pricing).toEqual(pricing);
    expect(home.premiumPrice).toBe("49.000 ₫ cho 1 tháng");
  });

  it.each(names)("loads the other sections when %s fails", async (failing) => {
    const complete = await valuesOf(loadHome(api().read));
    const sections = loadHome(api({ failing: [failing] }).read);
    const home = await valuesOf(sections);
    const without: Record<string, Partial<Home>> = {
      "GET /api/songs {}": { latest: [] },
      "GET /api/songs featured": { featured: [] },
      "GET /api/categories": { genres: [] },
      "GET /api/categories/with-song-count": {
        learning: [],
        genres: complete.genres.map(({ id, name, description, icon_url }) => ({ id, name, description, icon_url })),
      },
      "GET /api/song-requests/public/pricing": { pricing: undefined },
      "GET /api/premium-packages": { premiumPrice: undefined },
    };
    expect(home).toEqual({ ...complete, ...without[failing] });
    for (const [section, result] of Object.entries(sections)) {
      const isMissing = Object.hasOwn(without[failing] ?? {}, section);
      expect((await result) instanceof Fallback, `${section} is a fallback`).toBe(isMissing);
    }
  });

  it("returns empty sections when all requests fail", async () => {
    expect(await valuesOf(loadHome(api({ failing: names }).read))).toEqual({
      latest: [],
      featured: [],
      genres: [],
      learning: [],
      pricing: undefined,
      premiumPrice: undefined,
    });
  });

  it("resolves a section while another's request is pending", async () => {
    const slow = vi.fn((key: string, { query }: { query?: Record<string, unknown> }) =>
      key === "GET /api/songs" && query?.featured === undefined
        ? new Promise(() => undefined)
        : Promise.resolve({ data: answers[nameOf(key, query)] }),
    );
    const home = loadHome(slow as unknown as ReadApi);
    expect(await home.featured).toHaveLength(1);
    expect(await home.pricing).toEqual(pricing);
  });
});
