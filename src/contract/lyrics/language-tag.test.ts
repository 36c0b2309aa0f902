import { expect, test } from "vitest";
import { LinesDocumentBody } from "../song-lines.ts";
import { readLyrics } from "./formats.ts";
import { languageTag } from "./language-tag.ts";
import { cutWords } from "./words.ts";

const refused = ["", "Vietnamese", "Thai", "vi-a", "abcd", "v", "vi-VN-x"];

test("a language tag is written as BCP 47 has it, or is none", () => {
  expect(["vi_VN", " zh-hans ", "EN"].map(languageTag)).toEqual(["vi-VN", "zh-Hans", "en"]);
  expect(refused.map(languageTag)).toEqual(refused.map(() => null));
});

test("of a file, of a save and of words a tag that can't be used counts for nothing", () => {
  const vtt = (language: string) => `WEBVTT\nLanguage: ${language}\n\n00:01.000 --> 00:04.000\nMưa rơi`;
  const { document } = readLyrics(vtt("vi_VN"));
  expect(document.language).toBe("vi-VN");
  for (const language of refused) {
    expect(readLyrics(vtt(language)).document.language, "as its words tell").toBe("vi");
    expect(LinesDocumentBody.safeParse({ ...document, language }).success, language).toBe(false);
    expect(cutWords("Mưa rơi", language), language).toHaveLength(2);
  }
  expect(LinesDocumentBody.safeParse(document).success).toBe(true);
});
