import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { aWord, aWordLine, dueCounts } from "#test/component/notebook.ts";
import { thePlayer } from "#test/component/player.ts";
import { renderRoute } from "#test/component/render.tsx";
import { selling } from "#test/component/sales.ts";
import { aSong, loggedIn } from "#test/component/samples.ts";
import { counted, fails, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { readStored } from "../../lib/storage.ts";
import * as learnPage from "../learn/page.tsx";
import * as songPage from "../song/page.tsx";

const save = "POST /api/user/words";
const title = "你好，朋友";
const song = aSong({ id: 7, title, lyrics: "你好，新朋友", audio_url: sound, duration: 44.2 });
const timed = (text: string, start_ms: number, translation: string) => ({
  ...plainLine(text),
  start_ms,
  end_ms: start_ms + 3000,
  translation,
});
const lines: LineDocument = {
  language: "zh",
  reading_language: "zh-Latn",
  translation_language: "vi",
  lines: [timed("你好，新朋友", 2000, "Xin chào, bạn mới"), timed("朋友很高兴", 6000, "Bạn rất vui")],
  glossary: [{ word: "朋友", reading: "péngyou", meaning: "bạn bè", note: "Thanh nhẹ ở cuối" }],
};

const userId = 201;
let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    "GET /api/songs/{id}": song,
    "GET /api/songs": [],
    "GET /api/songs/{id}/lines": { number: 1, document: lines },
    "POST /api/songs/{id}/play": { counted: true },
    "GET /api/premium-packages": selling(),
    "GET /api/user/words": counted([], 0),
    "GET /api/user/word-reviews/due": dueCounts({ new: 1 }),
  });
});

const lookup = page.getByRole("button", { name: "Tra từ", exact: true });
const line = (place: number) => page.getByRole("button", { name: /^Tra từ trong câu/ }).nth(place);
const dialog = page.getByRole("dialog");
const button = (name: string | RegExp) => dialog.getByRole("button", { name });
const audio = () => document.querySelector("audio") as HTMLAudioElement;
const word = (text: string) =>
  [...document.querySelectorAll<HTMLElement>("[data-at]")].find((each) => each.textContent?.startsWith(text));

/** Plays the song and begins to look words up. */
async function openLookup() {
  const screen = await renderRoute(songPage, { layouts: [listeningLayout], path: "/songs/:id", at: "/songs/7" });
  await page
    .getByRole("region", { name: "Trình phát" })
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await lookup.click();
  await expect.element(line(0)).toBeVisible();
  return screen;
}

async function openWord(text: string): Promise<void> {
  word(text)?.click();
  await expect.element(dialog.getByRole("heading", { name: text })).toBeVisible();
}

describe("looking words up in a song", () => {
  test("opens the word that is pressed, with what the song tells of it, and stops the song meanwhile", async () => {
    await openLookup();
    thePlayer().seek(3);
    await expect.poll(() => audio().currentTime).toBeGreaterThan(3);
    await openWord("朋友");
    expect(audio().paused).toBe(true);
    for (const text of ["péngyou", "bạn bè", "Thanh nhẹ ở cuối", "Xin chào, bạn mới"]) {
      await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
    }
    await checkScreen();
    await button("新").click();
    await expect.element(dialog.getByRole("heading", { name: "新" })).toBeVisible();
    await expect.element(dialog.getByLabelText("Nghĩa")).toHaveValue("");
    await checkScreen();
    await button("Đóng").click();
    await expect.poll(() => audio().paused).toBe(false);
    expect(audio().currentTime).toBeGreaterThan(2.9);
  });

  test("plays the line alone, from its start to its end", async () => {
    await openLookup();
    await openWord("朋友");
    await button("Nghe câu này").click();
    await expect.poll(() => audio().currentTime).toBeGreaterThan(1.8);
    await expect.poll(() => audio().paused).toBe(true);
    expect(audio().currentTime).toBeGreaterThan(5);
    expect(audio().currentTime).toBeLessThan(20);
  });

  test("opens the words of a line by keyboard, and plays lines as before once it is off", async () => {
    await openLookup();
    (line(1).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog.getByRole("heading", { name: "朋友" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(line(1)).toHaveFocus();
    await lookup.click();
    await page.getByRole("button", { name: /Bạn rất vui$/ }).click();
    expect(dialog.query()).toBeNull();
    await expect.poll(() => audio().currentTime).toBeGreaterThan(5.9);
  });

  test("opens the words of the line that is practised", async () => {
    await renderRoute(learnPage, { layouts: [listeningLayout], path: "/songs/:id/learn", at: "/songs/7/learn" });
    await page.getByLabelText("Thêm cho câu này").click();
    await page.getByRole("button", { name: "Tra từ trong câu" }).click();
    await expect.element(dialog.getByRole("heading", { name: "你好" })).toBeVisible();
    expect(button(/^(你好|新|朋友)$/).elements()).toHaveLength(3);
  });
});

describe("a word", () => {
  test("is saved with its line and what was written, and marked", async () => {
    api.change({
      ...loggedIn({ id: userId }),
      [save]: aWord({ meaning: "bạn", lines: [aWordLine({ text: "你好，新朋友" })] }),
    });
    await openLookup();
    await openWord("朋友");
    await expect
      .poll(() => api.requests("GET /api/user/words").map(({ query }) => query))
      .toContainEqual({
        language: "zh",
        text: "朋友",
        limit: "100",
      });
    await button("Ghi theo ý bạn").click();
    await dialog.getByLabelText("Nghĩa").fill("bạn");
    await button("Lưu vào Sổ từ").click();
    await expect.element(dialog.getByText("Đã lưu", { exact: true })).toBeVisible();
    expect(api.requests(save)[0]?.body).toMatchObject({
      language: "zh",
      text: "朋友",
      reading: "péngyou",
      meaning: "bạn",
      note: "Thanh nhẹ ở cuối",
      line: { song_id: 7, place: 0, text: "你好，新朋友" },
    });
    await expect.element(dialog.getByRole("link", { name: "Mở Sổ từ" })).toBeVisible();
    await expect.poll(() => JSON.parse(readStored(`notebook:${userId}`) ?? "{}").counts?.now).toBe(1);
    await checkScreen();
    await button("Đóng").click();
    await expect.poll(() => getComputedStyle(word("朋友") as Element).textDecorationStyle).toBe("solid");
    expect(getComputedStyle(word("你好") as Element).textDecorationStyle).toBe("dotted");
  });

  test("that is in the notebook gets another line, and is corrected", async () => {
    const known = aWord({ id: 5, meaning: "bạn bè", lines: [aWordLine({ text: "你好，新朋友" })] });
    api.change({ ...loggedIn({ id: userId }), "GET /api/user/words": counted([known], 1) });
    await openLookup();
    (line(1).element() as HTMLElement).click();
    await expect.element(button("Thêm câu này vào Sổ từ")).toBeVisible();
    const both = [aWordLine({ text: "你好，新朋友" }), aWordLine({ id: 2, text: "朋友很高兴" })];
    api.change({ [save]: { ...known, lines: both } });
    await button("Thêm câu này vào Sổ từ").click();
    await expect.element(dialog.getByText("Đã lưu", { exact: true })).toBeVisible();
    api.change({ "PATCH /api/user/words/{id}": { ...known, lines: both, meaning: "bạn thân" } });
    await button("Ghi theo ý bạn").click();
    await dialog.getByLabelText("Nghĩa").fill("bạn thân");
    await button("Lưu thay đổi").click();
    await expect.element(dialog.getByText("bạn thân")).toBeVisible();
    expect(api.requests("PATCH /api/user/words/{id}")[0]?.params).toEqual({ id: "5" });
  });

  test("keeps what was written of it while it gets another line", async () => {
    const known = aWord({ id: 5, note: "cũ", lines: [aWordLine({ text: "你好，新朋友" })] });
    api.change({ ...loggedIn({ id: userId }), "GET /api/user/words": counted([known], 1) });
    await openLookup();
    (line(1).element() as HTMLElement).click();
    await button("Ghi theo ý bạn").click();
    await dialog.getByLabelText("Ghi chú của bạn").fill("mới");
    const changed = { ...known, note: "mới" };
    const both = [...known.lines, aWordLine({ id: 2, text: "朋友很高兴" })];
    api.change({ "PATCH /api/user/words/{id}": changed, [save]: { ...changed, lines: both } });
    await button("Thêm câu này vào Sổ từ").click();
    await expect.element(dialog.getByText("Đã lưu", { exact: true })).toBeVisible();
    await expect.element(dialog.getByText("mới", { exact: true })).toBeVisible();
    const [change] = api.requests("PATCH /api/user/words/{id}");
    expect(change?.body).toEqual({ reading: "péngyou", meaning: "bạn bè", note: "mới" });
    expect(api.requests(save)[0]?.body).toEqual({
      client_id: expect.any(String),
      language: "zh",
      text: "朋友",
      line: { song_id: 7, place: 1, text: "朋友很高兴" },
    });
  });

  test("keeps what is written while it is looked up, and tells what the notebook has", async () => {
    const known = aWord({ id: 5, text: "新", reading: "xīn", meaning: "mới tinh", lines: [aWordLine()] });
    const answer = held(counted([known], 1));
    api.change({ ...loggedIn({ id: userId }), "GET /api/user/words": answer.answer });
    await openLookup();
    await openWord("新");
    const meaning = dialog.getByLabelText("Nghĩa");
    await meaning.fill("tươi mới");
    answer.release();
    await expect.element(dialog.getByText("Trong sổ đã có từ này:")).toBeVisible();
    await expect.element(dialog.getByText("mới tinh", { exact: true })).toBeVisible();
    await expect.element(meaning).toHaveValue("tươi mới");
    await expect.element(meaning).toHaveFocus();
    await fits();
    api.change({ "PATCH /api/user/words/{id}": { ...known, meaning: "tươi mới" }, [save]: known });
    await button("Thêm câu này vào Sổ từ").click();
    await expect
      .poll(() => api.requests("PATCH /api/user/words/{id}").map(({ body }) => body))
      .toEqual([{ reading: "xīn", meaning: "tươi mới", note: null }]);
  });

  test("that was deleted in the notebook can be saved again", async () => {
    const known = aWord({ id: 5, lines: [aWordLine({ text: "你好，新朋友" })] });
    api.change({ ...loggedIn({ id: userId }), "GET /api/user/words": counted([known], 1) });
    await openLookup();
    await openWord("朋友");
    await expect.element(dialog.getByText("Đã lưu", { exact: true })).toBeVisible();
    await button("Đóng").click();
    api.change({ "GET /api/user/words": counted([], 0) });
    await openWord("朋友");
    await expect.element(button("Lưu vào Sổ từ")).toBeVisible();
  });

  test("that the server refuses stays open with its message", async () => {
    api.change({ ...loggedIn({ id: userId }), [save]: fails(409, "Sổ từ có tối đa 20.000 từ") });
    await openLookup();
    await openWord("朋友");
    await button("Lưu vào Sổ từ").click();
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("Sổ từ có tối đa 20.000 từ");
  });

  test("waits on this device for a login", async () => {
    await openLookup();
    await openWord("朋友");
    await expect.element(dialog.getByText(/^Chưa đăng nhập, từ được giữ trên máy này/)).toBeVisible();
    await button("Lưu vào Sổ từ").click();
    await expect.element(dialog.getByText("Đã giữ trên máy này", { exact: true })).toBeVisible();
    await fits();
    const [{ user, ...stored }] = JSON.parse(readStored("words") ?? "[]");
    expect(stored).toMatchObject({ text: "朋友", line: { song_id: 7, place: 0 } });
    expect(user).toBeNull();
  });

  test("waits on this device with each of its lines, and with what was written last", async () => {
    await openLookup();
    await openWord("朋友");
    await button("Lưu vào Sổ từ").click();
    await expect.element(dialog.getByText("Đã giữ trên máy này", { exact: true })).toBeVisible();
    await button("Đóng").click();
    (line(1).element() as HTMLElement).click();
    await button("Ghi theo ý bạn").click();
    await dialog.getByLabelText("Ghi chú của bạn").fill("mới");
    await button("Thêm câu này vào Sổ từ").click();
    await expect.element(dialog.getByText("Đã giữ trên máy này", { exact: true })).toBeVisible();
    await button("Ghi theo ý bạn").click();
    await dialog.getByLabelText("Nghĩa").fill("bạn thân");
    await button("Lưu thay đổi").click();
    await expect.element(dialog.getByText("bạn thân", { exact: true })).toBeVisible();
    await button("Đóng").click();
    await openWord("朋友");
    await expect.element(dialog.getByText("Đã giữ trên máy này", { exact: true })).toBeVisible();
    const stored = JSON.parse(readStored("words") ?? "[]");
    expect(stored).toMatchObject([
      { meaning: "bạn thân", note: "mới", line: { text: "你好，新朋友" } },
      { meaning: "bạn thân", note: "mới", line: { text: "朋友很高兴" } },
    ]);
    expect(new Set(stored.map(({ client_id }: { client_id: string }) => client_id)).size).toBe(2);
  });

  test("waits on this device for a connection", async () => {
    api.change({ ...loggedIn({ id: userId }), [save]: networkDown() });
    await openLookup();
    await openWord("朋友");
    await button("Lưu vào Sổ từ").click();
    await expect.element(dialog.getByText("Đã giữ trên máy này", { exact: true })).toBeVisible();
    expect(JSON.parse(readStored("words") ?? "[]")).toMatchObject([{ user: userId }]);
  });

  test("is spoken where the browser has a voice of its language", async () => {
    const voice = { lang: "zh-CN", voiceURI: "zh" } as SpeechSynthesisVoice;
    vi.spyOn(speechSynthesis, "getVoices").mockReturnValue([]);
    const speak = vi.spyOn(speechSynthesis, "speak").mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    await openLookup();
    await openWord("朋友");
    expect(button("Đọc từ bằng giọng máy").query()).toBeNull();
    vi.stubGlobal(
      "SpeechSynthesisUtterance",
      class {
        lang = "";
        voice: unknown = null;
        readonly text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
    );
    vi.mocked(speechSynthesis.getVoices).mockReturnValue([voice]);
    speechSynthesis.dispatchEvent(new Event("voiceschanged"));
    await button("Đọc từ bằng giọng máy").click();
    expect(speak.mock.calls[0]?.[0]).toMatchObject({ text: "朋友", lang: "zh" });
  });
});
