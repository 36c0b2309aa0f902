import { describe, expect, test } from "vitest";
import { type LineDocument, type LineWord, maxLines, plainLine, type SongLine } from "#contract/lyrics/document.ts";
import { LinesDocumentBody } from "#contract/song-lines.ts";
import { type Edit, type Editing, edit, startEditing, timeAt, wordsAt } from "./edit-lines.ts";

type Times = readonly [start: number | null, end?: number | null];

/** A line whose words are written with their starts: `Mưa@1000 rơi@1500`. */
function aLine(marked: string, [start_ms, end_ms = null]: Times = [null], fields: Partial<SongLine> = {}): SongLine {
  let text = "";
  const words: LineWord[] = [];
  for (const [whole, word = "", ms] of marked.matchAll(/([^@\s]+)(?:@(\d+))?\s*/g)) {
    const start_char = text.length;
    text += whole.replace(/@\d+/, "");
    if (marked.includes("@")) words.push(aWord(start_char, start_char + word.length, ms ? Number(ms) : null));
  }
  return { ...plainLine(text.trim()), start_ms, end_ms, words, ...fields };
}

function aWord(start_char: number, end_char: number, start_ms: number | null = null): LineWord {
  return { start_char, end_char, start_ms, end_ms: null, reading: null, meaning: null };
}

function aDocument(lines: SongLine[], language: string | null = "vi"): LineDocument {
  return { language, reading_language: null, translation_language: null, lines, glossary: [] };
}

function editing(lines: SongLine[], language?: string | null): Editing {
  return { ...startEditing(aDocument(lines, language)), place: { line: 0, word: null, border: "start" } };
}

const after = (state: Editing, ...edits: Edit[]) => edits.reduce(edit, state);
const times = ({ document }: Editing) => document.lines.map(({ start_ms, end_ms }) => [start_ms, end_ms]);
const texts = ({ document }: Editing) => document.lines.map(({ text }) => text);
const words = ({ document }: Editing, place = 0) => {
  const { text, words } = document.lines[place] ?? plainLine("");
  return words.map(({ start_char, end_char, start_ms }) => `${text.slice(start_char, end_char)}@${start_ms ?? ""}`);
};
const toWords: Edit = { type: "mode", unit: "word" };
const stamp = (ms: number): Edit => ({ type: "stamp", ms });
const undo: Edit = { type: "undo" };
const redo: Edit = { type: "redo" };

describe("stamps of lines", () => {
  const three = () => editing([aLine("Mưa rơi"), aLine("Gió bay"), aLine("Nắng lên")]);

  test("go from line to line, and end after the last one", () => {
    const state = after(three(), stamp(1000), stamp(2500), stamp(4000), stamp(9000));
    expect(times(state)).toEqual([
      [1000, null],
      [2500, null],
      [4000, null],
    ]);
    expect(state.place.line).toBe(3);
  });

  test("end a line when its key is released, as one step with its start", () => {
    const state = after(three(), stamp(1000), { type: "release", line: 0, word: null, ms: 1800 });
    expect(times(state)[0]).toEqual([1000, 1800]);
    expect(times(after(state, undo))[0]).toEqual([null, null]);
    expect(times(after(state, undo, redo))[0]).toEqual([1000, 1800]);
  });

  test("of a timed line move its end and its words along", () => {
    const line = aLine("Mưa@1000 rơi@1500", [1000, 3000]);
    const state = after(editing([line]), stamp(1200));
    expect(times(state)).toEqual([[1200, 3200]]);
    expect(words(state)).toEqual(["Mưa@1200", "rơi@1700"]);
  });

  test("leave the end of the line before open when they overtake it, but not of another singer", () => {
    const lines = [aLine("Mưa rơi", [1000, 3000]), aLine("Gió bay")];
    const from = (state: Editing) => after(state, { type: "select", line: 1 }, stamp(2500));
    expect(times(from(editing(lines)))).toEqual([
      [1000, null],
      [2500, null],
    ]);
    const duet = lines.with(1, { ...aLine("Gió bay"), singer: "F" });
    expect(times(from(editing(duet)))).toEqual([
      [1000, 3000],
      [2500, null],
    ]);
  });

  test("are taken back one after the other, with their words", () => {
    const state = after(three(), stamp(1000), stamp(2500), { type: "back" });
    expect(times(state)).toEqual([
      [1000, null],
      [null, null],
      [null, null],
    ]);
    expect(state.place.line).toBe(1);
    const first = after(state, { type: "back" });
    expect(after(first, { type: "back" })).toBe(first);
  });

  test("are deleted where they are selected", () => {
    const line = aLine("Mưa@1000 rơi@1500", [1000, 3000]);
    const state = after(editing([line, aLine("Gió bay", [4000])]), { type: "clear" });
    expect(times(state)).toEqual([
      [null, null],
      [4000, null],
    ]);
    expect(words(state)).toEqual(["Mưa@", "rơi@"]);
    expect(state.place.line).toBe(0);
  });
});

describe("stamps of words", () => {
  test("cut the line, start it with its first word, and go on to the next line", () => {
    const state = after(editing([aLine("Mưa rơi"), aLine("Gió")]), toWords, stamp(1000), stamp(1500), stamp(3000));
    expect(words(state)).toEqual(["Mưa@1000", "rơi@1500"]);
    expect(words(state, 1)).toEqual(["Gió@3000"]);
    expect(times(state)).toEqual([
      [1000, null],
      [3000, null],
    ]);
    expect(state.place).toEqual({ line: 2, word: 0, border: "start" });
  });

  test("take characters of Chinese and Japanese as the language cuts them", () => {
    const state = after(editing([aLine("雨の歌が")], "ja"), toWords, stamp(100), stamp(200));
    expect(words(state).slice(0, 3)).toEqual(["雨@100", "の@200", "歌@"]);
  });

  test("take a line of signs as one word", () => {
    expect(words(after(editing([aLine("♪ ♪")]), toWords, stamp(700)))).toEqual(["♪ ♪@700"]);
  });

  test("never start before an earlier word, and take the times off later words that they overtake", () => {
    const line = aLine("Mưa@1000 rơi@1500 hoài@2000", [1000]);
    const early = after(editing([line]), toWords, { type: "select", line: 0, word: 1 }, stamp(400));
    expect(words(early)).toEqual(["Mưa@1000", "rơi@1000", "hoài@2000"]);
    const late = after(editing([line]), toWords, stamp(1700));
    expect(words(late)).toEqual(["Mưa@1700", "rơi@", "hoài@2000"]);
    expect(times(late)).toEqual([[1700, null]]);
  });

  test("end a word when its key is released, and with the last one its line", () => {
    const state = after(
      editing([aLine("Mưa rơi")]),
      toWords,
      stamp(1000),
      { type: "release", line: 0, word: 0, ms: 1300 },
      stamp(1500),
      { type: "release", line: 0, word: 1, ms: 2600 },
    );
    expect(state.document.lines[0]?.words.map(({ end_ms }) => end_ms)).toEqual([1300, null]);
    expect(times(state)).toEqual([[1000, 2600]]);
  });

  test("are taken back over the start of a line", () => {
    const lines = [aLine("Mưa@1000 rơi@1500", [1000]), aLine("Gió@3000 bay", [3000])];
    const state = after(editing(lines), toWords, { type: "select", line: 1, word: 0 }, { type: "back" });
    expect(state.place).toMatchObject({ line: 0, word: 1 });
    expect(words(state)).toEqual(["Mưa@1000", "rơi@"]);
  });
});

describe("moves of an end", () => {
  const lines = () => [aLine("Mưa@1000 rơi@1500", [1000]), aLine("Gió bay", [3000, 3500])];
  const nudge = (by: number, durationMs = 0): Edit => ({ type: "nudge", by, durationMs });

  test("of a line's start take the word along that starts with it, and are undone in a row", () => {
    const state = after(editing(lines()), nudge(10), nudge(10), nudge(100));
    expect(times(state)[0]).toEqual([1120, null]);
    expect(words(state)).toEqual(["Mưa@1120", "rơi@1500"]);
    expect(times(after(state, undo))[0]).toEqual([1000, null]);
  });

  test("of the last line begin at the end of the song", () => {
    const last = after(editing(lines()), { type: "select", line: 1 }, { type: "border", border: "end" });
    expect(times(after(editing([aLine("Mưa", [1000])]), { type: "border", border: "end" }, nudge(-100, 5000)))).toEqual(
      [[1000, 4900]],
    );
    expect(times(after(last, nudge(-100, 5000)))[1]).toEqual([3000, 3400]);
  });

  test("after another selection are undone by themselves", () => {
    const state = after(
      editing(lines()),
      nudge(10),
      { type: "select", line: 1 },
      { type: "select", line: 0 },
      nudge(10),
    );
    expect(times(after(state, undo))[0]).toEqual([1010, null]);
  });

  test("of an open end begin where the line ends by itself", () => {
    const state = after(editing(lines()), { type: "border", border: "end" }, nudge(-100));
    expect(times(state)[0]).toEqual([1000, 2900]);
  });

  test("never bring an end before its start, or a start before the song", () => {
    const end = after(editing(lines()), { type: "select", line: 1, border: "end" }, nudge(-10_000));
    expect(times(end)[1]).toEqual([3000, 3000]);
    expect(times(after(editing(lines()), nudge(-10_000)))[0]).toEqual([0, null]);
    const start = after(editing(lines()), { type: "select", line: 1 }, nudge(900));
    expect(times(start)[1]).toEqual([3900, 3900]);
  });

  test("of a word stay between its neighbours", () => {
    const word = after(editing(lines()), toWords, { type: "move", by: 1, unit: "word" });
    expect(words(after(word, nudge(-900)))).toEqual(["Mưa@1000", "rơi@1000"]);
    const first = after(editing(lines()), toWords, nudge(9000));
    expect(words(first)).toEqual(["Mưa@1500", "rơi@1500"]);
    expect(times(first)[0]).toEqual([1500, null]);
  });

  test("do nothing without a time", () => {
    const state = editing([aLine("Mưa rơi")]);
    expect(after(state, nudge(10))).toBe(state);
    expect(timeAt(state.document, { line: 0, word: null, border: "end" })).toBeUndefined();
  });

  test("of all lines keep their distances, and stop at the start of the song", () => {
    const state = after(editing(lines()), { type: "shift", from: 0, by: -5000 });
    expect(times(state)).toEqual([
      [0, null],
      [2000, 2500],
    ]);
    expect(words(state)).toEqual(["Mưa@0", "rơi@500"]);
    expect(times(after(editing(lines()), { type: "shift", from: 1, by: 250 }))).toEqual([
      [1000, null],
      [3250, 3750],
    ]);
    expect(times(after(editing(lines()), { type: "shift", from: 0, to: 1, by: 50 }))[1]).toEqual([3000, 3500]);
  });
});

describe("a drag of an end", () => {
  const drag = (border: "start" | "end", ms: number, durationMs = 60_000): Edit => ({
    type: "drag",
    border,
    ms,
    durationMs,
  });
  const three = () => [aLine("Mưa@2000 rơi@2500", [2000, 4000]), aLine("Gió bay", [5000, 8000]), aLine("Nắng", [9000])];
  const second = (lines = three()) => after(editing(lines), { type: "select", line: 1 });

  test("is one step that selects the end", () => {
    const state = after(second(), drag("end", 7400.4), undo);
    expect(times(after(second(), drag("end", 7400.4)))[1]).toEqual([5000, 7400]);
    expect(after(second(), drag("end", 7400)).place.border).toBe("end");
    expect(times(state)[1]).toEqual([5000, 8000]);
    expect(state.past).toEqual([]);
  });

  test("without a move selects the end, and is no step", () => {
    const state = after(second(), drag("end", 8000));
    expect(state.place.border).toBe("end");
    expect(state.past).toEqual([]);
  });

  test("keeps lines in their order, within their own ends, and one singer's apart", () => {
    expect(times(after(second(), drag("start", 0)))[1]).toEqual([2000, 8000]);
    expect(times(after(second(), drag("start", 8500)))[1]).toEqual([8000, 8000]);
    expect(times(after(second(), drag("end", 100)))[1]).toEqual([5000, 5000]);
    expect(times(after(second(), drag("end", 20_000)))[1]).toEqual([5000, 9000]);
    const duet = three().with(2, { ...aLine("Nắng", [9000]), singer: "F" });
    expect(times(after(second(duet), drag("end", 20_000)))[1]).toEqual([5000, 20_000]);
    expect(times(after(second(duet), drag("end", 20_000, 12_000)))[1]).toEqual([5000, 12_000]);
  });

  test("gives a line an end that had none, and moves nothing of a line without a time", () => {
    const lines = [aLine("Mưa", [1000]), aLine("Gió", [5000]), aLine("Nắng")];
    expect(times(after(editing(lines), drag("end", 3000)))[0]).toEqual([1000, 3000]);
    const state = after(editing(lines), { type: "select", line: 2 });
    expect(after(state, drag("start", 3000)).document).toBe(state.document);
  });

  test("lets lines that stand in a wrong order come back, not go further", () => {
    const lines = [aLine("Mưa", [5000]), aLine("Gió", [3000, 4000])];
    const state = after(editing(lines), { type: "select", line: 1 });
    expect(times(after(state, drag("start", 1000)))[1]).toEqual([3000, 4000]);
    expect(times(after(state, drag("start", 3500)))[1]).toEqual([3500, 4000]);
  });

  test("of a word keeps between its neighbours and within its line, and takes the line along", () => {
    const first = after(editing(three()), toWords);
    const dragFrom = (word: number, edit: Edit) => after(first, { type: "select", line: 0, word }, edit);
    expect(words(dragFrom(1, drag("start", 100)))).toEqual(["Mưa@2000", "rơi@2000"]);
    expect(words(dragFrom(1, drag("start", 9000)))).toEqual(["Mưa@2000", "rơi@4000"]);
    expect(times(dragFrom(0, drag("start", 1200)))[0]).toEqual([1200, 4000]);
    expect(times(dragFrom(1, drag("end", 9000)))[0]).toEqual([2000, 5000]);
    const later = after(editing(three().with(1, aLine("Gió@5000", [5000]))), { type: "select", line: 1 }, toWords);
    expect(times(after(later, { type: "select", line: 1, word: 0 }, drag("start", 0)))[1]).toEqual([2000, null]);
  });
});

describe("typed times", () => {
  const line = () => editing([aLine("Mưa@1000 rơi@1500", [1000, 2000])]);
  const time = (border: "start" | "end", ms: number | null): Edit => ({
    type: "time",
    line: 0,
    word: null,
    border,
    ms,
  });

  test("start, end and leave open", () => {
    expect(times(after(line(), time("end", 2500)))).toEqual([[1000, 2500]]);
    expect(times(after(line(), time("end", null)))).toEqual([[1000, null]]);
    expect(times(after(line(), time("start", 1200)))).toEqual([[1200, 2000]]);
  });

  test("without a start take the end and the words along", () => {
    const state = after(line(), time("start", null));
    expect(times(state)).toEqual([[null, null]]);
    expect(words(state)).toEqual(["Mưa@", "rơi@"]);
    expect(times(after(state, time("end", 900)))).toEqual([[null, null]]);
  });
});

describe("a changed text", () => {
  const typed = (marked: string, text: string, language: string | null = "vi") =>
    words(after(editing([aLine(marked, [100])], language), { type: "text", line: 0, text }));

  test("keeps the times of words that stay", () => {
    expect(typed("Mưa@100 rơi@200 mãi@300", "Mưa vẫn rơi mãi")).toEqual(["Mưa@100", "vẫn@", "rơi@200", "mãi@300"]);
    expect(typed("Mưa@100 rơi@200 mãi@300", "Mưa mãi")).toEqual(["Mưa@100", "mãi@300"]);
    expect(typed("Mưa@100 rơi@200", "Rồi Mưa rơi")).toEqual(["Rồi@", "Mưa@100", "rơi@200"]);
  });

  test("keeps the time of a corrected word", () => {
    expect(typed("Mưa@100 roi@200 mãi@300", "Mưa rơi mãi")).toEqual(["Mưa@100", "rơi@200", "mãi@300"]);
    expect(typed("Mua@100 rơi@200", "Mưa rơi")).toEqual(["Mưa@100", "rơi@200"]);
    expect(typed("Mưa@100 rơ@200", "Mưa rơi")).toEqual(["Mưa@100", "rơi@200"]);
  });

  test("takes letters that were added to a word as its own", () => {
    expect(typed("Mưa@100 rơi@200", "Mưa rơirả")).toEqual(["Mưa@100", "rơirả@200"]);
  });

  test("keeps words of languages without blanks", () => {
    expect(typed("雨@100", "雨の歌", "ja")).toEqual(["雨@100", "の@", "歌@"]);
  });

  test("keeps the reading of a word that stays, and not of one that changed", () => {
    const line = aLine("Mưa@100 roi@200", [100]);
    line.words = line.words.map((word) => ({ ...word, reading: "x" }));
    const state = after(editing([line]), { type: "text", line: 0, text: "Mưa rơi" });
    expect(state.document.lines[0]?.words.map(({ reading }) => reading)).toEqual(["x", null]);
  });

  test("remembers words that were deleted and typed again", () => {
    const steps = ["Mưa r", "Mưa ", "Mưa", "Mưa r", "Mưa rơi"];
    const state = after(
      editing([aLine("Mưa@100 rơi@200", [100])]),
      ...steps.map((text): Edit => ({ type: "text", line: 0, text })),
    );
    expect(words(state)).toEqual(["Mưa@100", "rơi@200"]);
    expect(texts(after(state, undo))).toEqual(["Mưa rơi"]);
    expect(after(state, undo).past).toEqual([]);
  });
});

describe("lines", () => {
  test("are added below, and removed", () => {
    const state = after(
      editing([aLine("Mưa"), aLine("Gió")]),
      { type: "add" },
      { type: "text", line: 1, text: "Nắng" },
    );
    expect(texts(state)).toEqual(["Mưa", "Nắng", "Gió"]);
    expect(state.place.line).toBe(1);
    expect(texts(after(state, { type: "remove" }))).toEqual(["Mưa", "Gió"]);
    expect(texts(after(state, undo))).toEqual(["Mưa", "", "Gió"]);
  });

  test("are split with their words; the second starts with its first word", () => {
    const line = aLine("Mưa@1000 rơi@1500 gió@2000 bay@2500", [1000, 3000], {
      translation: "Rain",
      starts_verse: true,
    });
    const state = after(editing([line]), { type: "split", char: 8 });
    expect(texts(state)).toEqual(["Mưa rơi", "gió bay"]);
    expect(times(state)).toEqual([
      [1000, null],
      [2000, 3000],
    ]);
    expect(words(state, 1)).toEqual(["gió@2000", "bay@2500"]);
    expect(state.document.lines.map(({ translation, starts_verse }) => [translation, starts_verse])).toEqual([
      ["Rain", true],
      [null, false],
    ]);
  });

  test("are split within a word", () => {
    const state = after(editing([aLine("Mưa@1000 rơi@1500", [1000, 3000])]), { type: "split", char: 5 });
    expect(texts(state)).toEqual(["Mưa r", "ơi"]);
    expect(words(state)).toEqual(["Mưa@1000", "r@1500"]);
    expect(words(state, 1)).toEqual(["ơi@"]);
    expect(times(state)).toEqual([
      [1000, 3000],
      [null, null],
    ]);
  });

  test("are not split where one would be empty", () => {
    const state = editing([aLine("Mưa rơi")]);
    for (const char of [0, 7]) expect(after(state, { type: "split", char })).toBe(state);
  });

  test("are joined with their words, layers and end", () => {
    const lines = [
      aLine("Mưa@1000 rơi@1500", [1000], { translation: "Rain" }),
      aLine("gió bay", [2000, 3000], { translation: "falls" }),
    ];
    const state = after(editing(lines), { type: "join" });
    expect(texts(state)).toEqual(["Mưa rơi gió bay"]);
    expect(words(state)).toEqual(["Mưa@1000", "rơi@1500", "gió@2000", "bay@"]);
    expect(times(state)).toEqual([[1000, 3000]]);
    expect(state.document.lines[0]?.translation).toBe("Rain falls");
  });

  test("are joined without a blank where their script has none", () => {
    expect(texts(after(editing([aLine("雨の"), aLine("歌")], "ja"), { type: "join" }))).toEqual(["雨の歌"]);
    expect(texts(after(editing([aLine("비가"), aLine("온다")], "ko"), { type: "join" }))).toEqual(["비가 온다"]);
  });

  test("are not joined to one that is too long, and the last one not at all", () => {
    const state = editing([aLine("a".repeat(300)), aLine("b".repeat(300))]);
    expect(after(state, { type: "join" })).toBe(state);
    const last = after(state, { type: "select", line: 1 });
    expect(after(last, { type: "join" })).toBe(last);
  });

  test("joined out of order lose the times of words that go back", () => {
    const lines = [aLine("Mưa@5000", [5000]), aLine("gió@1000", [1000])];
    expect(words(after(editing(lines), { type: "join" }))).toEqual(["Mưa@5000", "gió@"]);
  });

  test("are not more than the most", () => {
    const state = editing(Array.from({ length: maxLines }, () => aLine("Mưa rơi")));
    expect(after(state, { type: "add" })).toBe(state);
    expect(after(state, { type: "split", char: 3 })).toBe(state);
  });
});

describe("words", () => {
  test("are split, and joined again", () => {
    const state = after(editing([aLine("Mưa@1000 rơi@1500", [1000])]), toWords, { type: "splitWord", char: 1 });
    expect(words(state)).toEqual(["M@1000", "ưa@", "rơi@1500"]);
    expect(words(after(state, { type: "joinWord" }))).toEqual(["Mưa@1000", "rơi@1500"]);
    expect(words(after(state, { type: "select", line: 0, word: 1 }, { type: "joinWord" }))).toEqual([
      "M@1000",
      "ưa rơi@1500",
    ]);
  });

  test("are cut before they are split in a line that has none", () => {
    expect(words(after(editing([aLine("Mưa rơi")]), toWords, { type: "splitWord", char: 2 }))).toEqual([
      "Mư@",
      "a@",
      "rơi@",
    ]);
  });

  test("join their readings, with the text of one that has none", () => {
    const line = aLine("聞@100", [100]);
    line.text = "聞こえる";
    line.words = [{ ...aWord(0, 1, 100), reading: "き" }, aWord(1, 4)];
    const first: Edit = { type: "select", line: 0, word: 0 };
    const state = after(editing([line], "ja"), toWords, first, { type: "joinWord" });
    expect(state.document.lines[0]?.words).toEqual([{ ...aWord(0, 4, 100), reading: "きこえる" }]);
  });

  test("have a reading and a meaning of their own", () => {
    const state = after(editing([aLine("Mưa rơi")]), { type: "word", line: 0, word: 1, values: { meaning: "falls" } });
    expect(state.document.lines[0]?.words[1]).toMatchObject({ meaning: "falls", start_ms: null });
  });

  test("are timed from the first one without a time on", () => {
    const half = aLine("Mưa@1000 rơi hoài", [1000]);
    expect(after(editing([half]), toWords).place.word).toBe(1);
    expect(after(editing([aLine("Mưa@1000 rơi@1500", [1000])]), toWords).place.word).toBe(0);
  });

  test("are walked through over the ends of lines", () => {
    const next: Edit = { type: "move", by: 1, unit: "word" };
    const state = after(editing([aLine("Mưa rơi"), aLine("Gió")]), toWords, next, next);
    expect(state.place).toMatchObject({ line: 1, word: 0 });
    expect(after(state, { type: "move", by: -1, unit: "word" }).place).toMatchObject({ line: 0, word: 1 });
    expect(wordsAt(state.document, 1)).toHaveLength(1);
  });
});

describe("the history", () => {
  test("brings back document and place, and forgets what was undone once something else is done", () => {
    const state = after(editing([aLine("Mưa"), aLine("Gió")]), stamp(1000), stamp(2000), undo);
    expect(state.place.line).toBe(1);
    expect(times(after(state, redo))[1]).toEqual([2000, null]);
    const other = after(state, stamp(2222));
    expect(after(other, redo)).toBe(other);
    expect(times(after(other, undo, undo, redo, redo))).toEqual([
      [1000, null],
      [2222, null],
    ]);
  });

  test("undoes an import and a change of the language", () => {
    const start = editing([aLine("Mưa")]);
    const state = after(
      start,
      { type: "replace", document: aDocument([aLine("Khác", [5])]) },
      { type: "languages", values: { language: "en" } },
    );
    expect(state.document.language).toBe("en");
    expect(after(state, undo, undo).document).toBe(start.document);
  });

  test("keeps the last 500 steps", () => {
    let state = editing([aLine("Mưa"), aLine("Gió")]);
    for (let ms = 0; ms < 600; ms++) state = after(state, { type: "select", line: 0 }, stamp(ms));
    expect(state.past).toHaveLength(500);
  });

  test("starts at the first line without a time", () => {
    expect(startEditing(aDocument([aLine("Mưa", [1]), aLine("Gió")])).place.line).toBe(1);
  });
});

test("whatever is done, the server takes the document", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const pool = ["Mưa rơi trên phố", "雨の歌が聞こえる夜に", "Gió", "♪", "a b c d e f"];
  for (let round = 0; round < 60; round++) {
    let state = editing(
      pool.map((text) => aLine(text)),
      ["vi", "ja", null][round % 3],
    );
    for (let step = 0; step < 120; step++) {
      const line = random(state.document.lines.length + 1);
      const word = random(6);
      const border = random(2) ? "start" : "end";
      const ms = random(20_000);
      const by = random(4000) - 2000;
      const edits: Edit[] = [
        { type: "select", line, word, border },
        { type: "mode", unit: random(2) ? "line" : "word" },
        stamp(ms),
        stamp(ms),
        { type: "release", line, word: null, ms },
        { type: "nudge", by, durationMs: 0 },
        { type: "drag", border, ms, durationMs: random(2) ? 15_000 : 0 },
        { type: "time", line, word: random(2) ? null : word, border, ms: random(5) ? ms : null },
        { type: "text", line, text: `${pool[random(pool.length)]}${random(9)}` },
        { type: "split", char: random(12) },
        { type: "join" },
        { type: "splitWord", char: random(12) },
        { type: "joinWord" },
        { type: "shift", from: line, by },
        { type: "back" },
        { type: "clear" },
        undo,
        redo,
      ];
      state = edit(state, edits[random(edits.length)] as Edit);
      const checked = LinesDocumentBody.safeParse(state.document);
      expect(checked.error?.issues ?? []).toEqual([]);
    }
  }
});
