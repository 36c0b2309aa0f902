import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aSong, someLines } from "#test/component/samples.ts";
import type { Answers, SentRequest } from "#test/component/stub-api.ts";
import * as screen from "../screen.tsx";

const sound = "/demo/songs/ghe-ve-ben-cu.mp3";
const song = aSong({ id: 7, title: "Bài ca của mưa", duration: 41, audio_url: sound, stream_url: sound });
const at = "2026-11-20T02:00:00.000Z";
const entry = { word: "雨", reading: "あめ", meaning: "mưa", note: null };
const document: LineDocument = {
  language: "ja",
  reading_language: "ja-Latn",
  translation_language: "vi",
  lines: [plainLine("雨の歌"), plainLine("夢")],
  glossary: [entry],
};
const saveCall = "PUT /api/songs/{id}/lines/draft";
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });

beforeEach(() => localStorage.removeItem("songLines:7"));

async function open(answers: Answers = {}) {
  const save = ({ body }: SentRequest) => {
    const { document: saved } = body as { document: LineDocument };
    return someLines({ source: "draft", document: saved, draft: { by: "Lan", at, is_outdated: false }, version: "v2" });
  };
  await page.viewport(1280, 900);
  const { api } = await openAdmin(
    screen,
    "/admin/songs/7/lines",
    {
      "GET /api/songs/{id}": song,
      "GET /api/songs/{id}/lines/draft": someLines({ document }),
      [saveCall]: save,
      ...answers,
    },
    { path: "/admin/songs/:id/lines" },
  );
  await expect.element(page.getByText("Từ vựng của bài").first()).toBeVisible();
  return () => (api.requests(saveCall).at(-1)?.body as { document: LineDocument } | undefined)?.document;
}

test("readings and words of the glossary are saved with the lines, and undone like them", async () => {
  const word = (start_char: number, end_char: number, reading: string | null) => ({ start_char, end_char, reading });
  const sent = await open({
    "POST /api/songs/{id}/lines/readings": {
      lines: [
        { reading: "Ame no uta", words: [word(0, 1, "あめ"), word(1, 2, null), word(2, 3, "うた")] },
        { reading: "Yume", words: [word(0, 1, "ゆめ")] },
      ],
    },
  });
  await button("Gợi ý phiên âm").click();
  await expect.poll(() => sent()?.lines.map(({ reading }) => reading)).toEqual(["Ame no uta", "Yume"]);
  await page.getByText("3 từ của dòng 1").click();
  await field("Phiên âm của “歌”, từ 3 dòng 1").fill("uta");
  await button("Thêm “夢”").click();
  await expect.element(field("Từ")).toHaveValue("夢");
  await field("Nghĩa trong bài này").fill("giấc mơ");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Đã thêm “夢”.")).toBeVisible();
  await checkScreen();
  const added = { word: "夢", reading: "ゆめ", meaning: "giấc mơ", note: null };
  await expect.poll(() => sent()?.glossary).toEqual([entry, added]);
  expect(sent()?.lines[0]?.words.map(({ reading }) => reading)).toEqual(["あめ", null, "uta"]);
  await button(/^Hoàn tác/).click();
  await expect.poll(() => sent()?.glossary).toEqual([entry]);
});

test("the glossary stays when other lyrics are read", async () => {
  const sent = await open({ "POST /api/songs/{id}/lines/read": readLyrics("[00:01.00]空") });
  await page.getByText("Nhập lời có thời gian").click();
  await field("Dán lời vào đây").fill("[00:01.00]空");
  await button("Đọc lời đã dán").click();
  await button("Thay lời").click();
  await expect.poll(() => sent()?.lines.map(({ text }) => text)).toEqual(["空"]);
  expect(sent()?.glossary).toEqual([entry]);
});
