import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ReviewCard, ReviewsBody, ReviewsReply } from "#contract/notebook.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { aCard, after, aQueue, aWord, aWordLine, dueCounts, now } from "#test/component/notebook.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aSong, loggedIn } from "#test/component/samples.ts";
import {
  counted,
  fails,
  held,
  networkDown,
  type SentRequest,
  type StubbedApi,
  stubApi,
} from "#test/component/stub-api.ts";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { setKeysOn } from "../../lib/keys.ts";
import { readStored } from "../../lib/storage.ts";
import * as notebookPage from "./page.tsx";
import { readNotebook } from "./stored-notebook.ts";

const due = "GET /api/user/word-reviews";
const send = "POST /api/user/word-reviews";
const undo = "DELETE /api/user/word-reviews/{id}";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const start = button("Bắt đầu ôn");
const reveal = button("Hiện nghĩa");
const card = page.getByRole("article", { name: "Từ đang ôn" });
const good = button(/^Được/);
const audio = () => document.querySelector("audio");

const friend = aCard({ id: 1 });
const happy = aCard({
  id: 2,
  text: "高兴",
  reading: "gāoxìng",
  meaning: "vui",
  state: "review",
  due: after(60),
  reps: 3,
});

const userId = 101;
let api: StubbedApi;
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse(now));
  api = stubApi({
    ...loggedIn({ id: userId }),
    [due]: aQueue([happy, friend]),
    [send]: accepted(),
    "GET /api/songs/{id}": aSong({ id: 7, audio_url: sound, duration: 44.2 }),
  });
});

/** Takes what is sent; the words then come in days. */
function accepted(cards: ReviewCard[] = []): (request: SentRequest) => ReviewsReply {
  return ({ body }) => ({
    results: (body as ReviewsBody).reviews.map(({ id }) => ({ id, outcome: "accepted" as const })),
    cards,
    counts: dueCounts({ words: 2, tomorrow: 3 }),
  });
}
const sent = () => api.requests(send).flatMap(({ body }) => (body as ReviewsBody).reviews);
const open = (at = "/notebook") => renderRoute(notebookPage, { path: "/notebook", at });

/** Opens the reviews and begins. */
async function begin() {
  const screen = await open();
  await start.click();
  await expect.element(card).toBeVisible();
  return screen;
}

describe("the page", () => {
  test("sends a visitor to the login and asks to come back", async () => {
    localStorage.clear();
    const screen = await open();
    await expect.poll(screen.address).toBe("/login");
    expect(screen.location().state).toEqual({ returnTo: "/notebook" });
  });

  test("is hidden from search engines, and a placeholder until the words have come", async () => {
    const answer = held(aQueue([friend]));
    api.change({ [due]: answer.answer });
    const { container } = await open();
    await expect.poll(() => container.querySelector("[aria-busy=true]")).not.toBeNull();
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    answer.release();
    await expect.element(start).toBeVisible();
  });

  test("tells how words come into an empty notebook", async () => {
    api.change({ [due]: aQueue([], { words: 0 }) });
    await open();
    await expect.element(page.getByRole("heading", { name: "Sổ từ còn trống" })).toBeVisible();
    await checkScreen({ heading: "Sổ từ" });
  });

  test("offers another attempt when the words can't be had", async () => {
    api.change({ [due]: fails(503) });
    await open();
    await expect.element(page.getByRole("heading", { name: /^Không thể tải các từ cần ôn/ })).toBeVisible();
    api.change({ [due]: aQueue([friend]) });
    await button("Thử lại").click();
    await expect.element(page.getByRole("heading", { name: "1 từ mới hôm nay" })).toBeVisible();
  });
});

describe("reviews", () => {
  test("begin with what there is to do, and the number of new words a day", async () => {
    api.change({
      "GET /api/user/notebook": { new_words_per_day: 10 },
      "PUT /api/user/notebook": ({ body }) => body as { new_words_per_day: number },
    });
    await open();
    await expect.element(page.getByRole("heading", { name: "2 từ cần ôn hôm nay" })).toBeVisible();
    await expect.element(page.getByText("1 từ đã học và 1 từ mới.")).toBeVisible();
    await page.getByText("Cài đặt ôn tập").click();
    const perDay = page.getByLabelText("Số từ mới mỗi ngày");
    await expect.element(perDay).toHaveValue(10);
    await checkScreen({ heading: "Sổ từ" });
    await perDay.fill("5");
    await button("Lưu").click();
    await expect
      .poll(() => api.requests("PUT /api/user/notebook").map(({ body }) => body))
      .toEqual([{ new_words_per_day: 5 }]);
    await expect.poll(() => api.requests(due)).toHaveLength(2);
    await perDay.fill("");
    await button("Lưu").click();
    await expect.element(page.getByText("Vui lòng nhập số từ mới, 0 nếu chưa muốn học từ mới")).toBeVisible();
    expect(api.requests("PUT /api/user/notebook")).toHaveLength(1);
    await perDay.fill("300");
    api.change({
      "PUT /api/user/notebook": fails(422, "Mỗi ngày tối đa 200 từ mới"),
    });
    await button("Lưu").click();
    await expect.element(page.getByText("Mỗi ngày tối đa 200 từ mới")).toBeVisible();
  });

  test("show a word with its line, whose clip sounds, and tell the rest on demand", async () => {
    await begin();
    await expect.element(card.getByRole("heading", { name: "高兴" })).toBeVisible();
    await expect.element(card.getByText("Còn")).not.toBeInTheDocument();
    await expect.poll(() => audio()?.currentTime ?? 0).toBeGreaterThan(1.8);
    expect(card.getByText("gāoxìng").query()).toBeNull();
    await expect.element(reveal).toHaveFocus();
    await checkScreen({ heading: "Sổ từ" });
    await reveal.click();
    for (const text of ["gāoxìng", "vui", "Xin chào, xin chào, người bạn mới", "Trong bài “你好，朋友”"]) {
      await expect.element(card.getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(button("Quên ôn lại sau 10 phút")).toBeVisible();
    await expect.element(button("Khó ôn lại sau 3 ngày")).toBeVisible();
    await expect.element(button("Được ôn lại sau 11 ngày")).toBeVisible();
    await expect.element(button("Dễ ôn lại sau 1,3 tháng")).toBeVisible();
    await checkScreen({ heading: "Sổ từ" });
    // The clip ends by itself, and its song is not counted as played.
    await expect.poll(() => audio()?.paused).toBe(true);
    expect(audio()?.currentTime).toBeLessThan(20);
  });

  test("are answered by the keyboard alone, and end with what comes tomorrow", async () => {
    await begin();
    await userEvent.keyboard(" ");
    await expect.element(good).toBeVisible();
    await userEvent.keyboard("3");
    await expect.element(card.getByRole("heading", { name: "朋友" })).toBeVisible();
    await expect.element(page.getByText("Còn 1 từ")).toBeVisible();
    await userEvent.keyboard(" ");
    await userEvent.keyboard("4");
    await expect.element(page.getByRole("heading", { name: "Xong phần ôn hôm nay" })).toHaveFocus();
    await expect
      .poll(() => sent().map(({ word_id, rating }) => [word_id, rating]))
      .toEqual([
        [2, "good"],
        [1, "easy"],
      ]);
    expect(new Set(sent().map(({ id }) => id)).size).toBe(2);
    expect(sent().map(({ reviewed_at }) => reviewed_at)).toEqual([now, now]);
    await expect.element(page.getByText("Ngày mai có 3 từ cần ôn.")).toBeVisible();
    await checkScreen({ heading: "Sổ từ" });
  });

  test("tell when they were given by the server's clock, also without a connection", async () => {
    const later = (minutes: number) => after(2 * 24 * 60 + minutes);
    api.change({ [due]: { ...aQueue([happy, friend]), now: later(0) } });
    const { unmount } = await begin();
    await userEvent.keyboard(" 3");
    await expect.poll(() => sent().map(({ reviewed_at }) => reviewed_at)).toEqual([later(0)]);
    await unmount();
    api.change({ [due]: networkDown() });
    vi.spyOn(Date, "now").mockReturnValue(Date.parse(after(5)));
    await begin();
    await userEvent.keyboard(" 3");
    await expect.poll(() => sent().at(-1)?.reviewed_at).toBe(later(5));
  });

  test("leave letters and digits to those who dictate", async () => {
    setKeysOn(false);
    await begin();
    await reveal.click();
    await userEvent.keyboard("3");
    await expect.element(good).toBeVisible();
    expect(sent()).toEqual([]);
  });

  test("take an answer back, here and on the server", async () => {
    await begin();
    await userEvent.keyboard(" 1");
    await expect.element(card.getByRole("heading", { name: "朋友" })).toBeVisible();
    await expect.poll(sent).toHaveLength(1);
    api.change({ [undo]: { card: happy, counts: dueCounts({ review: 1, new: 1 }) } });
    await userEvent.keyboard("z");
    await expect.element(card.getByRole("heading", { name: "高兴" })).toBeVisible();
    await expect.poll(() => api.requests(undo).map(({ params }) => params)).toEqual([{ id: sent()[0]?.id }]);
    await expect.element(button("Hoàn tác")).toBeDisabled();
  });

  test("bring a forgotten word again, with the dates that the server has told", async () => {
    const again = aCard({ id: 2, text: "高兴", state: "relearning", due: after(10), reps: 4, lapses: 1 });
    api.change({ [send]: accepted([again]) });
    await begin();
    await userEvent.keyboard(" 1");
    await expect.element(card.getByRole("heading", { name: "朋友" })).toBeVisible();
    await userEvent.keyboard(" 4");
    await expect.element(card.getByRole("heading", { name: "高兴" })).toBeVisible();
    await userEvent.keyboard(" ");
    await expect.element(button("Quên ôn lại sau 10 phút")).toBeVisible();
  });

  test("mark a word that does not stick, and have no clip where the song is gone", async () => {
    const lines = [aWordLine({ song_id: null, can_play: false })];
    api.change({ [due]: aQueue([aCard({ state: "review", is_leech: true, lapses: 8, meaning: null, lines })]) });
    await begin();
    await expect.element(card.getByText("Từ khó nhớ")).toBeVisible();
    expect(button("Nghe câu hát").query()).toBeNull();
    await userEvent.keyboard(" ");
    await expect.element(card.getByText("Bạn chưa ghi nghĩa của từ này.")).toBeVisible();
    await expect.element(card.getByText(/^Bạn đã quên từ này 8 lần/)).toBeVisible();
    await fits();
    expect(audio()?.src ?? "").not.toContain("mp3");
  });

  test("go on without a clip when its song can't be had", async () => {
    api.change({ "GET /api/songs/{id}": fails(503) });
    api.change({ [due]: aQueue([aCard({ lines: [aWordLine({ song_id: 99 })] })]) });
    await begin();
    await expect.element(page.getByText(/^Chưa phát được câu hát này/)).toBeVisible();
  });
});

describe("without a connection", () => {
  test("answers wait on this device, and arrive in order once it is back", async () => {
    await begin();
    api.change({ [send]: networkDown() });
    await userEvent.keyboard(" 1");
    await expect.element(page.getByText(/^1 lượt ôn chưa gửi/)).toBeVisible();
    await userEvent.keyboard(" 4");
    await expect.element(page.getByText(/^2 lượt ôn chưa gửi/)).toBeVisible();
    // The forgotten word comes again, with answers whose dates are not known.
    await expect.element(card.getByRole("heading", { name: "高兴" })).toBeVisible();
    await userEvent.keyboard(" ");
    await expect.element(page.getByRole("button", { name: "Được", exact: true })).toBeVisible();
    await fits();
    expect(JSON.parse(readStored(`reviews:${userId}`) ?? "[]")).toHaveLength(2);
    const attempts = api.requests(send).length;
    api.change({ [send]: accepted() });
    window.dispatchEvent(new Event("online"));
    await expect.poll(() => api.requests(send).length).toBeGreaterThan(attempts);
    await expect.element(page.getByText(/lượt ôn chưa gửi/)).not.toBeInTheDocument();
    const last = api.requests(send).at(-1)?.body as ReviewsBody;
    expect(last.reviews.map(({ word_id, rating }) => [word_id, rating])).toEqual([
      [2, "again"],
      [1, "easy"],
    ]);
    expect(readStored(`reviews:${userId}`)).toBeNull();
  });

  test("the words of this device are reviewed, but for those that were answered", async () => {
    const { unmount } = await begin();
    api.change({ [send]: networkDown() });
    await userEvent.keyboard(" 4");
    await expect.element(page.getByText(/^1 lượt ôn chưa gửi/)).toBeVisible();
    await unmount();
    api.change({ [due]: networkDown() });
    await open();
    await expect.element(page.getByRole("heading", { name: /^1 từ/ })).toBeVisible();
    await start.click();
    await expect.element(card.getByRole("heading", { name: "朋友" })).toBeVisible();
  });
});

describe("the words", () => {
  const list = "GET /api/user/words";
  const words = [
    aWord({ id: 1, note: "Thanh nhẹ ở cuối" }),
    aWord({
      id: 2,
      text: "time",
      language: "en",
      reading: null,
      meaning: null,
      state: "review",
      due: after(3000),
      lines: [],
    }),
    aWord({ id: 3, text: "고향", language: "ko", reading: "gohyang", meaning: "quê", state: "review", is_leech: true }),
  ];
  const counts = {
    all: 45,
    due: 1,
    new: 1,
    learning: 0,
    leech: 1,
    languages: [
      { language: "zh", words: 43 },
      { language: "en", words: 1 },
      { language: "ko", words: 1 },
    ],
  };
  const row = (name: string) => page.getByRole("listitem", { name, exact: true });
  const files = page.getByLabelText("Tải về, nhập từ file");
  const queries = () => api.requests(list).map(({ query }) => query);

  const countDue = "GET /api/user/word-reviews/due";
  beforeEach(() =>
    api.change({
      [list]: counted(words, 45),
      "GET /api/user/words/counts": counts,
      [countDue]: dueCounts({ review: 1 }),
    }),
  );
  const openWords = async (query = "") => {
    const screen = await open(`/notebook?tab=words${query}`);
    await expect.element(row("朋友")).toBeVisible();
    return screen;
  };

  const top = () => row("朋友").getByRole("heading").element().getBoundingClientRect().y + window.scrollY;

  test("begin in the upper part of a phone, below one row that searches, filters and saves", async () => {
    await page.viewport(390, 844);
    await openWords();
    expect(top()).toBeLessThanOrEqual(300);
    expect(page.getByRole("combobox").query()).toBeNull();
    expect(page.getByRole("link", { name: /^Khó nhớ/ }).query()).toBeNull();
    expect(button("Tải CSV").query()).toBeNull();
    await files.click();
    await expect.element(button("Tải CSV")).toBeVisible();
    await fits();
  });

  test("are neither searched nor filtered while they are few", async () => {
    await page.viewport(390, 844);
    api.change({ [list]: counted(words, 9), "GET /api/user/words/counts": { ...counts, all: 9 } });
    await openWords();
    expect(top()).toBeLessThanOrEqual(300);
    expect(page.getByRole("searchbox").query()).toBeNull();
    expect(button("Bộ lọc").query()).toBeNull();
    await expect.element(page.getByText("9 từ", { exact: true })).toBeVisible();
    await checkScreen({ heading: "Sổ từ" });
  });

  test("show their filter where the address has one", async () => {
    await openWords("&filter=leech");
    await expect.element(page.getByRole("button", { name: "Bộ lọc (1)" })).toHaveAttribute("aria-expanded", "true");
    await expect.element(page.getByRole("link", { name: /^Khó nhớ/ })).toHaveAttribute("aria-current", "true");
  });

  test("are listed with what is known of each", async () => {
    await openWords();
    expect(queries()).toEqual([{ sort_by: "created_at", skip: "0", limit: "20" }]);
    for (const text of ["péngyou", "bạn bè", "Thanh nhẹ ở cuối", "Tiếng Trung", "Chưa ôn lần nào"]) {
      await expect.element(row("朋友").getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(row("time").getByText("Ôn lại 27/11/2026")).toBeVisible();
    await expect.element(row("고향").getByText("Từ khó nhớ")).toBeVisible();
    await row("朋友").getByText("1 câu hát").click();
    await expect.element(row("朋友").getByText("Xin chào, xin chào, người bạn mới")).toBeVisible();
    await row("朋友").getByRole("button", { name: "Nghe câu hát" }).click();
    await expect.poll(() => audio()?.currentTime ?? 0).toBeGreaterThan(1.8);
    await checkScreen({ heading: "Sổ từ" });
  });

  test("are searched, filtered, sorted and turned by the address", async () => {
    const screen = await openWords();
    await page.getByRole("searchbox").fill("bạn");
    await expect.poll(screen.address).toBe("/notebook?tab=words&q=b%E1%BA%A1n");
    await button("Bộ lọc").click();
    await checkScreen({ heading: "Sổ từ" });
    await page.getByRole("link", { name: /^Khó nhớ/ }).click();
    await page.getByRole("combobox", { name: "Ngôn ngữ" }).selectOptions("ko");
    await page.getByRole("combobox", { name: "Thứ tự" }).selectOptions("due");
    await expect.poll(screen.address).toBe("/notebook?tab=words&q=b%E1%BA%A1n&language=ko&filter=leech&sort=due");
    await page.getByRole("link", { name: "Trang 2" }).click();
    await expect.poll(queries).toContainEqual({
      search: "bạn",
      language: "ko",
      tab: "leech",
      sort_by: "due",
      skip: "20",
      limit: "20",
    });
  });

  test("are corrected in their place", async () => {
    const change = "PATCH /api/user/words/{id}";
    await openWords();
    await button("Sửa time").click();
    await page.getByLabelText("Nghĩa").fill("thời gian");
    await checkScreen({ heading: "Sổ từ" });
    api.change({ [change]: fails(409, "Trong sổ đã có từ này") });
    await button("Lưu thay đổi").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Trong sổ đã có từ này");
    api.change({ [change]: aWord({ ...words[1], meaning: "thời gian" }) });
    await button("Lưu thay đổi").click();
    await expect.element(row("time").getByText("thời gian")).toBeVisible();
    await expect.element(button("Sửa time")).toHaveFocus();
    expect(api.requests(change).at(-1)).toMatchObject({
      params: { id: "2" },
      body: { text: "time", reading: "", meaning: "thời gian", note: "" },
    });
  });

  test("are deleted, and come back", async () => {
    api.change({ "DELETE /api/user/words/{id}": { success: true }, "POST /api/user/words/{id}/restore": words[0] });
    await openWords();
    await button("Bộ lọc").click();
    const storedDue = () => readNotebook(userId)?.counts.now;
    api.change({ "GET /api/user/words/counts": { ...counts, all: 44, new: 0 } });
    await button("Xóa 朋友").click();
    await expect.element(page.getByText("Đã xóa “朋友”.")).toBeVisible();
    await expect.element(button("Hoàn tác")).toHaveFocus();
    await expect.element(page.getByRole("link", { name: "Tất cả 44" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Mới 0" })).toBeVisible();
    await expect.poll(storedDue).toBe(1);
    await checkScreen({ heading: "Sổ từ" });
    api.change({ "GET /api/user/words/counts": counts, [countDue]: dueCounts({ review: 1, new: 1 }) });
    await button("Hoàn tác").click();
    await expect.element(row("朋友").getByText("bạn bè")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Tất cả 45" })).toBeVisible();
    await expect.poll(storedDue).toBe(2);
  });

  test("lose a line that is not wanted", async () => {
    api.change({ "DELETE /api/user/words/{id}/lines/{line_id}": { ...words[0], lines: [] } as never });
    await openWords();
    await row("朋友").getByText("1 câu hát").click();
    await button("Bỏ câu hát “你好，你好，新朋友”").click();
    await expect.element(row("朋友").getByText("1 câu hát")).not.toBeInTheDocument();
    expect(api.requests("DELETE /api/user/words/{id}/lines/{line_id}")[0]?.params).toEqual({ id: "1", line_id: "1" });
  });

  test("that fit no search are told; a list stays where the next can't be had", async () => {
    await openWords();
    await button("Bộ lọc").click();
    api.change({ [list]: counted([], 0) });
    await page.getByRole("link", { name: /^Khó nhớ/ }).click();
    await expect.element(page.getByText("Không có từ nào như vậy.")).toBeVisible();
    api.change({ [list]: fails(503) });
    await page.getByRole("link", { name: /^Mới/ }).click();
    await expect.poll(queries).toHaveLength(3);
    await expect.element(page.getByRole("status").getByText("Không có từ nào như vậy.")).toBeVisible();
  });

  test("that can't be had can be asked for again", async () => {
    api.change({ [list]: fails(503) });
    await open("/notebook?tab=words");
    await expect.element(page.getByRole("heading", { name: /^Không thể tải các từ/ })).toBeVisible();
    api.change({ [list]: counted(words, 45) });
    await button("Thử lại").click();
    await expect.element(row("朋友")).toBeVisible();
  });

  test("are saved as a file", async () => {
    await openWords();
    api.change({ "GET /api/user/words/export": fails(503, "Máy chủ đang bận") });
    await files.click();
    await button("Tải CSV").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Máy chủ đang bận");
    await files.click();
    await button("Tải cho Anki").click();
    await expect
      .poll(() => api.requests("GET /api/user/words/export").map(({ query }) => query))
      .toEqual([{ format: "csv" }, { format: "anki" }]);
  });

  test("are read from a file, with the odd lines of it, before they are taken in", async () => {
    const read = "POST /api/user/words/read";
    const problems = [{ line: 3, message: "Vui lòng nhập từ" }];
    const first = [{ language: "en", text: "rain", reading: null, meaning: "mưa" }];
    api.change({ [read]: { words: 1, first, skipped: 1, problems, rest: null } });
    await openWords();
    await files.click();
    await button("Nhập từ file").click();
    const dialog = page.getByRole("dialog", { name: "Nhập từ file" });
    await dialog.getByLabelText("Ngôn ngữ của những dòng không ghi").selectOptions("en");
    const text = "Từ,Nghĩa\nrain,mưa\n,trống\n";
    await dialog.getByLabelText("File").upload(new File([text], "tu.csv", { type: "text/csv" }));
    await expect.element(dialog.getByText("Dòng 3: Vui lòng nhập từ")).toBeVisible();
    await expect.element(dialog.getByText(/bỏ qua 1 dòng/)).toBeVisible();
    expect(api.requests(read)[0]?.body).toEqual({ text, language: "en", is_part: false });
    await checkScreen();
    const take = "POST /api/user/words/import";
    api.change({
      [take]: { added: 1, changed: 0, unchanged: 2, skipped: 1, problems, rest: null },
      [countDue]: dueCounts({ new: 4 }),
    });
    await dialog.getByRole("button", { name: "Nhập 1 từ" }).click();
    await expect.element(page.getByText("Đã thêm 1 từ, 2 từ đã có sẵn")).toBeVisible();
    expect(api.requests(take)[0]?.body).toEqual({ text, language: "en", is_part: false });
    await expect.poll(queries).toHaveLength(2);
    await expect.poll(() => readNotebook(userId)?.counts.now).toBe(4);
    await files.click();
    await button("Nhập từ file").click();
    api.change({ [read]: fails(422, "File không có từ nào") });
    await dialog.getByLabelText("File").upload(new File(["\n"], "trong.txt"));
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("File không có từ nào");
  });

  test("are sent in parts from a large file, and one that is too large not at all", async () => {
    const read = "POST /api/user/words/read";
    const take = "POST /api/user/words/import";
    const row = `${"x".repeat(99)}\n`;
    const text = `Từ\n${row.repeat(10_500)}`;
    const whole = 9999 * row.length + 3;
    const rest = { at: whole, head: "Từ,\n" };
    const problems = [{ line: 3, message: "Vui lòng nhập từ" }];
    const reply = (body: unknown) => ({
      skipped: 1,
      problems,
      rest: (body as { is_part: boolean }).is_part ? rest : null,
    });
    api.change({
      [read]: ({ body }) => ({ words: 10, first: [], ...reply(body) }),
      [take]: ({ body }) => ({ added: 3, changed: 0, unchanged: 7, ...reply(body) }),
    });
    await openWords();
    await files.click();
    await button("Nhập từ file").click();
    const dialog = page.getByRole("dialog", { name: "Nhập từ file" });
    // Within the page: a driver takes long to bring such files into it.
    const choose = (file: File) => {
      const input = dialog.getByLabelText("File").element() as HTMLInputElement;
      const chosen = new DataTransfer();
      chosen.items.add(file);
      input.files = chosen.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    };
    await expect.element(dialog).toBeVisible();
    choose(new File([new Uint8Array(33 * 1024 * 1024)], "lon.csv"));
    await expect
      .element(dialog.getByRole("alert"))
      .toHaveTextContent("File không được quá 32 MB, bạn chia thành nhiều file rồi nhập nhé");
    expect(api.requests(read)).toEqual([]);
    choose(new File([text], "tu.csv", { type: "text/csv" }));
    await expect.element(dialog.getByText("Dòng 3: Vui lòng nhập từ")).toBeVisible();
    await expect.element(dialog.getByText("Dòng 10002: Vui lòng nhập từ")).toBeVisible();
    await dialog.getByRole("button", { name: "Nhập 20 từ" }).click();
    await expect.element(page.getByText("Đã thêm 6 từ, 14 từ đã có sẵn")).toBeVisible();
    for (const requests of [api.requests(read), api.requests(take)]) {
      expect(requests.map(({ body }) => (body as { is_part: boolean }).is_part)).toEqual([true, false]);
      const [first, second] = requests.map(({ body }) => (body as { text: string }).text);
      expect(first === text.slice(0, 1_000_000)).toBe(true);
      expect(second === `Từ,\n${text.slice(whole)}`).toBe(true);
    }
  });
});
