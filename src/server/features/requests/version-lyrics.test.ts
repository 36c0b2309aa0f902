import { expect, it } from "vitest";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { versionLyrics } from "./version-lyrics.ts";

const lrc = "[00:01.00]À ơi\n[00:03.50]Má ru con ngủ";
const { document } = readLyrics(lrc);
const text = "À ơi\nMá ru con ngủ";
const timed = { lyrics: text, lines: JSON.stringify(document) };

it.each([
  ["a text stays as it is", text, null, { lyrics: text, lines: null }],
  ["nothing stays nothing", null, null, { lyrics: null, lines: null }],
  ["a timed text becomes text and lines", lrc, null, timed],
  ["a text takes the times of the file's tags", text, document, timed],
  ["tags stand in for a text", null, document, timed],
  ["tags of other words are left alone", "Lời khác", document, { lyrics: "Lời khác", lines: null }],
  ["a pasted time goes before that of the tags", lrc, readLyrics("[00:09.00]Khác").document, timed],
])("%s", (_name, given, tagged, kept) => {
  expect(versionLyrics(given, tagged)).toEqual(kept);
});

it("refuses a format with times that is not read, by its name", () => {
  expect(() => versionLyrics("[1000,3000](1000,500,0)À (1500,500,0)ơi", null)).toThrow("định dạng YRC (NetEase)");
});

it("refuses a text that is too long, whatever its times take", () => {
  expect(versionLyrics(`[00:01.00]${"a ".repeat(200)}\n`.repeat(20), null).lyrics?.length).toBeLessThan(10_000);
  expect(() => versionLyrics("a".repeat(10_001), null)).toThrow("10000 ký tự");
});
