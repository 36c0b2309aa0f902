import { useEffect, useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type GlossaryEntry, type LineDocument, plainLine, type SongLine } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { wordsOf } from "#contract/lyrics/words.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { aSong, someLines } from "#test/component/samples.ts";
import { type Answers, fails, type SentRequest } from "#test/component/stub-api.ts";
import * as screen from "../screen.tsx";
import { GlossarySection } from "./glossary-section.tsx";
import { LineWords } from "./line-words.tsx";
import { SuggestReadings } from "./suggest-readings.tsx";

const song = { id: 7, title: "Bài ca của mưa" };
const readings = "POST /api/songs/{id}/lines/readings";
const entry = (word: string, meaning: string | null = null, reading: string | null = null): GlossaryEntry => {
  return { word, reading, meaning, note: null };
};

function documentOf(values: Partial<LineDocument> = {}): LineDocument {
  return {
    language: "ja",
    reading_language: "ja-Latn",
    translation_language: "vi",
    lines: [plainLine("雨の歌"), { ...plainLine("夢"), reading: "yume (tôi gõ)" }],
    glossary: [],
    ...values,
  };
}

/** The word as the parts have made it. */
const shown: { document: LineDocument } = { document: documentOf() };

/** Shows parts of the editor with a document that they change. */
async function open(document: LineDocument, answers: Answers = {}) {
  function Screen() {
    const [current, setCurrent] = useState(document);
    useEffect(() => {
      shown.document = current;
    });
    const setWord = (line: SongLine, place: number) => (word: number, values: object) =>
      setCurrent((before) => {
        const words = wordsOf(line, before.language).map((each, other) =>
          other === word ? { ...each, ...values } : each,
        );
        return { ...before, lines: before.lines.with(place, { ...line, words }) };
      });
    return (
      <>
        <h1>Lời theo dòng</h1>
        <SuggestReadings id={song.id} document={current} onChange={setCurrent} />
        {current.lines.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines stay in their places
          <LineWords key={place} document={current} line={line} number={place} onChange={setWord(line, place)} />
        ))}
        <GlossarySection song={song} document={current} onChange={setCurrent} />
      </>
    );
  }
  return openAdmin({ default: Screen }, "/admin/songs/7/lines", answers);
}
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const words = () => shown.document.glossary.map(({ word, meaning }) => `${word}: ${meaning}`);

describe("suggested readings", () => {
  const answer = {
    lines: [
      {
        reading: "Ame no uta",
        words: [
          { start_char: 0, end_char: 1, reading: "あめ" },
          { start_char: 1, end_char: 2, reading: null },
          { start_char: 2, end_char: 3, reading: "うた" },
        ],
      },
      { reading: "Yume", words: [{ start_char: 0, end_char: 1, reading: "ゆめ" }] },
    ],
  };

  test("fill what is empty, and say how much", async () => {
    const { api } = await open(documentOf(), { [readings]: answer });
    await button("Gợi ý phiên âm").click();
    await expect.element(page.getByText("Đã điền phiên âm cho 1 dòng và 3 từ. Bạn đọc lại nhé.")).toBeVisible();
    expect(api.requests(readings)[0]?.body).toEqual({
      language: "ja",
      lines: [
        { text: "雨の歌", words: [] },
        { text: "夢", words: [] },
      ],
    });
    expect(shown.document.lines.map(({ reading }) => reading)).toEqual(["Ame no uta", "yume (tôi gõ)"]);
    expect(shown.document.lines.map((line) => line.words.map(({ reading }) => reading))).toEqual([
      ["あめ", null, "うた"],
      ["ゆめ"],
    ]);
    await page.getByText("3 từ của dòng 1").click();
    await field("Phiên âm của “歌”, từ 3 dòng 1").fill("uta");
    await field("Nghĩa của “雨”, từ 1 dòng 1").fill("mưa");
    expect(shown.document.lines[0]?.words.map(({ reading, meaning }) => [reading, meaning])).toEqual([
      ["あめ", "mưa"],
      [null, null],
      ["uta", null],
    ]);
    await checkScreen();
  });

  test("replace what was typed when asked", async () => {
    await open(documentOf(), { [readings]: answer });
    await page.getByLabelText("Thay cả những phiên âm đã có").click();
    await button("Gợi ý phiên âm").click();
    await expect.element(page.getByText("Đã điền phiên âm cho 2 dòng và 3 từ. Bạn đọc lại nhé.")).toBeVisible();
    expect(shown.document.lines[1]?.reading).toBe("Yume");
  });

  test("that can't be had leave all as it is", async () => {
    await open(documentOf(), { [readings]: fails(503, "Chưa gợi ý được phiên âm, bạn thử lại sau ít phút") });
    await button("Gợi ý phiên âm").click();
    await expect.element(page.getByText("Chưa gợi ý được phiên âm, bạn thử lại sau ít phút")).toBeVisible();
    expect(shown.document).toEqual(documentOf());
  });

  test("are offered for Chinese, Japanese and Korean alone", async () => {
    await open(documentOf({ language: "en" }));
    await expect.element(button("Thêm từ")).toBeVisible();
    await expect.element(button("Gợi ý phiên âm")).not.toBeInTheDocument();
  });

  test("ask for the language where it is not known", async () => {
    await open(documentOf({ language: null }));
    await expect.element(page.getByText(/^Chọn ngôn ngữ của lời gốc/)).toBeVisible();
  });
});

describe("the glossary of a song", () => {
  test("takes a word from the lines, with a meaning", async () => {
    await page.viewport(390, 844);
    await open(documentOf());
    await expect.element(page.getByText(/^Chưa có từ nào/)).toBeVisible();
    await button("Thêm “歌”").click();
    await expect.element(field("Từ")).toHaveValue("歌");
    await expect.element(field("Nghĩa trong bài này")).toHaveFocus();
    await field("Nghĩa trong bài này").fill("  bài   hát ");
    await checkScreen();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Đã thêm “歌”.")).toBeVisible();
    await expect.element(button("Thêm từ")).toHaveFocus();
    await expect.element(button("Thêm “歌”")).not.toBeInTheDocument();
    expect(words()).toEqual(["歌: bài hát"]);
  });

  test("refuses a word without letters and one that is there, and changes and removes others", async () => {
    await open(documentOf({ glossary: [entry("Sun", "mặt trời"), entry("moon", "mặt trăng")] }));
    await button("Thêm từ").click();
    await expect.element(field("Từ")).toHaveFocus();
    await button("Thêm vào từ vựng").click();
    await expect.element(field("Từ")).toHaveAccessibleDescription("Vui lòng nhập từ");
    await field("Từ").fill("SUN");
    await button("Thêm vào từ vựng").click();
    await expect.element(field("Từ")).toHaveAccessibleDescription("“SUN” đã có trong từ vựng của bài");
    await fits();
    await userEvent.keyboard("{Escape}");
    await expect.element(field("Từ")).not.toBeInTheDocument();
    await button("Sửa “Sun”").click();
    await field("Ghi chú").fill("luôn có the");
    await button("Xong").click();
    await expect.element(page.getByText("luôn có the")).toBeVisible();
    await button("Bỏ “moon”").click();
    await expect.element(page.getByText("Đã bỏ “moon”.")).toBeVisible();
    expect(words()).toEqual(["Sun: mặt trời"]);
  });

  test("is read from a pasted list or a file, odd lines named, and saved as one", async () => {
    const saved = vi.spyOn(URL, "createObjectURL");
    await open(documentOf({ glossary: [entry("雨", "nước", "あめ")] }));
    await button("Nhập nhiều từ").click();
    await button("Nhập các từ đã dán").click();
    await expect.element(page.getByText("Bạn dán danh sách từ trước nhé")).toBeVisible();
    await field("Dán danh sách từ vào đây").fill("mưa");
    await button("Nhập các từ đã dán").click();
    await expect.element(page.getByText(/^Không đọc được từ nào\. Dòng 1: Không có dấu Tab/)).toBeVisible();
    await checkScreen();
    await field("Dán danh sách từ vào đây").fill("雨\tmưa\n夢\tゆめ\tgiấc mơ\n???");
    await button("Nhập các từ đã dán").click();
    await expect.element(page.getByText("Đã thêm 1 từ, sửa 1 từ.")).toBeVisible();
    await expect.element(page.getByText("Dòng 3: Không có dấu Tab giữa từ và nghĩa")).toBeVisible();
    expect(words()).toEqual(["雨: mưa", "夢: giấc mơ"]);
    await button("Nhập nhiều từ").click();
    await field("Chọn file").upload(new File(["歌\tうた\tbài hát"], "tu.tsv"));
    await expect.element(page.getByText("Đã thêm 1 từ, sửa 0 từ.")).toBeVisible();
    await button("Xuất file").click();
    const [file] = saved.mock.calls[0] as [Blob];
    expect(await file.text()).toBe("雨\tあめ\tmưa\t\n夢\tゆめ\tgiấc mơ\t\n歌\tうた\tbài hát\t\n");
    await fits();
  });

  test("gets the readings that are missing", async () => {
    const word = (end_char: number, reading: string | null) => ({ start_char: 0, end_char, reading });
    const { api } = await open(documentOf({ glossary: [entry("雨"), entry("きれい"), entry("夢", null, "mộng")] }), {
      [readings]: {
        lines: [
          { reading: "Ame", words: [word(1, "あめ")] },
          { reading: "Kirei", words: [word(3, null)] },
        ],
      },
    });
    await button("Gợi ý phiên âm còn thiếu").click();
    await expect.element(page.getByText("Đã điền phiên âm cho 2 từ. Bạn đọc lại nhé.")).toBeVisible();
    expect(shown.document.glossary.map(({ reading }) => reading)).toEqual(["あめ", "kirei", "mộng"]);
    expect(api.requests(readings)).toHaveLength(1);
    await expect.element(button("Gợi ý phiên âm còn thiếu")).not.toBeInTheDocument();
  });

  test("of many words is drawn in parts, and takes no more than it holds", async () => {
    await open(documentOf({ glossary: Array.from({ length: 500 }, (_, place) => entry(`từ ${place + 1}`, "nghĩa")) }));
    await expect.element(page.getByText("từ 50", { exact: true })).toBeVisible();
    await button("Hiện thêm, còn 450 từ").click();
    await expect.element(page.getByText("từ 100", { exact: true })).toBeVisible();
    await expect.element(button("Thêm “歌”")).not.toBeInTheDocument();
    await button("Thêm từ").click();
    await field("Từ").fill("歌");
    await button("Thêm vào từ vựng").click();
    await expect.element(field("Từ")).toHaveAccessibleDescription("Từ vựng của bài có tối đa 500 từ");
  });
});

describe("words in the editor", () => {
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
      return someLines({
        source: "draft",
        document: saved,
        draft: { by: "Lan", at, is_outdated: false },
        version: "v2",
      });
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
    await fits();
    const added = { word: "夢", reading: "ゆめ", meaning: "giấc mơ", note: null };
    await expect.poll(() => sent()?.glossary).toEqual([entry, added]);
    expect(sent()?.lines[0]?.words.map(({ reading }) => reading)).toEqual(["あめ", null, "uta"]);
    await button(/^Hoàn tác/).click();
    await expect.poll(() => sent()?.glossary).toEqual([entry]);
  });

  test("the glossary stays when other lyrics are read", async () => {
    const sent = await open({ "POST /api/songs/{id}/lines/read": { ...readLyrics("[00:01.00]空"), format: "lrc" } });
    await page.getByText("Nhập lời có thời gian").click();
    await field("Dán lời vào đây").fill("[00:01.00]空");
    await button("Đọc lời đã dán").click();
    await button("Thay lời").click();
    await expect.poll(() => sent()?.lines.map(({ text }) => text)).toEqual(["空"]);
    expect(sent()?.glossary).toEqual([entry]);
  });
});
