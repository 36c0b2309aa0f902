import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { watchJumps } from "#test/component/jumps.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { aWord, dueCounts } from "#test/component/notebook.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aSong, loggedIn } from "#test/component/samples.ts";
import { fails, type SentRequest, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import sound from "../../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { readStored, writeStored } from "../../../lib/storage.ts";
import { readGuestWords } from "../../notebook/guest-words.ts";
import * as learnPage from "../page.tsx";
import { type StoredRound, storedRounds } from "./stored-rounds.ts";

const title = "Mưa trên mái tôn";
const heading = { heading: new RegExp(title) };
const texts = [
  ["Mưa rơi", "Rain falls"],
  ["Gió nghiêng qua", "The wind leans past"],
] as const;
const lines: LineDocument = {
  language: "vi",
  reading_language: null,
  translation_language: "en",
  lines: texts.map(([text, translation], place) => ({
    ...plainLine(text),
    translation,
    start_ms: 500 + 1000 * place,
    end_ms: 1000 + 1000 * place,
  })),
  glossary: [],
};
const own = "GET /api/user/learning";
const send = "POST /api/user/learning/rounds";

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    "GET /api/songs/{id}": aSong({ id: 7, title, audio_url: sound, duration: 44.2, has_timed_lines: true }),
    "GET /api/songs/{id}/lines": { number: 1, document: lines },
    "POST /api/songs/{id}/play": { counted: true },
  });
  return () => writeStored("learnRounds", null);
});

const open = (query: string) =>
  renderRoute(learnPage, { layouts: [listeningLayout], path: "/songs/:id/learn", at: `/songs/7/learn?${query}` });
const button = (name: string | RegExp) => page.getByRole("button", { name });
const field = page.getByRole("textbox");
const stage = page.getByRole("region", { name: "Câu đang hỏi" });
const result = page.getByRole("heading", { level: 2 });
const said = stage.getByRole("status").first();
const audio = () => document.querySelector("audio") as HTMLAudioElement;

async function start(query: string) {
  const screen = await open(query);
  await button("Bắt đầu").click();
  await expect.element(stage).toBeVisible();
  return screen;
}

async function type(answer: string) {
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(`${answer}{Enter}`);
}

const round = (values: Partial<StoredRound>): StoredRound => ({
  id: "round-before-the-test",
  song_id: 7,
  exercise: "typed",
  level: 100,
  score: 60,
  finished_at: new Date().toISOString(),
  user: null,
  ...values,
});

describe("the choice of a round", () => {
  test("shows levels with their words and bests of this device, and the streak", async () => {
    writeStored("learnRounds", JSON.stringify([round({}), round({ level: 30, score: 80, exercise: "choice" })]));
    const screen = await open("mode=cloze");
    await expect.element(page.getByRole("radio", { name: "Cả bài 100 % · 5 từ Cao nhất 60/100 điểm" })).toBeVisible();
    await expect.element(page.getByRole("radio", { name: /^Vừa 30 % · 2 từ Chưa chơi/ })).toBeVisible();
    await expect.element(page.getByText("1 ngày liền", { exact: true })).toBeVisible();
    await checkScreen(heading);
    await page.getByText("Chọn trong bốn từ").click();
    await expect.element(page.getByRole("radio", { name: /^Vừa .* Cao nhất 80\/100 điểm$/ })).toBeVisible();
    await page.getByText("Khó").click();
    await expect.poll(screen.address).toBe("/songs/7/learn?mode=cloze&level=50&by=choice");
  });

  test("takes level, way and seed of a link, and nothing else from it", async () => {
    await open("mode=cloze&level=50&by=choice&seed=abc");
    await expect.element(page.getByRole("radio", { name: /^Khó/ })).toBeChecked();
    await expect.element(page.getByRole("radio", { name: "Chọn trong bốn từ" })).toBeChecked();
    await expect.element(page.getByText(/^Đề này có sẵn trong liên kết/)).toBeVisible();
  });

  test("offers words to choose from where a finger is all there is, unless the link says otherwise", async () => {
    const matchMedia = window.matchMedia.bind(window);
    const isTouch = (query: string) => query === "(hover: none) and (pointer: coarse)";
    vi.spyOn(window, "matchMedia").mockImplementation((query) =>
      isTouch(query) ? ({ ...matchMedia(query), matches: true } as MediaQueryList) : matchMedia(query),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    const { unmount } = await open("mode=cloze");
    await expect.element(page.getByRole("radio", { name: "Chọn trong bốn từ" })).toBeChecked();
    await unmount();
    await open("mode=cloze&by=typed");
    await expect.element(page.getByRole("radio", { name: "Gõ từ nghe được" })).toBeChecked();
  });

  test("passes over what a link has wrong, and makes a seed of its own", async () => {
    const screen = await start("mode=cloze&level=20&by=x&seed=%3Cb%3E");
    await expect.poll(screen.address).toMatch(/^\/songs\/7\/learn\?mode=cloze&level=10&by=typed&seed=[a-z0-9]{6}$/);
  });

  test("says when a song is too short", async () => {
    const short = { ...lines, lines: [{ ...plainLine("…"), start_ms: 0, end_ms: 500 }] };
    api.change({ "GET /api/songs/{id}/lines": { number: 1, document: short } });
    await open("mode=cloze");
    await expect.element(page.getByText("Bài này ngắn quá, chưa đủ từ để điền.")).toBeVisible();
  });
});

describe("words that are typed", () => {
  test("are judged, waited for at the line's end, and scored", async () => {
    await start("mode=cloze&level=100&seed=abc");
    await expect.element(stage).toMatchTextContent("Câu 1/2");
    await expect.element(field).toHaveFocus();
    await expect.element(page.getByLabelText("Từ còn thiếu 1 trên 5")).toBeVisible();
    await expect.poll(() => audio().paused).toBe(false);
    await expect.poll(() => audio().paused).toBe(true);
    expect(audio().currentTime).toBeGreaterThan(0.9);
    expect(audio().currentTime).toBeLessThan(20);
    await checkScreen(heading);
    await expect
      .element(stage.getByRole("status").last())
      .toMatchTextContent(/Từ còn thiếu 1 trên 5: chỗ trống đang hỏi\s+chỗ trống/);
    await type("nắng");
    await expect.element(said).toHaveTextContent("“nắng” chưa đúng, bạn thử lại nhé.");
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
    await fits();
    await userEvent.clear(field);
    await type("mưa");
    await expect.element(said).toHaveTextContent("Đúng rồi.");
    await type("roi");
    await expect.element(said).toHaveTextContent("Đúng, thiếu dấu: rơi");
    await expect.element(stage).toMatchTextContent("Câu 2/2");
    await expect.poll(() => audio().paused).toBe(false);
    await type("gió");
    await type("ngiêng");
    await expect.element(said).toHaveTextContent("Gần đúng: nghiêng");
    await userEvent.keyboard("{Tab}");
    await expect.element(result).toHaveTextContent("60/100 điểm");
    await expect.element(result).toHaveFocus();
    await expect
      .element(page.getByText("2/5 từ đúng ngay, 2 từ gần đúng hoặc phải thử lại, 1 từ chưa được."))
      .toBeVisible();
    const rows = page.getByRole("listitem").filter({ hasText: /:/ });
    await expect.element(rows.filter({ hasText: "Mưa: đúng, sau khi thử lại" }).first()).toBeVisible();
    await expect.element(page.getByText(/bạn đã bỏ qua$/)).toBeVisible();
    await checkScreen(heading);
    expect(storedRounds()).toMatchObject([{ song_id: 7, exercise: "typed", level: 100, score: 60, user: null }]);
    await button("Nghe câu 2").click();
    await expect.poll(() => audio().paused).toBe(false);
    await expect.poll(() => audio().paused).toBe(true);
    expect(audio().currentTime).toBeGreaterThan(1.9);
  });

  test("are heard again with Backspace in the empty field, which Escape leaves and Tab then passes on from", async () => {
    await start("mode=cloze&level=100&seed=abc");
    await expect.poll(() => audio().paused).toBe(false);
    await expect.poll(() => audio().paused).toBe(true);
    const jumps = watchJumps();
    await userEvent.keyboard("ab{Backspace}{Backspace}");
    expect(audio().paused).toBe(true);
    await userEvent.keyboard("{Backspace}");
    // From a little before the line.
    await expect.poll(() => jumps).toEqual([0.35]);
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Nghe lại")).toHaveFocus();
    expect(button("Nghe lại").all()).toHaveLength(1);
    await userEvent.keyboard("{Tab}");
    await expect.element(button("Chịu, xem từ này")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(said).toHaveTextContent("Từ này là Mưa");
    await button("Gợi ý").click();
    await expect.element(page.getByText("Rain falls")).toBeVisible();
  });

  test("leave room for the keyboard of a phone, with the replay in sight", async () => {
    await page.viewport(390, 844);
    await start("mode=cloze&level=100&by=typed&seed=abc");
    await expect.element(field).toHaveFocus();
    const top = stage.element().getBoundingClientRect().top;
    for (const element of [field, button("Trả lời"), button("Nghe lại"), button("Chịu, xem từ này")]) {
      expect(element.element().getBoundingClientRect().bottom - top).toBeLessThan(390);
    }
    const gap = field.element().getBoundingClientRect().y - button("Nghe lại").element().getBoundingClientRect().y;
    expect(Math.abs(gap)).toBeLessThan(8);
    await fits();
  });

  test("end with a blank, and go on without sound", async () => {
    api.change({ "GET /api/songs/{id}": aSong({ id: 7, title, audio_url: "/missing.mp3", duration: 44.2 }) });
    await start("mode=cloze&level=100&seed=abc");
    for (const word of ["mưa", "rơi", "gió", "nghiêng"]) {
      await expect.element(field).toHaveFocus();
      await userEvent.keyboard(`${word} `);
      await expect.element(said).toHaveTextContent("Đúng rồi.");
    }
    await userEvent.keyboard("qua ");
    await expect.element(result).toHaveTextContent("100/100 điểm");
    await expect.element(page.getByText("Không sai chỗ nào. Bạn thử mức cao hơn nhé.")).toBeVisible();
  });
});

test("words are chosen among four with the keys of their numbers; a wrong choice is final", async () => {
  await start("mode=cloze&level=50&by=choice&seed=abc");
  const group = page.getByRole("group", { name: "Từ còn thiếu 1 trên 3" });
  await expect.element(group).toBeVisible();
  expect(group.element().querySelectorAll("button")).toHaveLength(4);
  await checkScreen(heading);
  await userEvent.keyboard("1");
  await expect.element(said).toMatchTextContent(/^(?:Đúng rồi\.|Chưa đúng, từ này là \S+)$/);
  for (const place of [2, 3]) {
    await expect.element(page.getByRole("group", { name: `Từ còn thiếu ${place} trên 3` })).toBeVisible();
    await userEvent.keyboard("2");
  }
  await expect.element(result).toMatchTextContent(/^(?:0|33|67|100)\/100 điểm$/);
});

test("a line is put in order by buttons, and its misplaced words are taken back", async () => {
  await start("mode=order&level=100&seed=abc");
  const pool = page.getByRole("group", { name: "Các từ của câu" });
  const sentence = page.getByRole("group", { name: "Câu bạn xếp" });
  await pool.getByRole("button", { name: "rơi" }).click();
  await pool.getByRole("button", { name: "mưa" }).click();
  await expect.element(said).toHaveTextContent("Còn 2 từ chưa đúng chỗ. Bấm vào từ để lấy ra.");
  await checkScreen(heading);
  await sentence.getByRole("button", { name: /^rơi/ }).click();
  await expect.element(pool.getByRole("button", { name: "rơi" })).toHaveFocus();
  await sentence.getByRole("button", { name: /^mưa/ }).click();
  await pool.getByRole("button", { name: "mưa" }).click();
  await pool.getByRole("button", { name: "rơi" }).click();
  await expect.element(said).toHaveTextContent("Đúng rồi.");
  await expect.element(pool.getByRole("button", { name: "nghiêng" })).toBeVisible();
  await button("Chịu, xem câu này").click();
  await expect.element(result).toHaveTextContent("25/100 điểm");
  await fits();
});

describe("the words that were missed", () => {
  const giveUp = async () => {
    await start("mode=cloze&level=100&by=typed&seed=abc");
    for (const word of ["mưa", "rơi"]) await type(word);
    for (let n = 0; n < 3; n++) await button("Chịu, xem từ này").click();
    await expect.element(result).toHaveTextContent("40/100 điểm");
  };

  test("are kept on this device by one press; a visitor is told where the points are", async () => {
    onTestFinished(() => writeStored("words", null));
    await giveUp();
    const buttons = [...document.querySelectorAll("section button")].map(({ textContent }) => textContent);
    expect(buttons.slice(0, 2)).toEqual(["Chơi đề mới", "Lưu 3 từ này vào Sổ từ"]);
    await expect
      .element(page.getByRole("link", { name: "Đăng nhập để giữ chuỗi ngày" }))
      .toHaveAttribute("href", "/login");
    await button("Lưu 3 từ này vào Sổ từ").click();
    await expect.element(button("Đã giữ 3 từ trên máy này")).toBeDisabled();
    expect(readGuestWords(null).map(({ text, line }) => [text, line?.place])).toEqual([
      ["Gió", 1],
      ["nghiêng", 1],
      ["qua", 1],
    ]);
    await checkScreen(heading);
  });

  test("are saved in the notebook of an account, without those that it has", async () => {
    const saved = (text: string) => aWord({ text, language: "vi" });
    api.change({
      ...loggedIn({ id: 3 }),
      [own]: { streak: 1, has_today: true, scores: [] },
      [send]: { added: 1 },
      "GET /api/user/words": [saved("qua")],
      "GET /api/user/word-reviews/due": dueCounts({ new: 3 }),
      "POST /api/user/words": ({ body }: SentRequest) => saved((body as { text: string }).text),
    });
    await giveUp();
    expect(page.getByRole("link", { name: "Đăng nhập để giữ chuỗi ngày" }).query()).toBeNull();
    await button("Lưu 2 từ này vào Sổ từ").click();
    await expect.element(button("Đã lưu 2 từ vào Sổ từ")).toBeDisabled();
    expect(api.requests("POST /api/user/words").map(({ body }) => body)).toMatchObject([
      { text: "Gió", line: { song_id: 7, place: 1, text: "Gió nghiêng qua" } },
      { text: "nghiêng", line: { song_id: 7, place: 1, text: "Gió nghiêng qua" } },
    ]);
  });

  test("stay to be saved when the server can't take them", async () => {
    api.change({ ...loggedIn({ id: 3 }), [own]: fails(503), [send]: fails(503), "GET /api/user/words": [] });
    api.change({ "POST /api/user/words": fails(503) });
    await giveUp();
    await button("Lưu 3 từ này vào Sổ từ").click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    await expect.element(button("Lưu 3 từ này vào Sổ từ")).toBeEnabled();
  });
});

describe("an account", () => {
  const account = { streak: 4, has_today: false, scores: [] };

  test("has bests and streak, takes over the rounds of this device, and gets new ones", async () => {
    writeStored("learnRounds", JSON.stringify([round({}), round({ id: "round-of-another-user", user: 99 })]));
    const scores = [
      {
        exercise: "typed" as const,
        level: 100 as const,
        best_score: 90,
        rounds: 2,
        last_at: "2026-03-01T00:00:00.000Z",
      },
    ];
    api.change({
      ...loggedIn({ id: 3 }),
      [own]: { streak: 4, has_today: true, scores },
      [send]: { added: 1 },
      "GET /api/user/words": [],
    });
    await open("mode=cloze&level=100&seed=abc");
    await expect.element(page.getByRole("radio", { name: /^Cả bài .* Cao nhất 90\/100 điểm$/ })).toBeVisible();
    await expect.element(page.getByText("4 ngày liền", { exact: true })).toBeVisible();
    const { user: _user, ...sent } = round({});
    expect(api.requests(send).map(({ body, token }) => [body, token])).toEqual([
      [{ rounds: [{ ...sent, finished_at: expect.any(String) }] }, "user-token"],
    ]);
    expect(storedRounds().map(({ user }) => user)).toEqual([99]);
    await button("Bắt đầu").click();
    for (let n = 0; n < 5; n++) await button("Chịu, xem từ này").click();
    await expect.element(result).toHaveTextContent("0/100 điểm");
    await expect.poll(() => api.requests(send)).toHaveLength(2);
    expect(api.requests(send)[1]?.body).toMatchObject({ rounds: [{ song_id: 7, level: 100, score: 0 }] });
    await expect.poll(() => storedRounds().map(({ user }) => user)).toEqual([99]);
  });

  test("gets rounds later that it can't take now", async () => {
    writeStored("learnRounds", JSON.stringify([round({ user: 3 })]));
    api.change({ ...loggedIn({ id: 3 }), [own]: account, [send]: fails(503) });
    await open("mode=cloze&level=100");
    await expect.element(page.getByRole("radio", { name: /^Cả bài .* Cao nhất 60\/100 điểm$/ })).toBeVisible();
    await expect.poll(() => api.requests(send).length).toBeGreaterThan(0);
    expect(storedRounds()).toHaveLength(1);
    api.change({ [send]: { added: 1 } });
    const stored = () => {
      window.dispatchEvent(new Event("online"));
      return readStored("learnRounds");
    };
    await expect.poll(stored).toBeNull();
    await expect.element(page.getByText("4 ngày liền, chơi một lượt hôm nay để nối tiếp")).toBeVisible();
  });
});
