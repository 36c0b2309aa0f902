import { describe, expect, it, vi } from "vitest";
import type { Category, CategoryWithCount, Song } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import { Instead, shownOf } from "../../lib/instead.ts";
import type { ReadCall } from "../read-call.ts";
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
};
const names = Object.keys(answers);

function nameOf(key: string, query: Record<string, unknown> = {}): string {
  if (key !== "GET /api/songs") return key;
  return query.featured ? `${key} featured` : `${key} {}`;
}

/** The API, with some calls failing. */
function api({ failing = [] as string[] } = {}) {
  const call = vi.fn(async (key: string, { query }: { query?: Record<string, unknown> }) => {
    const name = nameOf(key, query);
    if (failing.includes(name)) throw new ApiError("unavailable", name);
    return { data: answers[name] };
  });
  return { call, read: call as unknown as ReadCall };
}

/** What is shown where nothing stands yet. */
async function all(home: ReturnType<typeof loadHome>): Promise<Home> {
  return {
    latest: shownOf(await home.latest),
    featured: shownOf(await home.featured),
    genres: shownOf(await home.genres),
    learning: shownOf(await home.learning),
    pricing: shownOf(await home.pricing),
  };
}

describe("loadHome", () => {
  it("makes the calls of the specification, each once and all at once", () => {
    const { call, read } = api();
    loadHome(read);
    expect(call.mock.calls).toEqual([
      ["GET /api/songs", { query: { limit: 8 } }],
      ["GET /api/songs", { query: { featured: true, limit: 12 } }],
      ["GET /api/categories", { query: { featured: true } }],
      ["GET /api/categories/with-song-count", {}],
      ["GET /api/song-requests/public/pricing", {}],
    ]);
  });

  it("gives what the public sees, genres with the number of their songs", async () => {
    const home = await all(loadHome(api().read));
    expect(home.latest.map(({ id }) => id)).toEqual([9, 7]);
    expect(home.latest[0]?.categories.map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(home.featured.map(({ id }) => id)).toEqual([7]);
    expect(home.genres).toEqual([
      { id: 1, name: "Loại 1", description: "Về loại 1", icon_url: null, song_count: 12 },
      { id: 3, name: "Loại 3", description: "Về loại 3", icon_url: null },
    ]);
    expect(home.learning).toEqual([{ id: 5, name: "Loại 5", song_count: 3 }]);
    expect(home.pricing).toEqual(pricing);
  });

  it.each(names)("goes on without %s", async (failing) => {
    const whole = await all(loadHome(api().read));
    const found = loadHome(api({ failing: [failing] }).read);
    const home = await all(found);
    const without: Record<string, Partial<Home>> = {
      "GET /api/songs {}": { latest: [] },
      "GET /api/songs featured": { featured: [] },
      "GET /api/categories": { genres: [] },
      "GET /api/categories/with-song-count": {
        learning: [],
        genres: whole.genres.map(({ id, name, description, icon_url }) => ({ id, name, description, icon_url })),
      },
      "GET /api/song-requests/public/pricing": { pricing: undefined },
    };
    expect(home).toEqual({ ...whole, ...without[failing] });
    for (const [section, answer] of Object.entries(found)) {
      const lacks = Object.hasOwn(without[failing] ?? {}, section);
      expect((await answer) instanceof Instead, `${section} leaves what stands`).toBe(lacks);
    }
  });

  it("has nothing, and rejects nowhere, when all calls fail", async () => {
    expect(await all(loadHome(api({ failing: names }).read))).toEqual({
      latest: [],
      featured: [],
      genres: [],
      learning: [],
      pricing: undefined,
    });
  });

  it("lets no section wait for another's slow call", async () => {
    const slow = vi.fn((key: string, { query }: { query?: Record<string, unknown> }) =>
      key === "GET /api/songs" && query?.featured === undefined
        ? new Promise(() => undefined)
        : Promise.resolve({ data: answers[nameOf(key, query)] }),
    );
    const home = loadHome(slow as unknown as ReadCall);
    expect(await home.featured).toHaveLength(1);
    expect(await home.pricing).toEqual(pricing);
  });
});
