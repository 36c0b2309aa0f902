import { expect, test } from "vitest";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { track } from "#test/media.ts";
import { learnSongOf } from "./use-learn-song.ts";

const document: LineDocument = {
  language: "vi",
  reading_language: null,
  translation_language: null,
  lines: [plainLine("Không có thời gian"), { ...plainLine("Sáng nay"), start_ms: 2000, end_ms: 5000 }],
  glossary: [],
};

test("learns with the lines that have times", () => {
  const learned = learnSongOf(track(7), document);
  expect(learned?.lines.map(({ line, start, end }) => [line.text, start, end])).toEqual([["Sáng nay", 2000, 5000]]);
});

test("has nothing to learn in lines without times", () => {
  expect(learnSongOf(track(7), { ...document, lines: [plainLine("Sáng nay")] })).toBeUndefined();
});
