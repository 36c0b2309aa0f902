import { describe, expect, it } from "vitest";
import { type LineDocument, plainLine } from "../lyrics/document.ts";
import { isAlike, plain } from "./answers.ts";
import { choicesOf } from "./choices.ts";
import { gapsOf } from "./gaps.ts";
import { mixedLinesOf, rightPlaces } from "./order.ts";
import { levels, streakOf } from "./rounds.ts";
import { newSeed, seedPattern } from "./seeded.ts";
import { exerciseWords } from "./words.ts";

const texts = [
  "Good morning, little sun",
  "Good morning, everyone",
  "I wake up and find my sock",
  "I wash my face and comb my hair",
  "The birds are singing everywhere",
  "Good morning, little sun",
  "La la la",
  "The kettle sings, the window glows",
  "And everybody wiggles toes",
];
const song: LineDocument = {
  language: "en",
  reading_language: null,
  translation_language: null,
  lines: texts.map((text) => plainLine(text)),
  glossary: ["kettle", "comb", "sock", "hair"].map((word) => ({ word, reading: null, meaning: null, note: null })),
};
const all = exerciseWords(song).flat();
const placesOf = (document: LineDocument, level: (typeof levels)[number], seed: string) =>
  gapsOf(document, level, seed).map(({ line, place }) => `${line}.${place}`);
const seeds = Array.from({ length: 40 }, (_, n) => `s${n.toString(36)}`);

describe("the gaps", () => {
  it.each(levels)("at %i %% are that share of the words, in the order of the song", (level) => {
    const gaps = gapsOf(song, level, "abc");
    expect(gaps).toHaveLength(Math.round((all.length * level) / 100));
    expect(gaps).toEqual(gaps.toSorted((a, b) => a.line - b.line || a.place - b.place));
  });

  it("are the same for the same seed, for ever", () => {
    expect(placesOf(song, 10, "abc")).toEqual(["2.6", "3.5", "7.5", "8.2"]);
    expect(placesOf(structuredClone(song), 10, "abc")).toEqual(placesOf(song, 10, "abc"));
  });

  it("are others for another seed", () => {
    expect(new Set(seeds.map((seed) => placesOf(song, 30, seed).join())).size).toBeGreaterThan(30);
  });

  it("never are the first word of a line at the easiest level", () => {
    for (const seed of seeds) expect(gapsOf(song, 10, seed).filter(({ place }) => place === 0)).toEqual([]);
    expect(seeds.some((seed) => gapsOf(song, 50, seed).some(({ place }) => place === 0))).toBe(true);
  });

  it("take words of the glossary for a half, and rare ones before common ones", () => {
    for (const seed of seeds) {
      const words = gapsOf(song, 10, seed).map(({ text }) => text);
      expect(words.filter((word) => song.glossary.some((entry) => entry.word === word)).length).toBeGreaterThanOrEqual(
        2,
      );
      for (const common of ["morning", "la", "my", "and", "little", "sun"]) expect(words).not.toContain(common);
    }
  });

  it("are spread over the lines", () => {
    for (const seed of seeds) {
      const lines = gapsOf(song, 10, seed).map(({ line }) => line);
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  it("of a song that is too short are what there is", () => {
    const short = (text: string) => gapsOf({ ...song, lines: [plainLine(text)] }, 10, "a").map((gap) => gap.text);
    expect(short("Hello")).toEqual([]);
    expect(short("Hello you")).toEqual(["you"]);
    expect(short("…")).toEqual([]);
  });
});

describe("the choices of a gap", () => {
  it("are four, with the right one, none alike another, and the same for the same seed", () => {
    for (const seed of seeds.slice(0, 8)) {
      for (const gap of gapsOf(song, 50, seed)) {
        const choices = choicesOf(gap, all, seed);
        expect(choices).toHaveLength(4);
        expect(choices).toContain(gap.text.toLowerCase());
        expect(choices.join(" ")).toBe(choices.join(" ").toLowerCase());
        expect(new Set(choices.map(plain)).size).toBe(4);
        expect(choicesOf(gap, all, seed)).toEqual(choices);
      }
    }
  });

  it("stand at any place", () => {
    const [gap] = gapsOf(song, 10, "a");
    const places = seeds.map((seed) => choicesOf(gap as never, all, seed).indexOf(gap?.text.toLowerCase() ?? ""));
    expect(new Set(places)).toEqual(new Set([0, 1, 2, 3]));
  });

  it("are of the same kind: script and length", () => {
    const lines = ["雨 が ame futte", "君を 想う 夜に tokyo 12 34"].map((text) => plainLine(text));
    const words = exerciseWords({ ...song, language: "vi", lines }).flat();
    const gap = words.find(({ text }) => text === "ame");
    expect(choicesOf(gap as never, words, "a").filter((choice) => /^[a-z]+$/.test(choice))).toHaveLength(3);
  });

  it("are of the same kind: words of the glossary beside each other", () => {
    const glossary = ["gió", "trăng", "sương"].map((word) => ({ word, reading: null, meaning: null, note: null }));
    const lines = ["mây gió bay qua núi", "em ơi trăng sương rơi hoài"].map((text) => plainLine(text));
    const words = exerciseWords({ ...song, language: "vi", lines, glossary }).flat();
    const gap = words.find(({ text }) => text === "gió");
    const chosen = new Set(seeds.flatMap((seed) => choicesOf(gap as never, words, seed)));
    expect(chosen.has("trăng")).toBe(true);
  });

  it("never hold two that are right but for marks", () => {
    const lines = ["mưa mùa múa gió", "mua nắng Mưa sương"].map((text) => plainLine(text));
    const words = exerciseWords({ ...song, language: "vi", lines }).flat();
    const choices = choicesOf(words[0] as never, words, "a");
    expect(choices.toSorted()).toEqual(["gió", "mưa", "nắng", "sương"]);
    expect(choices.filter((text) => isAlike({ text, reading: null }, { text: "mưa", reading: null }))).toEqual(["mưa"]);
  });

  it("are fewer in a song of few words", () => {
    const words = exerciseWords({ ...song, lines: [plainLine("Hello you, hello")] }).flat();
    expect(choicesOf(words[1] as never, words, "a").toSorted()).toEqual(["hello", "you"]);
  });
});

describe("the lines to put in order", () => {
  it.each(levels)("at %i %% are that share of the lines with two different words", (level) => {
    const lines = mixedLinesOf(song, level, "abc");
    expect(lines).toHaveLength(Math.max(1, Math.round((8 * level) / 100)));
    expect(lines.map(({ line }) => line)).not.toContain(6);
    expect(lines).toEqual(lines.toSorted((a, b) => a.line - b.line));
  });

  it("never are in order already, and the same for the same seed", () => {
    for (const seed of seeds) {
      for (const each of mixedLinesOf(song, 100, seed)) {
        expect(each.mixed.toSorted((a, b) => a.place - b.place)).toEqual(each.words);
        expect(rightPlaces(each, each.mixed)).toContain(false);
      }
      expect(mixedLinesOf(song, 50, seed)).toEqual(mixedLinesOf(song, 50, seed));
    }
    const two = { ...song, lines: [plainLine("la La you")] };
    for (const seed of seeds) {
      for (const each of mixedLinesOf(two, 100, seed)) expect(rightPlaces(each, each.mixed)).toContain(false);
    }
  });

  it("take a line that comes again last", () => {
    for (const seed of seeds) {
      const lines = mixedLinesOf(song, 50, seed).map(({ line }) => texts[line]);
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  it("leave out lines of too many words", () => {
    const long = Array.from({ length: 15 }, (_, n) => `w${n}`).join(" ");
    expect(mixedLinesOf({ ...song, lines: [plainLine(long)] }, 100, "a")).toEqual([]);
  });

  it("take the same word at either of its places", () => {
    const [line] = mixedLinesOf({ ...song, lines: [plainLine("go, little one, go")] }, 100, "a");
    const [first, second, third, fourth] = line?.words ?? [];
    expect(rightPlaces(line as never, [fourth, second, third, first] as never)).toEqual([true, true, true, true]);
    expect(rightPlaces(line as never, [second, first, third] as never)).toEqual([false, false, true, false]);
  });
});

describe("the streak", () => {
  it.each([
    ["no day", [], 0],
    ["today", ["2026-03-01"], 1],
    ["yesterday", ["2026-02-28"], 1],
    ["the day before yesterday", ["2026-02-27"], 0],
    ["days in a row over the end of a month", ["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01"], 4],
    ["days in a row with a hole", ["2026-02-26", "2026-02-28", "2026-03-01"], 2],
    ["a day twice and in any order", ["2026-03-01", "2026-02-28", "2026-03-01"], 2],
    ["a day that is still to come", ["2026-03-02"], 0],
  ] as const)("of %s", (_days, days, streak) => {
    expect(streakOf(days, "2026-03-01")).toBe(streak);
  });
});

it("a new seed fits into a link", () => {
  for (const value of [0, 0.000_001, 0.5, 0.999_999_999]) expect(newSeed(() => value)).toMatch(seedPattern);
});
