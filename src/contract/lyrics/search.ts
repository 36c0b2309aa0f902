/** Words of lyrics as a search compares them: line by line, without marks and signs (docs/rooms/catalogue.md#search). */
import type { LyricsHit } from "#contract/catalogue.ts";
import { fold } from "#contract/fold.ts";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { lyricLines } from "#contract/lyrics/lyric-lines.ts";
import { lyricsText } from "#contract/lyrics/lyrics-text.ts";

/** The index of a song's lyrics, derived from its lyrics and its published lines. */
export interface LyricsIndex {
  /** The words of the rows, each after a blank; rows that are sung again stand once, and no run of words goes on in the next row. */
  search_text: string;
  /** For each line, the number of its row in the lyrics and its start in milliseconds, as JSON; null without published lines. */
  lines: string | null;
}

type LineStart = readonly [row: number, startMs: number | null];

/** Stands between two rows; no word has it. */
const rowEnd = " ¶";
/** Letters without blanks from which on lyrics are searched: shorter texts would find nearly all songs. */
const minLetters = 3;
/** The same of letters that are words by themselves. */
const minSigns = 2;
/** Letters that a reply shows before and after what was found. */
const shownBefore = 60;
const shownAfter = 120;

const apostrophe = /['’ʼ`´]/u;
const everyApostrophe = new RegExp(apostrophe, "gu");
const noWord = /[^\p{L}\p{N}]+/gu;
/** A longer run of letters is cut, since databases limit the length of a word. */
const longWord = /\S{60}(?=\S)/gu;
/** Letters of languages that put no blanks between words. */
const sign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Returns the words of a text, folded, with a blank before each. */
function wordsOf(text: string): string {
  const words = fold(text)
    .replace(everyApostrophe, "")
    .replace(sign, " $& ")
    .replace(noWord, " ")
    .replace(longWord, "$& ")
    .trim();
  return words === "" ? "" : ` ${words}`;
}

/** Returns the words that a search looks for in lyrics, each after a blank; undefined for a search that is too short. */
export function searchedWords(search: string): string | undefined {
  const words = wordsOf(search);
  const isLong = words.replaceAll(" ", "").length >= minLetters || (words.match(sign)?.length ?? 0) >= minSigns;
  return isLong ? words : undefined;
}

const rowsOf = (lyrics: string) => lyrics.trim().split("\n");

/** @param published the published lines, whose text the lyrics are. */
export function lyricsIndex(lyrics: string, published: LineDocument | undefined): LyricsIndex {
  const rows = new Set(rowsOf(published ? lyricsText(published) : lyrics).map(wordsOf));
  rows.delete("");
  return {
    search_text: [...rows].join(rowEnd),
    lines: published ? JSON.stringify(startsOf(published)) : null,
  };
}

function startsOf({ lines }: LineDocument): LineStart[] {
  let row = 0;
  return lines.map(({ starts_verse, reading, translation, start_ms }, place) => {
    const own = row + (starts_verse && place > 0 ? 1 : 0);
    row = own + 1 + (reading ? 1 : 0) + (translation ? 1 : 0);
    return [own, start_ms];
  });
}

/** Returns where words stand in lyrics for the first time. @param lines as in `LyricsIndex` */
export function lyricsHit(words: string, lyrics: string, lines: string | null): LyricsHit | null {
  const rows = rowsOf(lyrics);
  const found = rows.findIndex((row) => wordsOf(row).includes(words));
  const part = found < 0 ? undefined : partOf(rows[found] ?? "", words);
  if (!part) return null;
  const layers = lyricLines(lyrics);
  const starts = lines === null ? undefined : (JSON.parse(lines) as LineStart[]);
  const [own, start_ms] = starts?.findLast(([row]) => row <= found) ?? [
    layers.findLastIndex(({ layer, text }, row) => row <= found && layer === "words" && text !== ""),
    null,
  ];
  const lang = layers[found]?.lang ?? null;
  const sung = own === found || own < 0 ? null : { text: (rows[own] ?? "").trim(), lang: layers[own]?.lang ?? null };
  return { ...part, lang, sung, start_ms };
}

/** Returns a row in three parts, the second one with the words; undefined when they are not in it. */
function partOf(row: string, words: string): Pick<LyricsHit, "before" | "found" | "after"> | undefined {
  let text = " ";
  /** For each letter of `text`, where its sign begins and ends in the row. */
  const places: [from: number, to: number][] = [[0, 0]];
  let place = 0;
  for (const letter of row) {
    const from = place;
    place += letter.length;
    const folded = fold(letter);
    // Marks, and signs of no width, belong to the letter before them.
    if (folded === "" && /[\p{M}\p{Cf}]/u.test(letter)) {
      const last = places.at(-1);
      if (last && text.at(-1) !== " ") last[1] = place;
      continue;
    }
    if (apostrophe.test(letter)) continue;
    const added = folded.replace(sign, " $& ").replace(noWord, " ") || " ";
    for (const unit of added) {
      if (unit === " " && text.endsWith(" ")) continue;
      text += unit;
      for (let index = 0; index < unit.length; index++) places.push([from, place]);
    }
  }
  const at = text.indexOf(words);
  const first = places[at + 1];
  const last = places[at + words.length - 1];
  if (at < 0 || !first || !last) return undefined;
  return {
    before: shortened(row.slice(0, first[0]).trimStart(), -shownBefore),
    found: row.slice(first[0], last[1]),
    after: shortened(row.slice(last[1]).trimEnd(), shownAfter),
  };
}

/** Returns the beginning of a text, or with a negative number its end, cut between two words. */
function shortened(text: string, letters: number): string {
  if (text.length <= Math.abs(letters)) return text;
  return letters < 0
    ? `…${text.slice(letters).replace(/^\S*/, "").toWellFormed()}`
    : `${text.slice(0, letters).replace(/\S*$/, "").toWellFormed().trimEnd()}…`;
}
