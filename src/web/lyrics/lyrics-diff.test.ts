import { expect, it } from "vitest";
import { type DiffLine, diffLyrics } from "./lyrics-diff.ts";

const signs = { same: "", added: "+", removed: "-" } as const;
const shown = (lines: readonly DiffLine[]) =>
  lines.map((line) => line.map(({ kind, text }) => (kind === "same" ? text : `[${signs[kind]}${text}]`)).join(""));

it.each([
  ["nothing", "một\nhai", "một\nhai", ["một", "hai"]],
  ["a new last line", "một", "một\nhai", ["một", "[+hai]"]],
  ["a line that is gone", "một\nhai\nba", "một\nba", ["một", "[-hai]", "ba"]],
  ["a new verse", "một", "một\n\nhai", ["một", "[+]", "[+hai]"]],
  [
    "a word in a line",
    "Mẹ ngồi bên hiên vắng\nNhớ tiếng mẹ ầu ơ",
    "Mẹ ngồi bên hiên nhà\nNhớ tiếng mẹ ầu ơ",
    ["Mẹ ngồi bên hiên [-vắng][+nhà]", "Nhớ tiếng mẹ ầu ơ"],
  ],
  ["a word more", "Mẹ ngồi bên hiên", "Mẹ vẫn ngồi bên hiên", ["Mẹ [+vẫn ]ngồi bên hiên"]],
  ["another line", "Con đi xa lâu quá", "Trưa hè nắng đổ vàng", ["[-Con đi xa lâu quá]", "[+Trưa hè nắng đổ vàng]"]],
  [
    "a line more before one that changes",
    "Nhớ tiếng mẹ ầu ơ",
    "Trưa hè nắng đổ vàng\nNhớ tiếng mẹ à ơi",
    ["[+Trưa hè nắng đổ vàng]", "Nhớ tiếng mẹ [-ầu ơ][+à ơi]"],
  ],
  ["everything", "một", "hai", ["[-một]", "[+hai]"]],
])("tells %s", (_, before, after, lines) => {
  expect(shown(diffLyrics(before, after))).toEqual(lines);
});

it("compares the longest lyrics", () => {
  const lines = (word: string) => Array.from({ length: 300 }, (_, i) => `${word} ${i} trưa hè nắng`).join("\n");
  const words = (word: string) => Array.from({ length: 1600 }, (_, i) => `${word}${i}`).join(" ");
  expect(diffLyrics(lines("mưa"), lines("nắng"))).toHaveLength(300);
  expect(diffLyrics(words("a"), words("b"))).toHaveLength(2);
});
