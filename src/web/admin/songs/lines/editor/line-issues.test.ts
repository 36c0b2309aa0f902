import { expect, test } from "vitest";
import { type LineDocument, plainLine, type SongLine } from "#contract/lyrics/document.ts";
import { lineIssues } from "./line-issues.ts";

const line = (start_ms: number | null, end_ms: number | null = null, words: SongLine["words"] = []): SongLine => {
  return { ...plainLine("Mưa"), start_ms, end_ms, words };
};
const word = (start_ms: number) => [
  { start_char: 0, end_char: 3, start_ms, end_ms: null, reading: null, meaning: null },
];
function issuesOf(lines: SongLine[], durationMs = 0) {
  const document: LineDocument = {
    language: null,
    reading_language: null,
    translation_language: null,
    lines,
    glossary: [],
  };
  return lineIssues(document, durationMs).map(({ line, text, isBlocking }) => [line, text, isBlocking]);
}

test("lines in order, open or ended, have none", () => {
  expect(issuesOf([line(0), line(1000, 2000), line(null), line(2000)], 5000)).toEqual([]);
});

test("lines over each other are odd, lines out of order keep from publishing", () => {
  expect(issuesOf([line(0, 1500), line(null), line(1000), line(500)])).toEqual([
    [0, "kết thúc sau khi dòng 3 bắt đầu", false],
    [3, "bắt đầu trước dòng 3", true],
  ]);
});

test("lines without a text, after the song, and with words outside of them are odd", () => {
  expect(issuesOf([plainLine(" "), line(1000, 2000, word(2500)), line(9000)], 8000)).toEqual([
    [0, "chưa có chữ nên chưa được lưu", false],
    [1, "có từ nằm ngoài giờ của dòng", false],
    [2, "nằm sau khi bài kết thúc (0:08)", false],
  ]);
});
