import { beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { renderRoute } from "#test/component/render.tsx";
import { selling } from "#test/component/sales.ts";
import { aLockedSong, aSong, loggedIn } from "#test/component/samples.ts";
import { fails, held, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import * as songPage from "../song/page.tsx";
import * as learnPage from "./page.tsx";

const title = "Buổi sáng ở hẻm nhỏ";
const song = aSong({ id: 7, title, lyrics: "Sáng nay", duration: 44.2, has_timed_lines: true });
const document: LineDocument = {
  language: "vi",
  reading_language: null,
  translation_language: null,
  lines: [{ ...plainLine("Sáng nay hẻm nhỏ"), start_ms: 2000, end_ms: 5000 }, plainLine("Không có thời gian")],
  glossary: [],
};
const read = "GET /api/songs/{id}/lines";

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    "GET /api/songs/{id}": song,
    "GET /api/songs": [],
    [read]: { number: 1, document },
    "GET /api/premium-packages": selling(),
  });
});

const open = (at = "/songs/7/learn", serverData?: unknown) =>
  renderRoute(learnPage, { layouts: [listeningLayout], path: "/songs/:id/learn", at, serverData });
const heading = page.getByRole("heading", { level: 1 });

describe("the page for learning with a song", () => {
  test("shows its lines, the way back, and is not for search engines", async () => {
    const screen = await open();
    await expect.element(heading).toHaveTextContent(`Học với bài ${title}`);
    await expect.poll(() => globalThis.document.title).toBe(`Học với bài “${title}” · Ngân Nga`);
    expect(globalThis.document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    await expect.element(page.getByRole("region", { name: "Câu đang luyện" })).toMatchTextContent("Sáng nay hẻm nhỏ");
    expect(api.requests(read)).toHaveLength(1);
    await checkScreen({ heading: new RegExp(title) });
    await page.getByRole("link", { name: "Trở lại bài hát" }).click();
    await expect.poll(screen.address).toBe("/songs/7");
  });

  test("keeps what is there in another mode", async () => {
    const screen = await open();
    await expect.element(page.getByRole("region", { name: "Câu đang luyện" })).toBeVisible();
    await screen.go("/songs/7/learn?mode=x");
    await expect.element(page.getByRole("region", { name: "Câu đang luyện" })).toBeVisible();
    expect(api.requests("GET /api/songs/{id}")).toHaveLength(1);
    expect(api.requests(read)).toHaveLength(1);
  });

  test("opens a locked song as its own page does", async () => {
    api.change({ "GET /api/songs/{id}": aLockedSong({ id: 7, title }) });
    await open();
    await expect.element(page.getByText("Đăng nhập và nâng cấp Premium để nghe và xem lời.")).toBeVisible();
    expect(api.requests(read)).toEqual([]);
    await checkScreen({ heading: new RegExp(title) });
    await page.getByRole("button", { name: "Mở khóa bài này" }).click();
    await expect.element(page.getByRole("dialog", { name: /Nội dung Premium/ })).toBeVisible();
  });

  test("shows the lines of a Premium song to a member, whose page the server rendered without them", async () => {
    api.change({ ...loggedIn({ is_premium: true }), "GET /api/songs/{id}": { ...song, is_premium: true } });
    await open(undefined, { song: aLockedSong({ id: 7, title }) });
    await expect.element(page.getByRole("region", { name: "Câu đang luyện" })).toBeVisible();
    expect(api.requests(read).map(({ token }) => token)).toEqual(["user-token"]);
  });

  test("says that a song has no lines", async () => {
    api.change({ [read]: { number: null, document: null } });
    await open();
    await expect.element(page.getByText("Bài này chưa có lời theo thời gian")).toBeVisible();
    await checkScreen({ heading: new RegExp(title) });
  });

  test("offers another try when the lines can't be had", async () => {
    api.change({ [read]: fails(503) });
    await open();
    await expect.element(page.getByText("Chưa tải được lời bài hát")).toBeVisible();
    await checkScreen({ heading: new RegExp(title) });
    api.change({ [read]: { number: 1, document } });
    await page.getByRole("button", { name: "Thử lại" }).click();
    await expect.element(page.getByRole("region", { name: "Câu đang luyện" })).toBeVisible();
  });

  test("shows the frame while it loads", async () => {
    const loading = held(song);
    api.change({ "GET /api/songs/{id}": loading.answer });
    await open();
    await expect.element(page.getByText("Đang tải lời bài hát")).toBeInTheDocument();
    loading.release();
    await expect.element(heading).toMatchTextContent(title);
  });

  test("says when there is no such song", async () => {
    api.change({ "GET /api/songs/{id}": fails(404) });
    await open();
    await expect.element(heading).toHaveTextContent("Không tìm thấy bài hát");
  });
});

test.each([
  [true, 1],
  [false, 0],
])("the page of a song links to it when there are timed lines in another language: %s", async (isForeign, count) => {
  api.change({ "GET /api/songs/{id}": { ...song, has_foreign_lines: isForeign } });
  await renderRoute(songPage, { path: "/songs/:id", at: "/songs/7" });
  await expect.element(heading).toHaveTextContent(title);
  const links = page.getByRole("link", { name: "Học với bài này" }).elements();
  expect(links.map((link) => link.getAttribute("href"))).toEqual(Array(count).fill("/songs/7/learn"));
});
