import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { plainLine } from "#contract/lyrics/document.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { renderRoute } from "#test/component/render.tsx";
import { selling } from "#test/component/sales.ts";
import { aCategory, aLockedSong, aSong, loggedIn } from "#test/component/samples.ts";
import { fails, held, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { overhang } from "#test/screen.ts";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { likeOnDevice, readDeviceSongs, takeAlong } from "../../lib/device-songs.ts";
import { facebookShare, zaloShare } from "../music/share.ts";
import * as songPage from "./page.tsx";

const title = "Buổi sáng ở hẻm nhỏ";
const indie = aCategory({ id: 5, name: "Indie Acoustic" });
const song = aSong({
  id: 7,
  title,
  artist: "Hiên Nhà",
  description: "Một buổi sáng trong hẻm.",
  lyrics: "Sáng nay hẻm nhỏ thức trước mặt trời\nTiếng rao bánh mì\n\nĐiệp khúc",
  audio_url: sound,
  duration: 44.2,
  play_count: 1234,
  likes_count: 3,
  categories: [indie, aCategory({ id: 6, name: "Đã ẩn", is_active: false })],
});
const related = [7, 8, 9, 10].map((id) => aSong({ id, title: `Bài ${id}`, artist: `Tác giả ${id}` }));

const heading = page.getByRole("heading", { level: 1 });
const player = page.getByRole("region", { name: "Trình phát" });
const wave = page.getByRole("slider", { name: "Vị trí phát" });
const play = player.getByRole("button", { name: `Phát: ${title}` });
const pause = player.getByRole("button", { name: `Tạm dừng: ${title}` });
const element = () => document.querySelector("audio");

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    "GET /api/songs/{id}": song,
    "GET /api/songs": related,
    "GET /api/songs/{id}/lines": { number: null, document: null },
    "POST /api/songs/{id}/play": { counted: true },
    "GET /api/premium-packages": selling(),
  });
});
const openPage = (id: string | number = 7) =>
  renderRoute(songPage, { layouts: [listeningLayout], path: "/songs/:id", at: `/songs/${id}` });
const open = openPage;
const menu = page.getByLabelText("Thêm với bài này");
async function openMenu(): Promise<void> {
  await expect.element(menu).toBeInTheDocument();
  menu.element().closest("summary")?.click();
}

describe("the page", () => {
  test("shows all fields of a song", async () => {
    const screen = await open();
    await expect.element(heading).toHaveTextContent(title);
    await expect.poll(() => document.title).toBe(`${title} · Ngân Nga`);
    for (const text of ["Nhạc do AI tạo", "Một buổi sáng trong hẻm.", "1.234 lượt nghe", "Thích · 3"]) {
      await expect.element(page.getByText(text)).toBeVisible();
    }
    await expect.element(page.getByText(/^Tác giả: Hiên Nhà$/)).toBeVisible();
    await expect.element(play).toBeVisible();
    await expect.element(player).toMatchTextContent("0:00");
    await expect.element(player).toMatchTextContent("0:44");
    for (const name of ["Facebook", "Zalo", "TikTok"]) {
      await expect.element(page.getByRole("button", { name })).toBeVisible();
    }
    expect(page.getByText("Đã ẩn").query()).toBeNull();
    await page.getByRole("link", { name: "Indie Acoustic" }).click();
    await expect.poll(screen.address).toBe("/songs?category=5");
    await screen.go("/songs/7");
    await page.getByRole("link", { name: "Thư viện bài hát" }).click();
    await expect.poll(screen.address).toBe("/songs");
  });

  test("leaves out few plays and no likes, and shows the brand and a text for want of an artist and related songs", async () => {
    const few = { ...song, artist: null, play_count: 9, likes_count: 0 };
    api.change({ "GET /api/songs/{id}": few, "GET /api/songs": [few] });
    const { unmount } = await open();
    await expect.element(page.getByRole("button", { name: "Thích", exact: true })).toBeVisible();
    expect(page.getByText("lượt nghe").query()).toBeNull();
    await expect.element(page.getByText(/^Tác giả: Ngân Nga$/)).toBeVisible();
    await expect.element(page.getByText("Chưa có bài hát liên quan")).toBeVisible();
    await unmount();
    api.change({ "GET /api/songs/{id}": { ...song, play_count: 10 } });
    await open();
    await expect.element(page.getByText("10 lượt nghe")).toBeVisible();
  });

  /** Expects the button to be seen without scrolling in a window of this size. */
  async function expectInFirstView(button: Locator, width: number, height: number): Promise<void> {
    await page.viewport(width, height);
    await expect.element(button).toBeVisible();
    await document.fonts.ready;
    // The site's header is not part of the page.
    const header = 64;
    expect(button.element().getBoundingClientRect().bottom + header).toBeLessThanOrEqual(height);
  }

  test("has the play button in the first view of phones", async () => {
    const { unmount } = await open();
    await expectInFirstView(play, 390, 844);
    await expectInFirstView(play, 320, 568);
    await unmount();
    const name = "Hàng bần nghiêng đếm mùa gió trở về";
    api.change({ "GET /api/songs/{id}": { ...song, title: name } });
    await open();
    await expectInFirstView(player.getByRole("button", { name: `Phát: ${name}` }), 390, 664);
  });

  test("of genre names of 100 letters is as wide as a phone, and shows play at once", async () => {
    const words = aCategory({ id: 1, name: "Nhạc cho buổi chiều mưa ".repeat(5).slice(0, 100).trim() });
    const oneWord = aCategory({ id: 2, name: "Siêu".repeat(25) });
    api.change({
      "GET /api/songs/{id}": { ...song, title: "Bài hát dài hai dòng tên trên màn hình", categories: [words, oneWord] },
    });
    await page.viewport(390, 664);
    await open();
    await expect.element(player).toBeVisible();
    expect(overhang()).toEqual([]);
    expect(player.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(664);
  });

  test("clamps a title of 200 letters, with the whole in its tooltip and the play button in a phone's first view", async () => {
    const long = "dài ơi là dài ".repeat(15).slice(0, 200);
    api.change({
      "GET /api/songs/{id}": { ...song, title: long },
      "GET /api/songs": [{ ...song, id: 8, title: long }],
    });
    await open();
    await expect.element(heading).toHaveAttribute("title", long);
    const related = page.getByRole("link", { name: /^dài ơi/ });
    await expect.element(related).toBeVisible();
    for (const width of [1280, 768, 390, 320]) {
      await page.viewport(width, 800);
      const { height } = heading.element().getBoundingClientRect();
      expect(height / Number.parseFloat(getComputedStyle(heading.element()).lineHeight)).toBeLessThan(4.1);
      expect(related.element().getBoundingClientRect().height).toBeLessThan(100);
    }
    await expectInFirstView(player.getByRole("button", { name: `Phát: ${long.trim()}` }), 390, 664);
    await expect.element(heading).toHaveTextContent(long.trim());
    await fits();
  });

  test("is no wider than the window with text twice as large", async () => {
    document.documentElement.style.fontSize = "200%";
    onTestFinished(() => void document.documentElement.style.removeProperty("font-size"));
    await open();
    await expect.element(heading).toHaveTextContent(title);
    for (const width of [1280, 768, 390, 320]) {
      await page.viewport(width, 800);
      await expect.poll(overhang, { message: `sideways at ${width}` }).toEqual([]);
    }
    const [button, time] = [play, player.getByText("0:00")].map((each) => each.element().getBoundingClientRect());
    expect(time?.left, "the time beside the button").toBeGreaterThanOrEqual(button?.right ?? Number.POSITIVE_INFINITY);
  });

  test("shows three other songs of the first genre", async () => {
    const screen = await open();
    const links = page.getByRole("link", { name: /^Bài \d+/ });
    await expect
      .poll(() => links.elements().map(({ textContent }) => textContent))
      .toEqual(["Bài 8Tác giả 8", "Bài 9Tác giả 9", "Bài 10Tác giả 10"]);
    expect(api.requests("GET /api/songs").map(({ query }) => query)).toEqual([{ category_id: "5", limit: "4" }]);
    await links.first().click();
    await expect.poll(screen.address).toBe("/songs/8");
  });

  test("shows a skeleton while the song is loading", async () => {
    const late = held(song);
    api.change({ "GET /api/songs/{id}": late.answer });
    const { container } = await open();
    await expect.element(page.getByText("Đang tải bài hát")).toBeInTheDocument();
    expect(container.querySelector("[aria-busy=true]")?.checkVisibility()).toBe(true);
    late.release();
    await expect.element(heading).toHaveTextContent(title);
    await expect.poll(() => container.querySelector("[aria-busy=true]")).toBeNull();
  });

  test("shows that a song is missing, with a link to the library", async () => {
    api.change({ "GET /api/songs/{id}": fails(404, "Không có") });
    const screen = await open(9);
    await checkScreen({ heading: "Không tìm thấy bài hát" });
    await page.getByRole("link", { name: "Thư viện bài hát" }).click();
    await expect.poll(screen.address).toBe("/songs");
  });

  test("shows the error of a song and a link to the library", async () => {
    api.change({ "GET /api/songs/{id}": fails(500, "Bảo trì") });
    const screen = await open();
    const message = page.getByRole("alert").getByRole("heading", { level: 1 });
    await expect.element(message).toHaveTextContent("Lỗi HTTP 500: Bảo trì");
    await expect.element(page.getByRole("button", { name: "Thử lại" })).toBeVisible();
    await page.getByRole("link", { name: "Thư viện bài hát" }).click();
    await expect.poll(screen.address).toBe("/songs");
  });
});

describe("the lyrics", () => {
  const line = (text: string) => page.getByText(text, { exact: true });
  const lookOf = (text: string) => {
    const { color, fontWeight } = getComputedStyle(line(text).element());
    return `${color} ${fontWeight}`;
  };

  test("tell script, reading and meaning apart by colour and weight, each in its language", async () => {
    const chinese = {
      title: "你好，朋友 (Nǐ hǎo, péngyou)",
      lyrics: "你好\nNǐ hǎo\nXin chào bạn\n\n再见\nZàijiàn\nTạm biệt",
    };
    api.change({ "GET /api/songs/{id}": { ...song, ...chinese } });
    await open();
    await expect.element(line("你好")).toHaveAttribute("lang", "zh");
    await expect.element(line("Nǐ hǎo")).toHaveAttribute("lang", "zh-Latn");
    await expect.element(line("Xin chào bạn")).not.toHaveAttribute("lang");
    const looks = ["你好", "Nǐ hǎo", "Xin chào bạn"].map(lookOf);
    expect(new Set(looks).size).toBe(3);
    expect(["再见", "Zàijiàn", "Tạm biệt"].map(lookOf)).toEqual(looks);
    await checkScreen({ heading: chinese.title });
  });

  test("begin in the first view, at 700 at most on a phone, also while the song plays", async () => {
    // The site's header is not part of the page.
    const header = 64;
    const top = (locator: Locator) => locator.element().getBoundingClientRect().top + window.scrollY + header;
    const lines = ["Sáng nay hẻm nhỏ thức trước mặt trời", "Tiếng rao bánh mì"].map((text, place) => ({
      ...plainLine(text),
      start_ms: place * 2000,
      translation: "Morning",
      reading: "Sang nay",
    }));
    const languages = { language: "zh", reading_language: "zh-Latn", translation_language: "en" };
    api.change({
      "GET /api/songs/{id}": { ...song, has_timed_lines: true, has_foreign_lines: true },
      "GET /api/songs/{id}/lines": { number: 1, document: { ...languages, lines, glossary: [] } },
    });
    await page.viewport(390, 844);
    await open();
    const first = line("Sáng nay hẻm nhỏ thức trước mặt trời");
    await expect.element(first).toBeVisible();
    await document.fonts.ready;
    const views = [
      [390, 844, 700],
      [1280, 800, 760],
    ] as const;
    for (const [width, height, lowest] of views) {
      await page.viewport(width, height);
      expect(top(first), `${width}`).toBeLessThanOrEqual(lowest);
    }
    await play.click();
    const sung = page.getByRole("listitem").filter({ hasText: "Sáng nay hẻm nhỏ thức trước mặt trời" });
    await expect.element(sung).toBeVisible();
    for (const [width, height, lowest] of views) {
      await page.viewport(width, height);
      expect(top(sung), `${width}, playing`).toBeLessThanOrEqual(lowest);
    }
  });

  test.for([
    ["in another language", "ja", true],
    ["in Vietnamese", "vi", false],
  ] as const)("%s lead to learning and words: %s, %s", async ([, language, isForeign]) => {
    const lines = [{ ...plainLine("Sáng nay"), start_ms: 0 }];
    const document = { language, reading_language: null, translation_language: null, lines, glossary: [] };
    api.change({
      "GET /api/songs/{id}": { ...song, has_timed_lines: true, has_foreign_lines: isForeign },
      "GET /api/songs/{id}/lines": { number: 1, document },
    });
    await open();
    await play.click();
    await expect.element(page.getByRole("button", { name: "Lời toàn màn hình" })).toBeVisible();
    const count = isForeign ? 1 : 0;
    expect(page.getByRole("link", { name: "Học với bài này" }).elements()).toHaveLength(count);
    expect(page.getByRole("button", { name: "Tra từ" }).elements()).toHaveLength(count);
  });

  test("are shown and copied line by line, in one look, where they are ordinary", async () => {
    await open();
    await expect.element(line("Tiếng rao bánh mì")).toBeVisible();
    const lyrics = line("Tiếng rao bánh mì").element().parentElement as HTMLElement;
    expect(lyrics.innerText).toBe(song.lyrics);
    document.getSelection()?.selectAllChildren(lyrics);
    expect(String(document.getSelection()).trim()).toBe(song.lyrics);
    expect(new Set(["Tiếng rao bánh mì", "Điệp khúc"].map(lookOf)).size).toBe(1);
    expect(lyrics.querySelector("[lang]")).toBeNull();
  });
});

describe("the player", () => {
  test("plays, shows its position, and stops when the page is left", async () => {
    const screen = await open();
    await play.click();
    await expect.element(pause).toBeVisible();
    await expect.poll(() => element()?.currentTime ?? 0).toBeGreaterThan(0.3);
    expect(api.requests("POST /api/songs/{id}/play").map(({ params }) => params)).toEqual([{ id: "7" }]);
    await page.getByRole("link", { name: "Thư viện bài hát" }).click();
    await expect.poll(screen.address).toBe("/songs");
    await expect.poll(() => element()?.paused).toBe(true);
  });

  test("seeks by keys, 5 seconds an arrow and 15 a page, and announces the position", async () => {
    await open();
    await expect.element(wave).toBeEnabled();
    await expect.element(wave).toHaveAttribute("aria-valuetext", expect.stringMatching(/^0 giây trên 4[45] giây$/));
    (wave.element() as HTMLElement).focus();
    for (const [key, at] of [
      ["ArrowRight", 5],
      ["ArrowUp", 10],
      ["ArrowRight", 15],
      ["ArrowLeft", 10],
      ["PageUp", 25],
      ["PageDown", 10],
      ["Home", 0],
      ["ArrowDown", 0],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.element(wave).toHaveAttribute("aria-valuetext", expect.stringMatching(`^${at} giây trên `));
      await expect.element(player).toMatchTextContent(`0:${String(at).padStart(2, "0")}`);
    }
    await userEvent.keyboard("{ArrowRight}");
    await userEvent.keyboard("k");
    await expect.element(pause).toBeVisible();
    await expect.poll(() => element()?.currentTime ?? 0, { message: "it sounds from there" }).toBeGreaterThan(5.3);
  });

  test("seeks to the pressed position of the wave", async () => {
    await open();
    await expect.element(wave).toBeEnabled();
    await wave.click();
    await expect.element(wave).toHaveAttribute("aria-valuetext", expect.stringMatching(/^2[123] giây trên /));
  });

  test("is locked for a premium song without access; its button opens the dialog", async () => {
    const locked = aLockedSong({ id: 7, title, categories: [indie] });
    api.change({ "GET /api/songs/{id}": locked });
    await open();
    await expect.element(wave).toBeDisabled();
    await expect.element(page.getByText("Đăng nhập và nâng cấp Premium để nghe và xem lời.")).toBeVisible();
    await checkScreen({ heading: title });
    await page.getByRole("button", { name: `Bài Premium, mở khóa: ${title}` }).click();
    await expect.element(page.getByRole("dialog", { name: `Nội dung Premium ${title}` })).toBeVisible();
    expect(element()?.paused ?? true).toBe(true);
  });
});

describe("the download", () => {
  /** Its player tells when the user's Premium is known. */
  const premiumSong = { ...song, is_premium: true };

  const download = page.getByRole("button", { name: "Tải về" });
  /** Opens the page and the menu that the download stands in. */
  async function open() {
    const visit = await openPage();
    await openMenu();
    return visit;
  }
  const dialog = page.getByRole("dialog", { name: `Nội dung Premium ${title}` });

  /** Records the links that are followed instead of following them. */
  function watchLinks(): HTMLAnchorElement[] {
    const followed: HTMLAnchorElement[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this);
    });
    return followed;
  }

  test("opens the premium dialog for a visitor and a user without Premium, also of a free song", async () => {
    const visit = await open();
    await download.click();
    await expect.element(dialog).toMatchTextContent("Bạn đăng nhập và nâng cấp để tải bài này nhé.");
    await userEvent.keyboard("{Escape}");
    await expect.element(menu).toHaveFocus();
    await visit.unmount();
    api.change(loggedIn());
    await open();
    await download.click();
    await expect.element(dialog).toMatchTextContent("Bạn nâng cấp để tải bài này nhé.");
    await expect.element(dialog.getByRole("link", { name: "Đăng nhập" })).not.toBeInTheDocument();
    expect(api.requests("GET /api/songs/{id}/download")).toEqual([]);
  });

  test("follows the signed link of a user with Premium, a file of another site in a tab of its own", async () => {
    const links = watchLinks();
    const url = "/uploads/audio/a.mp3?name=b.mp3&expires=1&signature=c";
    api.change({
      ...loggedIn({ is_premium: true }),
      "GET /api/songs/{id}": premiumSong,
      "GET /api/songs/{id}/download": { url },
    });
    await open();
    await expect.element(play).toBeVisible();
    await download.click();
    await expect.poll(() => links.map((link) => [link.getAttribute("href"), link.target])).toEqual([[url, ""]]);
    expect(links[0]?.hasAttribute("download")).toBe(true);
    expect(api.requests("GET /api/songs/{id}/download")).toMatchObject([{ params: { id: "7" }, token: "user-token" }]);
    api.change({ "GET /api/songs/{id}/download": { url: "https://example.com/a.mp3" } });
    await expect.element(download).toBeEnabled();
    await download.click();
    await expect.poll(() => links[1]?.target).toBe("_blank");
    expect(dialog.query()).toBeNull();
  });

  test("that is refused says why and shows that Premium has ended", async () => {
    api.change({
      ...loggedIn({ is_premium: true }),
      "GET /api/songs/{id}": premiumSong,
      "GET /api/songs/{id}/download": fails(403, "Bạn cần có Premium để tải bài hát về máy"),
    });
    await open();
    await expect.element(play).toBeVisible();
    api.change(loggedIn({ subscription_type: "premium" }));
    await download.click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("Bạn cần có Premium để tải bài hát về máy");
    await expect.element(download).toBeEnabled();
    await download.click();
    await expect.element(dialog).toBeVisible();
  });

  test("that fails can be tried again", async () => {
    api.change({
      ...loggedIn({ is_premium: true }),
      "GET /api/songs/{id}": premiumSong,
      "GET /api/songs/{id}/download": fails(500),
    });
    await open();
    await expect.element(play).toBeVisible();
    await download.click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("Chưa tải được bài hát. Bạn thử lại nhé.");
    await expect.element(download).toBeEnabled();
  });
});

describe("a like", () => {
  const like = page.getByRole("button", { name: /^Thích/ });
  const liked = page.getByRole("button", { name: /^Đã thích/ });
  /** The messages that appear from now on. */
  function recordToasts(): ReadonlySet<string> {
    const said = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll(".toast")) said.add(textContent);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => observer.disconnect());
    return said;
  }

  test("is set and removed by a user", async () => {
    api.change({
      ...loggedIn(),
      "GET /api/songs/{id}": { ...song, liked: false },
      "POST /api/songs/{id}/like": { liked: true, likes_count: 4 },
      "DELETE /api/songs/{id}/like": { liked: false, likes_count: 3 },
    });
    await open();
    await like.click();
    await expect.element(liked).toHaveTextContent("Đã thích · 4");
    await expect.element(liked).toHaveAttribute("aria-pressed", "true");
    await liked.click();
    await expect.element(like).toHaveTextContent("Thích · 3");
    await expect.element(like).toHaveAttribute("aria-pressed", "false");
  });

  test("says nothing of a session that has ended, which the site tells", async () => {
    api.change({ ...loggedIn(), "POST /api/songs/{id}/like": fails(401, "Vui lòng đăng nhập để tiếp tục") });
    vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await open();
    const said = recordToasts();
    await like.click();
    await expect.poll(() => api.requests("POST /api/songs/{id}/like")).toHaveLength(1);
    await page.getByRole("button", { name: "Sao chép liên kết" }).click();
    await expect.poll(() => [...said]).toEqual(["Đã sao chép liên kết"]);
  });

  test("a like from an earlier visit is shown", async () => {
    api.change({ ...loggedIn(), "GET /api/songs/{id}": { ...song, liked: true } });
    await open();
    await expect.element(liked).toHaveTextContent("Đã thích · 3");
  });

  test("shows the server's error and stays unchanged", async () => {
    api.change({ ...loggedIn(), "POST /api/songs/{id}/like": fails(429, "Bạn thao tác quá nhanh") });
    await open();
    await like.click();
    await expect.element(page.getByText("Bạn thao tác quá nhanh")).toBeVisible();
    await expect.element(like).toHaveTextContent("Thích · 3");
  });

  test("of a visitor is kept on this device, with a word on what an account keeps, and taken back", async () => {
    await open();
    await like.click();
    await expect.element(liked).toHaveAttribute("aria-pressed", "true");
    await expect.element(page.getByText("Đã lưu trên máy này. Có tài khoản thì máy nào cũng thấy.")).toBeVisible();
    expect(readDeviceSongs().likes).toEqual([7]);
    await liked.click();
    await expect.element(like).toHaveAttribute("aria-pressed", "false");
    expect(readDeviceSongs().likes).toEqual([]);
    expect(api.requests("POST /api/songs/{id}/like")).toEqual([]);
  });

  test("of a visitor stays one when an account takes it along", async () => {
    likeOnDevice(7, true);
    api.change({ ...loggedIn(), "POST /api/me/take-along": { success: true } });
    await open();
    await expect.element(liked).toBeVisible();
    await takeAlong();
    expect(api.requests("POST /api/me/take-along")).toMatchObject([{ body: { likes: [7], plays: [] } }]);
    expect(readDeviceSongs().likes).toEqual([]);
    await expect.element(liked).toHaveAttribute("aria-pressed", "true");
  });
});

describe("sharing", () => {
  const message = `Nghe bài hát "${title}" trên Ngân Nga`;

  test("Facebook and Zalo open a window of 600 by 400, with the page and the message", async () => {
    await open();
    for (const [name, share] of [
      ["Facebook", facebookShare],
      ["Zalo", zaloShare],
    ] as const) {
      const openWindow = vi.spyOn(window, "open").mockReturnValue(null);
      await page.getByRole("button", { name }).click();
      const [url, , features] = openWindow.mock.lastCall ?? [];
      expect(url).toBe(share(window.location.href, message));
      expect(features).toContain("width=600,height=400");
    }
  });

  test("the device's share sheet is in the menu, where there is one", async () => {
    const sheet = vi.fn(async () => undefined);
    Object.assign(navigator, { share: sheet });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "share"));
    await open();
    await openMenu();
    await page.getByRole("button", { name: "Chia sẻ qua ứng dụng khác…" }).click();
    expect(sheet.mock.calls).toEqual([[{ title, text: message, url: window.location.href }]]);
  });

  test("like, networks and link are one row in sight above the lyrics of a phone, the rest is in the menu", async () => {
    const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await page.viewport(390, 664);
    await open();
    const names = [/^Thích/, "Facebook", "Zalo", "TikTok", "Sao chép liên kết"];
    const buttons = names.map((name) => page.getByRole("button", { name }));
    for (const button of buttons) await expect.element(button).toBeVisible();
    const boxes = buttons.map((button) => button.element().getBoundingClientRect());
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size, "one row").toBe(1);
    expect(boxes.at(-1)?.right).toBeLessThanOrEqual(390);
    const firstLine = page.getByText("Sáng nay hẻm nhỏ thức trước mặt trời").element().getBoundingClientRect();
    expect(firstLine.top).toBeGreaterThan(boxes[0]?.bottom ?? 0);
    for (const name of ["Tải về", "Chia sẻ qua ứng dụng khác…"])
      await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
    await expect.element(page.getByText("Nhúng bài hát này")).not.toBeVisible();
    await openMenu();
    await expect.element(page.getByText("Nhúng bài hát này")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Tải về" })).toBeVisible();
    await page.getByText("Nhúng bài hát này").click();
    await expect.element(page.getByLabelText("Mã nhúng")).toBeVisible();
    await checkScreen({ heading: title });
    await page.getByRole("button", { name: "Sao chép liên kết" }).click();
    await expect.element(page.getByText("Nhúng bài hát này")).not.toBeVisible();
    await expect.element(page.getByRole("status")).toHaveTextContent("Đã sao chép liên kết");
    expect(copy.mock.calls).toEqual([[window.location.href]]);
  });

  test("a link that can't be copied is shown", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
    vi.spyOn(document, "execCommand").mockReturnValue(false);
    const prompt = vi.spyOn(window, "prompt").mockReturnValue(null);
    await open();
    await page.getByRole("button", { name: "Sao chép liên kết" }).click();
    await expect.poll(() => prompt.mock.calls).toEqual([["Bạn sao chép link này nhé:", window.location.href]]);
  });

  test("TikTok copies the link and shows a message", async () => {
    const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const alert = vi.spyOn(window, "alert").mockReturnValue();
    await open();
    await page.getByRole("button", { name: "TikTok" }).click();
    await expect.poll(() => alert.mock.calls).toEqual([["Đã sao chép link vào clipboard!"]]);
    expect(copy.mock.calls).toEqual([[window.location.href]]);
  });

  test("TikTok copies without the clipboard API, as over plain HTTP", async () => {
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
    const alert = vi.spyOn(window, "alert").mockReturnValue();
    let copied: string | undefined;
    document.addEventListener("copy", () => void (copied = String(document.getSelection())), { once: true });
    await open();
    const button = page.getByRole("button", { name: "TikTok" });
    await button.click();
    await expect.poll(() => alert.mock.calls).toEqual([["Đã sao chép link vào clipboard!"]]);
    expect(copied).toBe(window.location.href);
    await expect.element(button).toHaveFocus();
  });
});
