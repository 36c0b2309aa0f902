import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type LineDocument, lineOutOfOrder, plainLine, type SongLine } from "./document.ts";
import { guessTimes } from "./guess-times.ts";
import { linesOfText } from "./lyrics-text.ts";

const document = (...lines: SongLine[]): LineDocument => ({
  language: "vi",
  reading_language: null,
  translation_language: null,
  lines,
  glossary: [],
});
const at = (text: string, start_ms: number, end_ms: number | null = null) => ({ ...plainLine(text), start_ms, end_ms });
const times = (given: LineDocument, peaks: number[], ms: number) =>
  guessTimes(given, peaks, ms).lines.map(({ start_ms, end_ms }) => [start_ms, end_ms]);
const level = (seconds: number, peak: number) => Array.from({ length: seconds }, () => peak);

describe("guessTimes", () => {
  it("spreads lines over the song by their letters", () => {
    const given = document(plainLine("ab"), plainLine("abcdefghijkl"), plainLine("ab"));
    expect(times(given, level(40, 50), 40_000)).toEqual([
      [0, null],
      [10_000, null],
      [30_000, 40_000],
    ]);
  });

  it("begins after a quiet opening, and ends before a quiet end", () => {
    const peaks = [...level(5, 20), ...level(40, 80), ...level(5, 10)];
    expect(times(document(plainLine("ab"), plainLine("cd")), peaks, 50_000)).toEqual([
      [5000, null],
      [25_000, 45_000],
    ]);
  });

  it("begins a verse after the quiet place near it, and ends the one above before it", () => {
    const peaks = [...level(18, 80), 5, ...level(21, 80)];
    const given = document(plainLine("ab"), plainLine("cd"), plainLine("ef", true), plainLine("gh"));
    const [, second, third] = times(given, peaks, 40_000);
    expect([second?.[1], third?.[0]]).toEqual([18_000, 19_000]);
  });

  it("keeps what has a time, and fills the room between", () => {
    const given = document(
      at("ab", 10_000),
      plainLine("cd"),
      at("ef", 20_000, 25_000),
      plainLine("gh"),
      plainLine("ij"),
    );
    expect(times(given, level(45, 50), 45_000)).toEqual([
      [10_000, null],
      [15_000, null],
      [20_000, 25_000],
      [25_000, null],
      [35_000, 45_000],
    ]);
    expect(times(document(plainLine("ab"), plainLine("cd"), at("ef", 8000)), [50], 40_000).slice(0, 2)).toEqual([
      [0, null],
      [4000, null],
    ]);
  });

  it("leaves lines without a time where there is no room", () => {
    const given = document(at("ab", 5000, 6000), plainLine("cd"), at("ef", 6000), at("gh", 2000), plainLine("ij"));
    expect(times(given, level(10, 50), 2000)).toEqual([
      [5000, 6000],
      [null, null],
      [6000, null],
      [2000, null],
      [null, null],
    ]);
    expect(times(document(plainLine("ab")), [], 0)).toEqual([[null, null]]);
    expect(times(document(), [], 10_000)).toEqual([]);
  });

  it("takes a song for loud whose waveform is not known, or silent", () => {
    for (const peaks of [[], level(20, 0)]) {
      expect(times(document(plainLine("ab"), plainLine("cd")), peaks, 20_000)).toEqual([
        [0, null],
        [10_000, 20_000],
      ]);
    }
  });

  it("comes near the demo's tunes: half of the lines within a second and a half", () => {
    const demo = (file: string) => JSON.parse(readFileSync(`demo/${file}`, "utf8"));
    const waveforms: Record<string, number[]> = demo("waveforms.json");
    const sung: Record<string, [number][]> = demo("lines.json");
    const songs: { slug: string; lyrics: string; duration: number }[] = demo("catalogue.json").songs;
    const misses = songs.flatMap(({ slug, lyrics, duration }) => {
      const guessed = guessTimes(linesOfText(lyrics).document, waveforms[slug] ?? [], duration * 1000);
      expect(lineOutOfOrder(guessed), slug).toBeUndefined();
      return guessed.lines.map(({ start_ms }, place) => Math.abs((start_ms ?? 1e6) - (sung[slug]?.[place]?.[0] ?? 0)));
    });
    misses.sort((a, b) => a - b);
    expect(misses[Math.floor(misses.length / 2)]).toBeLessThan(1500);
    expect(misses.at(-1)).toBeLessThan(9000);
  });

  it("is quick for the longest song", () => {
    const lines = Array.from({ length: 2000 }, (_, place) => plainLine("Một câu hát dài vừa phải", place % 4 === 0));
    const guessed = guessTimes(document(...lines), level(96, 50), 86_400_000);
    expect(lineOutOfOrder(guessed)).toBeUndefined();
  });
});
