import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Song } from "#contract/catalogue.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aCategory, aSong, someLines } from "#test/component/samples.ts";
import { type Answers, counted, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const genres = [aCategory(), aCategory({ id: 2, name: "Dân ca" })];
const shown = aSong({ id: 1, title: "Mưa chiều", categories: genres, category_ids: [1, 2], version: "a" });
const preview_url = "/songs/2/preview?expires=1&signature=x";
const hidden = aSong({ id: 2, title: "Bài ẩn", is_active: false, preview_url, audio_fault: "missing", version: "b" });
const panel = (title: string) => page.getByRole("dialog", { name: `Bài hát: ${title}` });
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function open(address = "/admin/songs?view=table", answers: Answers = {}, songs: Song[] = [shown, hidden]) {
  return openAdmin(screen, address, {
    "GET /api/songs": counted(songs, songs.length),
    "GET /api/songs/count": { total: songs.length },
    "GET /api/songs/{id}/lines/draft": someLines(),
    "GET /api/songs/{id}": ({ params }) => (params.id === "1" ? shown : hidden),
    "GET /api/categories": genres,
    ...answers,
  });
}

describe("the panel of a song", () => {
  test("shows its facts and fields beside the list, and stays open when it is saved", async () => {
    await page.viewport(1280, 900);
    const { api, address } = await open("/admin/songs?view=table", {
      "PUT /api/songs/{id}": { ...shown, artist: "Hiên" },
    });
    await button("Mưa chiều").click();
    await expect.poll(address).toBe("/admin/songs?view=table&open=1");
    const song = panel("Mưa chiều");
    await expect.element(song.getByText(/lượt nghe · .* lượt thích · thêm lúc/)).toBeVisible();
    await expect.element(song.getByRole("link", { name: "Trang công khai" })).toHaveAttribute("href", "/songs/1");
    await expect.element(song.getByRole("link", { name: "Dân ca" })).toHaveAttribute("href", "/admin/songs?category=2");
    await checkScreen({ heading: "Bài hát" });
    await song.getByLabelText("Tác giả").fill("Hiên");
    await userEvent.keyboard("{Control>}s{/Control}");
    await expect.element(page.getByText("Cập nhật bài hát thành công!")).toBeVisible();
    await expect.element(song).toBeVisible();
    expect(api.requests("PUT /api/songs/{id}").map(({ body }) => body)).toEqual([{ artist: "Hiên", version: "a" }]);
  });

  test("of a hidden song leads to its preview and says what is wrong with its audio", async () => {
    await page.viewport(1280, 900);
    await open("/admin/songs?open=2");
    const song = panel("Bài ẩn");
    await expect.element(song.getByRole("link", { name: "Xem như khách" })).toHaveAttribute("href", preview_url);
    await expect.element(song.getByText(/^Không tìm thấy file âm thanh của bài này/)).toBeVisible();
    await song.getByRole("button", { name: "Dòng trước" }).click();
    await expect.element(panel("Mưa chiều")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test("opens a song that the list does not show, and says that one is gone", async () => {
    await open("/admin/songs?open=1", {}, [hidden]);
    await expect.element(panel("Mưa chiều")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test("that is gone is told", async () => {
    const { address } = await open("/admin/songs?open=9", { "GET /api/songs/{id}": fails(404) });
    await expect.element(page.getByText("Không tìm thấy bài hát này")).toBeVisible();
    await expect.poll(address).toBe("/admin/songs");
  });
});

test("rows lead to their page on the site and to the songs of their genre", async () => {
  await page.viewport(1280, 900);
  await open();
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await expect.element(link("Trang công khai: Mưa chiều")).toHaveAttribute("href", "/songs/1");
  await expect.element(link("Xem như khách: Bài ẩn")).toHaveAttribute("href", preview_url);
  await expect.element(page.getByText("Không phát được")).toBeVisible();
  await expect.element(link("Trữ tình").first()).toHaveAttribute("href", "/admin/songs?category=1");
});

test("songs that lack something are asked of the server", async () => {
  const { api, address } = await open("/admin/songs?view=table");
  await page.getByLabelText("Còn thiếu").selectOptions("Tệp nhạc không phát được");
  await expect.poll(address).toBe("/admin/songs?lacks=audio&view=table");
  await expect.poll(() => api.requests("GET /api/songs").at(-1)?.query).toMatchObject({ lacks: "audio" });
});
