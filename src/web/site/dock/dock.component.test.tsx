import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Song } from "#contract/catalogue.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { thePlayer } from "#test/component/player.ts";
import { type Rendered, renderRoute } from "#test/component/render.tsx";
import { selling } from "#test/component/sales.ts";
import { aCategory, aLockedSong, aSong, loggedIn } from "#test/component/samples.ts";
import { fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import "../../lib/page-scroll.tsx";
import firstSound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import secondSound from "../../../../demo/songs/ghe-ve-ben-cu.mp3?url";
import * as library from "../library/page.tsx";
import * as songPage from "../song/page.tsx";

const first = aSong({ id: 1, title: "Buổi sáng ở hẻm nhỏ", artist: "Hiên Nhà", audio_url: firstSound, duration: 44 });
const locked = aLockedSong({ id: 2, title: "Gửi người ở lại" });
const third = aSong({ id: 3, title: "Ghé về bến cũ", audio_url: secondSound, lyrics: "Con đò xưa\nchờ ai" });
const fourth = aSong({ id: 4, title: "Mưa trên mái tôn", audio_url: firstSound });
const songs = [first, locked, third, fourth];

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    "GET /api/songs": ({ query }) => songs.slice(Number(query.skip ?? 0)),
    "GET /api/songs/count": { total: songs.length },
    "GET /api/songs/{id}": ({ params }) => songs[Number(params.id) - 1] ?? fails(404),
    "GET /api/categories": [aCategory()],
    "GET /api/premium-packages": selling(),
    "GET /api/songs/{id}/lines": { number: null, document: null },
    "POST /api/songs/{id}/play": { counted: true },
  });
});

const openLibrary = () => renderRoute(library, { path: "/songs", layouts: [listeningLayout] });
const openSong = (id: number) =>
  renderRoute(songPage, { path: "/songs/:id", at: `/songs/${id}`, layouts: [listeningLayout] });
/** Opens a page from which one leads to a song. */
const openElsewhere = () => renderRoute(songPage, { path: "/songs/:id", at: "/", layouts: [listeningLayout] });

const dock = page.getByRole("region", { name: "Trình phát nhạc" });
const full = page.getByRole("dialog", { name: "Bài đang nghe" });
const button = (name: string) => dock.getByRole("button", { name });
const playAll = page.getByRole("button", { name: /^Phát tất cả/ });
const audio = () => document.querySelector("audio") as HTMLAudioElement;
const position = () => document.querySelector("audio")?.currentTime ?? 0;

/** The dock shows a song, and it sounds. */
async function expectHeard(title: string): Promise<void> {
  await expect.element(dock).toMatchTextContent(title);
  await expect.poll(() => !audio().paused && position() > 0).toBe(true);
}

/** The song ends shortly after. */
function toEnd(): void {
  audio().currentTime = audio().duration - 0.2;
}

async function onPhone(): Promise<void> {
  await page.viewport(390, 844);
}

describe("a list", () => {
  test("plays on from song to song, passes over Premium with a word, and closes after the last", async () => {
    await openLibrary();
    await playAll.click();
    await expectHeard(first.title);
    await expect.element(dock).toMatchTextContent("Danh sách đang phát · 1/4");
    toEnd();
    await expectHeard(third.title);
    await expect.element(page.getByText(`Đã bỏ qua bài Premium “${locked.title}”.`)).toBeVisible();
    toEnd();
    await expectHeard(fourth.title);
    await expect.element(button("Phát bài kế tiếp")).toBeDisabled();
    await checkScreen({ heading: "Thư viện bài hát" });
    toEnd();
    await expect.element(dock).not.toBeInTheDocument();
    expect(api.requests("POST /api/songs/{id}/play").map(({ params }) => params.id)).toEqual(["1", "3", "4"]);
  });

  test("goes on across pages until it is closed", async () => {
    const screen = await openLibrary();
    await playAll.click();
    await expectHeard(first.title);
    await screen.unmount();
    // Closed with the public pages.
    await expect.poll(() => audio().paused).toBe(true);
  });

  test("has next and previous, random order and repeat", async () => {
    await openLibrary();
    await playAll.click();
    await expectHeard(first.title);
    await button("Phát bài kế tiếp").click();
    await expectHeard(third.title);
    await button("Phát bài trước").click();
    await expectHeard(first.title);
    await button("Lặp lại: tắt").click();
    await button("Lặp lại: cả danh sách").click();
    await expect.element(button("Lặp lại: một bài")).toBeVisible();
    toEnd();
    await expect.poll(() => api.requests("POST /api/songs/{id}/play")).toHaveLength(4);
    await expectHeard(first.title);
    await button("Phát ngẫu nhiên").click();
    await expect.element(button("Phát ngẫu nhiên")).toHaveAttribute("aria-pressed", "true");
    await expectHeard(first.title);
  });

  test("fetches the songs that follow those on the page", async () => {
    const many = Array.from({ length: 14 }, (_, place) =>
      aSong({ id: place + 1, title: `Bài ${place + 1}`, audio_url: firstSound }),
    );
    api.change({
      "GET /api/songs": ({ query }) => many.slice(Number(query.skip), Number(query.skip) + Number(query.limit)),
      "GET /api/songs/count": { total: 14 },
    });
    const screen = await openLibrary();
    await page.getByRole("button", { name: "Phát: Bài 12" }).click();
    await expectHeard("Bài 12");
    await button("Phát bài kế tiếp").click();
    await expectHeard("Bài 13");
    await expect.element(dock).toMatchTextContent("13/14");
    expect(screen.address()).toBe("/songs");
  });

  test("of Premium songs alone has no button", async () => {
    api.change({ "GET /api/songs": [locked], "GET /api/songs/count": { total: 1 } });
    await openLibrary();
    await expect.element(page.getByText(/^Hiển thị/)).toBeVisible();
    expect(playAll.query()).toBeNull();
  });

  test("plays Premium songs for whom they are open", async () => {
    const open = aSong({ ...locked, audio_url: secondSound });
    api.change({ ...loggedIn({ is_premium: true }), "GET /api/songs": [first, open], "GET /api/songs/{id}": open });
    await openLibrary();
    await playAll.click();
    await expectHeard(first.title);
    toEnd();
    await expectHeard(open.title);
  });
});

describe("the dock", () => {
  test("seeks by its line, and has the volume", async () => {
    await openLibrary();
    await page.getByRole("button", { name: `Phát: ${first.title}` }).click();
    await expectHeard(first.title);
    (dock.getByRole("slider", { name: /^Vị trí phát/ }).element() as HTMLElement).focus();
    await userEvent.keyboard("{PageUp}{PageUp}");
    await expect.poll(position).toBeGreaterThan(30);
    await dock.getByRole("slider", { name: "Âm lượng" }).fill("0.5");
    expect(audio().volume).toBe(0.5);
  });

  test("pauses by the sleep timer, and tells what is left", async () => {
    await openLibrary();
    await playAll.click();
    await expectHeard(first.title);
    const sleep = dock.getByRole("combobox", { name: "Hẹn giờ tắt nhạc" });
    await sleep.selectOptions("30 phút");
    await expect.element(sleep).toMatchTextContent("Tắt sau 30 phút");
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 31 * 60_000);
    await expect.element(page.getByText("Đã dừng nhạc theo hẹn giờ.")).toBeVisible();
    expect(audio().paused).toBe(true);
    await expect.element(button(`Phát: ${first.title}`)).toBeVisible();
  });

  test("stops at the end of the song when asked to", async () => {
    await openLibrary();
    await playAll.click();
    await expectHeard(first.title);
    await dock.getByRole("combobox", { name: "Hẹn giờ tắt nhạc" }).selectOptions("Khi hết bài này");
    toEnd();
    await expect.element(dock).toMatchTextContent("Nghe tiếp bài này nhé");
    expect(audio().paused).toBe(true);
  });
});

describe("the full view of a phone", () => {
  test("opens from the bar, with lyrics, and closes by its button and with a link", async () => {
    await onPhone();
    const screen = await openLibrary();
    await page.getByRole("button", { name: `Phát: ${third.title}` }).click();
    await expectHeard(third.title);
    expect(dock.getByRole("slider").query()).toBeNull();
    await button(`Mở trình phát: ${third.title}`).click();
    await expect.element(full.getByText("Con đò xưa")).toBeVisible();
    await expect.element(full.getByRole("slider", { name: /^Vị trí phát/ })).toBeEnabled();
    await checkScreen();
    await onPhone();
    await full.getByRole("button", { name: "Phát bài kế tiếp" }).click();
    await expect.element(full.getByRole("heading", { name: fourth.title })).toBeVisible();
    await full.getByRole("button", { name: "Thu nhỏ trình phát" }).click();
    await expect.element(full).not.toBeInTheDocument();
    await button(`Mở trình phát: ${fourth.title}`).click();
    await full.getByRole("link", { name: fourth.title }).click();
    await expect.poll(screen.address).toBe("/songs/4");
    await expect.element(full).not.toBeInTheDocument();
  });

  test("closes with Back, which stays on the page, and takes its entry along when it is closed otherwise", async () => {
    await onPhone();
    const screen = await openLibrary();
    await page.getByRole("button", { name: `Phát: ${third.title}` }).click();
    await expectHeard(third.title);
    const isOver = () => (window.history.state as { isOver?: boolean } | null)?.isOver === true;
    for (const close of [
      async () => window.history.back(),
      () => full.getByRole("button", { name: "Thu nhỏ trình phát" }).click(),
    ]) {
      await button(`Mở trình phát: ${third.title}`).click();
      await expect.element(full).toBeVisible();
      await expect.poll(isOver).toBe(true);
      await close();
      await expect.element(full).not.toBeInTheDocument();
      await expect.poll(isOver).toBe(false);
      expect(screen.address()).toBe("/songs");
    }
    await expectHeard(third.title);
  });

  test("keeps on the device what a visitor likes, while it plays on", async () => {
    await onPhone();
    await openLibrary();
    await page.getByRole("button", { name: `Phát: ${third.title}` }).click();
    await expectHeard(third.title);
    await button(`Mở trình phát: ${third.title}`).click();
    await full.getByRole("button", { name: /^Thích/ }).click();
    await expect.element(full.getByRole("button", { name: /^Đã thích/ })).toBeVisible();
    await expectHeard(third.title);
    await expect.element(full).toBeVisible();
  });
});

describe("on the page of a song", () => {
  const pagePlayer = page.getByRole("region", { name: "Trình phát", exact: true });

  async function play(song: Song): Promise<Rendered> {
    const screen = await openSong(song.id);
    await pagePlayer.getByRole("button", { name: `Phát: ${song.title}` }).click();
    await expect.poll(position).toBeGreaterThan(0);
    return screen;
  }

  test("it shows once the page's player is out of view", async () => {
    await play(third);
    expect(dock.query()).toBeNull();
    document.body.style.minHeight = "4000px";
    window.scrollTo({ top: 3000, behavior: "instant" });
    await expect.element(dock).toMatchTextContent(third.title);
    await expect.element(button(`Tạm dừng: ${third.title}`)).toBeVisible();
    window.scrollTo({ top: 0, behavior: "instant" });
    await expect.element(dock).not.toBeInTheDocument();
    document.body.style.minHeight = "";
  });

  test("a related song follows", async () => {
    await play(third);
    toEnd();
    await expect.element(dock).toMatchTextContent("Nghe tiếp bài này nhé");
    await expect.element(dock).toMatchTextContent(first.title);
    await button(`Phát: ${first.title}`).click();
    await expectHeard(first.title);
    await expect.element(pagePlayer.getByRole("button", { name: `Phát: ${third.title}` })).toBeVisible();
    // Space belongs to the song that sounds.
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("k");
    await expect.poll(() => audio().paused).toBe(true);
    await expect.element(dock).toMatchTextContent(first.title);
  });

  test("the song that plays goes on at the same second", async () => {
    const screen = await openElsewhere();
    thePlayer().play(third);
    await expect.poll(position).toBeGreaterThan(0);
    thePlayer().seek(20);
    await screen.go(`/songs/${third.id}`);
    await expect.element(pagePlayer.getByRole("button", { name: `Tạm dừng: ${third.title}` })).toBeVisible();
    expect(position()).toBeGreaterThanOrEqual(20);
    expect(api.requests("POST /api/songs/{id}/play")).toHaveLength(1);
  });
});
