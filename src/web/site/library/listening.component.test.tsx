import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { takeErrors } from "#test/component/area.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { renderRoute } from "#test/component/render.tsx";
import { selling } from "#test/component/sales.ts";
import { aCategory, aLockedSong, aSong, loggedIn } from "#test/component/samples.ts";
import { fails, held, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";
import firstSound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import secondSound from "../../../../demo/songs/ghe-ve-ben-cu.mp3?url";
import * as library from "./page.tsx";

const first = aSong({ id: 1, title: "Buổi sáng ở hẻm nhỏ", artist: "Hiên Nhà", audio_url: firstSound, duration: 44 });
const second = aSong({ id: 2, title: "Ghé về bến cũ", audio_url: secondSound });
const premium = aLockedSong({ id: 3, title: "Gửi người ở lại" });
const listed = [
  first,
  second,
  ...Array.from({ length: 16 }, (_, place) => aSong({ id: 10 + place, title: `Bài ${place}` })),
];

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    "GET /api/songs": ({ query }) => listed.slice(Number(query.skip), Number(query.skip) + Number(query.limit)),
    "GET /api/songs/count": { total: listed.length },
    "GET /api/categories": [aCategory()],
    "POST /api/songs/{id}/play": { counted: true },
    "GET /api/premium-packages": selling(),
  });
});

const open = () => renderRoute(library, { path: "/songs", layouts: [listeningLayout] });
const card = (title: string) => page.getByRole("article").filter({ has: page.getByRole("link", { name: title }) });
const play = (title: string) => card(title).getByRole("button", { name: `Phát: ${title}` });
const pause = (title: string) => card(title).getByRole("button", { name: `Tạm dừng: ${title}` });
const lock = card(premium.title).getByRole("button", { name: `Bài Premium, mở khóa: ${premium.title}` });
const playing = page.getByText("Đang phát...");
const dock = page.getByRole("region", { name: "Trình phát nhạc" });
const audio = () => document.querySelector("audio") as HTMLAudioElement;
const position = () => document.querySelector("audio")?.currentTime ?? 0;

/** The song goes on from where it is. */
async function expectSound(): Promise<void> {
  const from = position();
  await expect.poll(position, { message: "the song goes on" }).toBeGreaterThan(from + 0.1);
}

test("plays, pauses and resumes a song, and counts it once", async () => {
  await open();
  expect(dock.query()).toBeNull();
  await play(first.title).click();
  await expect.element(card(first.title)).toMatchTextContent("Đang phát...");
  await expectSound();
  await expect.element(dock).toMatchTextContent(first.title);
  await checkScreen({ heading: "Thư viện bài hát" });
  await pause(first.title).click();
  await expect.element(playing).not.toBeInTheDocument();
  expect(audio().paused).toBe(true);
  const pausedAt = position();
  expect(pausedAt).toBeGreaterThan(0);
  await play(first.title).click();
  await expectSound();
  expect(position()).toBeGreaterThan(pausedAt);
  expect(api.requests("POST /api/songs/{id}/play").map(({ params }) => params)).toEqual([{ id: "1" }]);
});

test("a card that begins to play moves nothing below it, on a phone and a desktop", async () => {
  await open();
  await expect.element(play(first.title)).toBeVisible();
  await document.fonts.ready;
  const heights = () =>
    page
      .getByRole("article")
      .elements()
      .map((each) => each.getBoundingClientRect().height);
  const atWidths = async () => {
    const all: number[][] = [];
    for (const width of [1280, 390]) {
      await page.viewport(width, 844);
      all.push(heights());
    }
    return all;
  };
  const before = await atWidths();
  await play(first.title).click();
  await expect.element(card(first.title)).toMatchTextContent("Đang phát...");
  expect(await atWidths()).toEqual(before);
});

test("playing another song stops the first, with one media element for all", async () => {
  await open();
  await play(first.title).click();
  await expectSound();
  await play(second.title).click();
  await expect.element(card(second.title)).toMatchTextContent("Đang phát...");
  await expect.element(play(first.title)).toBeVisible();
  expect(playing.elements()).toHaveLength(1);
  await expectSound();
  expect(document.querySelectorAll("audio")).toHaveLength(1);
});

test("the dock shows the song, pauses and closes, and returns the focus to the play button", async () => {
  await open();
  await expect.element(play(first.title)).toBeVisible();
  (play(first.title).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dock.getByRole("link", { name: first.title })).toHaveAttribute("href", "/songs/1");
  await expect.element(dock).toMatchTextContent("Hiên Nhà");
  await expect.element(dock).toMatchTextContent(/0:\d\d0:44/);
  await dock.getByRole("button", { name: `Tạm dừng: ${first.title}` }).click();
  expect(audio().paused).toBe(true);
  (dock.getByRole("button", { name: "Đóng trình phát" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dock).not.toBeInTheDocument();
  await expect.element(play(first.title)).toHaveFocus();
});

test("another page, size, genre or search keeps the song playing; leaving the library stops it", async () => {
  const screen = await open();
  await play(first.title).click();
  await expectSound();
  // The dock lies over the end of a page without a footer.
  (page.getByRole("link", { name: "Sau" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/^Hiển thị 13 - 18/)).toBeVisible();
  expect(card(first.title).query()).toBeNull();
  await expectSound();
  await page.getByRole("combobox", { name: "Số bài mỗi trang" }).selectOptions("8 bài");
  await expect.element(page.getByText(/^Hiển thị 1 - 8/)).toBeVisible();
  await page.getByRole("combobox", { name: "Thể loại" }).selectOptions("Trữ tình");
  await expect.poll(screen.address).toContain("category=1");
  await page.getByRole("searchbox").fill("mua");
  await userEvent.keyboard("{Enter}");
  await expect.poll(screen.address).toContain("q=mua");
  await expectSound();
  await screen.go("/songs/2");
  await expect.poll(() => audio().paused).toBe(true);
  expect(position()).toBe(0);
});

test("the end of a song clears the playing state, and the dock offers the next one", async () => {
  await open();
  await play(first.title).click();
  await expectSound();
  audio().currentTime = audio().duration - 0.3;
  await expect.element(dock).toMatchTextContent("Nghe tiếp bài này nhé");
  expect(playing.query()).toBeNull();
  expect(audio().paused).toBe(true);
  await expect.element(play(first.title)).toBeVisible();
  await fits();
  await dock.getByRole("button", { name: `Phát: ${second.title}` }).click();
  await expect.element(card(second.title)).toMatchTextContent("Đang phát...");
  await expect.element(dock).toMatchTextContent("Danh sách đang phát");
});

test("an unreadable song is tried once more and removed without a message, while the server answers", async () => {
  const broken = aSong({ id: 4, title: "Bài hỏng", audio_url: "/uploads/khong-co.mp3" });
  api.change({ "GET /api/songs": [broken], "GET /api/songs/{id}": broken });
  await open();
  await play(broken.title).click();
  await expect.poll(() => api.requests("GET /api/songs/{id}")).toHaveLength(2);
  await expect.element(dock).not.toBeInTheDocument();
  expect([playing.query(), page.getByRole("alert").query(), page.getByRole("dialog").query()]).toEqual([
    null,
    null,
    null,
  ]);
});

test("typing in the search box does not control the player", async () => {
  await open();
  await play(first.title).click();
  await expectSound();
  await userEvent.type(page.getByRole("searchbox"), "k pho");
  await expect.element(page.getByRole("searchbox")).toHaveValue("k pho");
  expect(audio().paused).toBe(false);
});

test("the system's media controls show and control the song", async () => {
  await open();
  await play(first.title).click();
  await expectSound();
  const { metadata, playbackState } = navigator.mediaSession;
  expect([metadata?.title, metadata?.artist, playbackState]).toEqual([first.title, "Hiên Nhà", "playing"]);
});

describe("a premium song", () => {
  const whole = aSong({ ...premium, audio_url: firstSound, lyrics: "Em đi khi phố chưa lên đèn" });

  test("opens the dialog for a visitor and does not play", async () => {
    api.change({ "GET /api/songs": [premium] });
    await open();
    await expect.element(card(premium.title)).toMatchTextContent("Đăng nhập và nâng cấp Premium để nghe và xem lời.");
    await lock.click();
    const dialog = page.getByRole("dialog", { name: `Nội dung Premium ${premium.title}` });
    await expect.element(dialog).toBeVisible();
    expect(document.querySelector("audio")?.paused ?? true).toBe(true);
    await fits();
    await userEvent.keyboard("{Escape}");
    await expect.element(lock).toHaveFocus();
  });

  test("plays for a premium user although it has no public audio URL", async () => {
    api.change({ ...loggedIn({ is_premium: true }), "GET /api/songs": [premium], "GET /api/songs/{id}": whole });
    await open();
    await play(premium.title).click();
    await expectSound();
    expect(page.getByRole("dialog").query()).toBeNull();
    expect(api.requests("GET /api/songs/{id}").map(({ token }) => token)).toEqual(["user-token"]);
  });

  test("is locked when the server refuses its audio, as after the end of Premium", async () => {
    api.change({ ...loggedIn({ is_premium: true }), "GET /api/songs": [premium], "GET /api/songs/{id}": premium });
    await open();
    await play(premium.title).click();
    await expect.element(lock).toBeVisible();
    await lock.click();
    await expect.element(page.getByRole("dialog", { name: `Nội dung Premium ${premium.title}` })).toBeVisible();
  });

  test("a press on its lock waits for the session check", async () => {
    for (const is_premium of [true, false]) {
      const user = loggedIn({ is_premium });
      const me = held(user["GET /api/user/me"]);
      api.change({ ...user, "GET /api/user/me": me.answer, "GET /api/songs": [premium] });
      const screen = await open();
      await lock.click();
      await settled();
      const dialog = page.getByRole("dialog");
      expect(dialog.query()).toBeNull();
      me.release();
      if (is_premium) {
        await expect.element(play(premium.title)).toBeVisible();
        expect(dialog.query()).toBeNull();
        // Logged out in another tab: the press is forgotten.
        localStorage.clear();
        window.dispatchEvent(new StorageEvent("storage", { key: "userToken" }));
        await expect.element(lock).toBeVisible();
        expect(dialog.query()).toBeNull();
      } else {
        await expect.element(dialog).toMatchTextContent("Bạn nâng cấp để nghe trọn bài");
      }
      await screen.unmount();
    }
  });

  test("stops and is locked after a logout", async () => {
    api.change({ ...loggedIn({ is_premium: true }), "GET /api/songs": [whole] });
    await open();
    await play(premium.title).click();
    await expectSound();
    api.change({ "GET /api/songs": [premium] });
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: "userToken" }));
    await expect.element(lock).toBeVisible();
    await expect.poll(() => audio().paused).toBe(true);
    await expect.element(card(premium.title)).not.toMatchTextContent("Em đi khi phố");
  });

  test("is fetched anew where its link has expired, and goes on", async () => {
    const expired = { ...whole, audio_url: "/uploads/khong-con.mp3" };
    api.change({ ...loggedIn({ is_premium: true }), "GET /api/songs": [expired], "GET /api/songs/{id}": whole });
    await open();
    await play(premium.title).click();
    await expectSound();
    await expect.element(card(premium.title)).toMatchTextContent("Đang phát...");
  });
});

test("a list with a fault is drawn anew alone, and the song goes on", async () => {
  const errors = takeErrors();
  await open();
  const search = page.getByRole("searchbox", { name: "Tìm bài hát" });
  const field = search.element();
  await play(first.title).click();
  await expectSound();
  // As browsers and extensions do it to a page.
  playing.element().remove();
  await play(second.title).click();
  await expect.element(card(second.title)).toMatchTextContent("Đang phát...");
  expect(errors()).toContain("removeChild");
  expect(search.element()).toBe(field);
  await expectSound();
});

test("a blocked play shows no error", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new DOMException("not allowed", "NotAllowedError"));
  api.change({ "POST /api/songs/{id}/play": fails(500) });
  await open();
  await play(first.title).click();
  await expect.element(play(first.title)).toBeVisible();
  expect(page.getByRole("alert").query()).toBeNull();
});
