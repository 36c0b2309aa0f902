import { expect, it } from "vitest";
import { plainLine } from "./document.ts";
import { glossaryCandidates } from "./glossary-candidates.ts";
import { linesOfText } from "./lyrics-text.ts";

const words = (text: string, glossary: string[] = [], language = "en") =>
  glossaryCandidates({
    ...linesOfText(text).document,
    language,
    glossary: glossary.map((word) => ({ word, reading: null, meaning: null, note: null })),
  }).map(({ word, count }) => `${word} ${count}`);

it("are the rarest first, without what the glossary has", () => {
  expect(words("Good morning, little sun\nGood night, little moon\ngood 99 times, I", ["SUN"])).toEqual([
    "morning 1",
    "night 1",
    "times 1",
    "moon 1",
    "little 2",
    "good 3",
  ]);
});

it("leave out particles", () => {
  expect(words("雨の歌が聞こえる", [], "ja")).toEqual(["聞こえる 1", "雨 1", "歌 1"]);
});

it("bring along the reading and the meaning of a place that has them", () => {
  const word = { start_char: 0, end_char: 1, start_ms: null, end_ms: null, reading: null, meaning: null };
  const document = {
    ...linesOfText("").document,
    lines: [
      { ...plainLine("雨"), words: [word] },
      { ...plainLine("雨"), words: [{ ...word, reading: "あめ", meaning: "mưa" }] },
    ],
  };
  expect(glossaryCandidates(document)).toEqual([{ word: "雨", reading: "あめ", meaning: "mưa", count: 2 }]);
});
