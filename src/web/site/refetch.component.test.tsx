/** The server renders pages for visitors; the browser refetches them for a logged-in user. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ApiKey } from "#contract/api.ts";
import { defaultSongPricing } from "#contract/settings.ts";
import { fits } from "#test/component/check-screen.ts";
import { type Rendered, type RouteModule, renderRoute } from "#test/component/render.tsx";
import { selling } from "#test/component/sales.ts";
import { aCategory, aLockedSong, aSong, loggedIn } from "#test/component/samples.ts";
import { type Answers, fails, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";
import sound from "../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { readStored, writeStored } from "../lib/storage.ts";
import * as educational from "./educational/page.tsx";
import { toGenre } from "./genres/load-genres.ts";
import * as home from "./home/page.tsx";
import { toListedSong } from "./library/listed-song.ts";
import * as library from "./library/page.tsx";
import * as songPage from "./song/page.tsx";

const learning = aCategory({ id: 2, name: "Tiếng Anh", category_type: "educational" });
const open = aSong({ id: 1, title: "Bài mở", audio_url: sound, categories: [learning] });
const premium = aLockedSong({ id: 2, title: "Gửi người ở lại", categories: [learning] });
const unlocked = { ...premium, audio_url: sound, lyrics: "Em đi khi phố chưa lên đèn" };
const listed = [open, premium].map(toListedSong);
const query = { search: "", category: undefined, page: 1, size: 12 };

const refused = fails(503, "Bảo trì");

/** Each with one kind of failure: a screen takes all kinds alike, and what its loader does with them is tested beside it. */
const screens: {
  path: string;
  at?: string;
  module: RouteModule;
  serverData: unknown;
  calls: ApiKey[];
  failure: typeof refused;
}[] = [
  {
    path: "/",
    module: home,
    serverData: {
      latest: listed,
      featured: listed,
      genres: [toGenre(learning)],
      learning: [{ id: 2, name: "Tiếng Anh", song_count: 2 }],
      pricing: defaultSongPricing,
      premiumPrice: undefined,
    },
    calls: [
      "GET /api/songs",
      "GET /api/categories",
      "GET /api/categories/with-song-count",
      "GET /api/song-requests/public/pricing",
      "GET /api/premium-packages",
    ],
    failure: refused,
  },
  {
    path: "/songs",
    module: library,
    serverData: {
      library: { query, songs: listed, total: 2, categories: [{ id: 2, name: "Tiếng Anh" }] },
      premiumPrice: undefined,
    },
    calls: ["GET /api/songs", "GET /api/songs/count", "GET /api/categories", "GET /api/premium-packages"],
    failure: networkDown(),
  },
  {
    path: "/educational",
    module: educational,
    serverData: { learning: { topics: [toGenre(learning)], songs: listed } },
    calls: ["GET /api/songs", "GET /api/categories"],
    failure: networkDown(),
  },
  {
    path: "/songs/:id",
    at: "/songs/1",
    module: songPage,
    serverData: { song: open, related: [] },
    calls: ["GET /api/songs/{id}"],
    failure: refused,
  },
];

const play = page.getByRole("button", { name: `Phát: ${open.title}` });
const pause = page.getByRole("button", { name: `Tạm dừng: ${open.title}` });
const position = () => document.querySelector("audio")?.currentTime ?? 0;
const headings = ({ container }: Rendered) =>
  [...container.querySelectorAll("h1, h2, h3")].map(({ textContent }) => textContent);

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({ "POST /api/songs/{id}/play": { counted: true } });
});

describe("a failed refetch keeps the page and the playing song", () => {
  test.for(screens)("$path", async ({ path, at, module, serverData, calls, failure }) => {
    const notes = vi.spyOn(console, "info").mockImplementation(() => undefined);
    const late = held(failure);
    const answers = Object.fromEntries(calls.map((key) => [key, late.answer])) as Answers;
    api.change({ ...loggedIn(), ...answers });
    const screen = await renderRoute(module, { path, at, serverData });
    await play.first().click();
    await expect.element(pause.first()).toBeVisible();
    await expect.poll(position).toBeGreaterThan(0.1);
    const standing = headings(screen);
    for (const key of calls) expect(api.requests(key).at(-1)?.token).toBe("user-token");

    late.release();
    const requested = calls.flatMap((key) => api.requests(key)).length;
    await expect.poll(() => notes.mock.calls.length, { message: "each is logged" }).toBe(requested);
    await settled();
    expect(page.getByRole("alert").query()).toBeNull();
    expect(headings(screen)).toEqual(standing);
    await fits();
    const before = position();
    await expect.poll(position).toBeGreaterThan(before + 0.1);
  });
});

/** As another tab does it. */
function storeElsewhere(token: string | null): void {
  writeStored("userToken", token);
  window.dispatchEvent(new StorageEvent("storage", { key: "userToken", newValue: token }));
}

describe("a login in another tab", () => {
  const firstLine = page.getByText(/Em đi khi phố chưa lên đèn/);

  test("fetches a list with the premium user's songs once for each login", async () => {
    const [, { serverData }] = screens as [unknown, { serverData: unknown }];
    await renderRoute(library, { path: "/songs", serverData });
    await expect.element(page.getByRole("button", { name: `Bài Premium, mở khóa: ${premium.title}` })).toBeVisible();
    expect(api.requests("GET /api/songs")).toEqual([]);
    api.change({
      "GET /api/user/me": loggedIn()["GET /api/user/me"],
      "GET /api/songs": [open, premium],
      "GET /api/songs/count": { total: 2 },
      "GET /api/categories": [learning],
      "GET /api/premium-packages": selling(),
    });
    storeElsewhere("first");
    await expect.poll(() => api.requests("GET /api/songs").map(({ token }) => token)).toEqual(["first"]);
    storeElsewhere(null);
    await expect.element(page.getByText("Đăng nhập và nâng cấp Premium để nghe và xem lời.")).toBeVisible();
    expect(api.requests("GET /api/songs"), "nothing is asked for whoever leaves").toHaveLength(1);
    api.change({
      "GET /api/user/me": loggedIn({ is_premium: true })["GET /api/user/me"],
      "GET /api/songs": [open, unlocked],
    });
    storeElsewhere("second");
    await expect.element(firstLine).toBeVisible();
    expect(api.requests("GET /api/songs").map(({ token }) => token)).toEqual(["first", "second"]);
    expect(readStored("userToken")).toBe("second");
  });

  test("fetches a premium song's lyrics for its page", async () => {
    await renderRoute(songPage, {
      path: "/songs/:id",
      at: "/songs/2",
      serverData: { song: premium, related: [] },
    });
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(premium.title);
    expect(firstLine.query()).toBeNull();
    api.change({
      "GET /api/user/me": loggedIn({ is_premium: true })["GET /api/user/me"],
      "GET /api/songs/{id}": unlocked,
      "GET /api/songs": [],
    });
    storeElsewhere("user-token");
    await expect.element(firstLine).toBeVisible();
  });
});

describe("a user is not asked to log in, and the layout does not move after the session check", () => {
  const asGuest = page.getByText("Đăng nhập và nâng cấp Premium để nghe và xem lời.");
  const asUser = page.getByText("Nâng cấp Premium để nghe và xem lời.");

  test.for(["/songs", "/songs/2"] as const)("%s", async (at) => {
    const list = { library: { query, songs: [toListedSong(premium)], total: 1, categories: [] } };
    const render = () =>
      at === "/songs"
        ? renderRoute(library, { path: "/songs", serverData: list })
        : renderRoute(songPage, { path: "/songs/:id", at, serverData: { song: premium, related: [] } });
    const me = held(loggedIn()["GET /api/user/me"]);
    api.change({
      "GET /api/user/me": me.answer,
      "GET /api/songs": at === "/songs" ? [premium] : [],
      "GET /api/songs/count": { total: 1 },
      "GET /api/categories": [],
      "GET /api/premium-packages": selling(),
      "GET /api/songs/{id}": premium,
    });
    const screen = await render();
    await document.fonts.ready;
    const seen = () => [asGuest, asUser].map((words) => words.elements().some((each) => each.checkVisibility()));
    const atWidths = async () => {
      const layouts: { height: number; seen: boolean[] }[] = [];
      for (const width of [1280, 390]) {
        await page.viewport(width, 800);
        layouts.push({ height: document.documentElement.scrollHeight, seen: seen() });
      }
      return layouts;
    };
    const before = await atWidths();
    const words = seen();
    for (const layout of before) expect(layout.seen[0]).toBe(false);
    me.release();
    await expect.poll(() => document.documentElement.dataset.session).toBe("yes");
    await settled();
    expect(await atWidths()).toEqual(before);
    await screen.unmount();

    storeElsewhere(null);
    delete document.documentElement.dataset.session;
    await render();
    await expect.poll(seen).toEqual([words[1], false]);
  });
});
