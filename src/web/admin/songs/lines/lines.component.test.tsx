import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { plainLine } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aSong, someLines } from "#test/component/samples.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import { LinesSection } from "./lines-section.tsx";

const song = aSong({ id: 7, title: "Mưa chiều" });
const timed = readLyrics("[00:01.00]<00:01.00>Mưa <00:01.50>rơi<00:03.00>\n[00:05.00]Gió bay").document;
const at = "2026-11-20T02:00:00.000Z";
const published = someLines({ source: "published", document: timed, published: { number: 2, by: "Lan", at } });
const draft = someLines({ source: "draft", document: timed, draft: { by: "Minh", at, is_outdated: false } });

const Screen = {
  default: () => (
    <>
      <h1>Bài hát</h1>
      <h2>Bài hát: Mưa chiều</h2>
      <LinesSection song={song} />
    </>
  ),
};
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function open(lines: EditedLines, answers: Answers = {}) {
  return openAdmin(Screen, "/admin/songs", { "GET /api/songs/{id}/lines/draft": lines, ...answers });
}
describe("the state of a song's lines", () => {
  test("of a song with a text alone says what times are for", async () => {
    await open(someLines({ document: { ...timed, lines: [plainLine("Mưa rơi"), plainLine("Gió bay")] } }));
    await expect.element(page.getByText(/^Lời đang là một đoạn chữ: 2 dòng, chưa có giờ\./)).toBeVisible();
    await button("Việc khác với lời theo dòng").click();
    await expect.element(page.getByRole("menuitem").nth(3)).toHaveTextContent("TTML");
    await expect.element(page.getByRole("menuitem").nth(4)).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await checkScreen();
  });

  test("of a song without lyrics says so", async () => {
    await open(someLines());
    await expect.element(page.getByText("Bài này chưa có lời.")).toBeVisible();
    const link = (name: string) => page.getByRole("link", { name });
    await expect.element(link("Sửa lời theo dòng")).toHaveAttribute("href", "/admin/songs/7/lines");
    await expect.element(link("Nhập lời có thời gian")).toHaveAttribute("href", "/admin/songs/7/lines?import");
  });

  test("names who published which lines and when, and who saved a draft that is older", async () => {
    await open({ ...published, source: "draft", draft: { by: "Minh", at, is_outdated: true } });
    await expect.element(page.getByText("Bản 2 · Lan, 20/11/2026 09:00")).toBeVisible();
    await expect.element(page.getByText("2 dòng, giờ từng từ · Minh, 20/11/2026 09:00")).toBeVisible();
    await expect.element(page.getByText(/^Lời bài hát đã đổi sau khi lưu bản nháp này/)).toBeVisible();
    await checkScreen();
  });

  test("that can't be read can be read again", async () => {
    let isDown = true;
    await open(published, { "GET /api/songs/{id}/lines/draft": () => (isDown ? fails(503) : published) });
    await expect.element(button("Thử lại")).toBeVisible();
    isDown = false;
    await button("Thử lại").click();
    await expect.element(page.getByText(/^Bản 2, 2 dòng, giờ từng từ/)).toBeVisible();
  });

  test("a draft is discarded and lines are taken off after a question", async () => {
    const both = { ...draft, published: published.published };
    const { api } = await open(both, {
      "DELETE /api/songs/{id}/lines/draft": published,
      "DELETE /api/songs/{id}/lines": fails(409, "Lan đã sửa sau khi bạn mở, nên chưa lưu gì"),
    });
    await button("Việc khác với lời theo dòng").click();
    await page.getByRole("menuitem", { name: "Bỏ bản nháp" }).click();
    await button("Bỏ bản nháp").click();
    await expect.element(page.getByText("Đã bỏ bản nháp")).toBeVisible();
    expect(api.requests("DELETE /api/songs/{id}/lines/draft")[0]?.query).toEqual({ version: "v1" });
    await button("Việc khác với lời theo dòng").click();
    await page.getByRole("menuitem", { name: "Thôi phát hành" }).click();
    await expect.element(page.getByText(/Bản nháp đang có vẫn giữ nguyên/)).toBeVisible();
    await button("Thôi phát hành").click();
    await expect.element(page.getByText("Lan đã sửa sau khi bạn mở, nên chưa lưu gì")).toBeVisible();
  });
});
