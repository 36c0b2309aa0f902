/** The common parts of the readers of all formats: lines made of timed pieces, times of a clock, and the document that is made of the rows of a file. */
import {
  type LineDocument,
  type LineLanguages,
  type LineWord,
  maxDocument,
  maxLineMs,
  maxLines,
  maxLineText,
  maxLineWords,
  maxShortText,
  plainLine,
  type SongLine,
} from "./document.ts";
import { isScript, type LyricLine, lyricLines } from "./lyric-lines.ts";
import {
  cutLine,
  fitText,
  isBracketed,
  languagesOf,
  type Oddity,
  tooManyLines,
  vietnamese,
  withoutBrackets,
} from "./lyrics-text.ts";

/** A line as a file has it, before layers are told apart. */
export interface Row extends SongLine {
  /** Number of its line in the file, from 1. */
  source: number;
  /** Rows of one cue of subtitles are one line, unless they are layers of each other. */
  cue?: number;
}

/** A piece of a line. */
export interface Piece {
  text: string;
  start: number | null;
  end?: number | null;
  reading?: string | null;
}

/** Those that a file tells. With the language of a translation it has one below each line that is translated. */
export type Languages = Partial<LineLanguages>;

/** BCP 47 for a translation into a language that is not told. */
export const unknownLanguage = "und";

/** Notes what is odd about a file, up to a number of places. */
export interface Notes {
  readonly list: Oddity[];
  add(line: number | null, message: string): void;
}

/** The singer of the voices behind a line. */
export const background = "bg";

const maxOddities = 100;
/** Rows of a file that are looked at: a line may have two layers, each a row of its own. */
export const maxRows = 3 * maxLines;

export function createNotes(): Notes {
  const list: Oddity[] = [];
  return {
    list,
    add(line, message) {
      if (list.length < maxOddities) list.push({ line, message });
      else if (list.length === maxOddities)
        list.push({ line: null, message: "Còn những chỗ khác không nêu hết ở đây" });
    },
  };
}

export function emptyRow(source: number, start: number | null = null, end: number | null = null): Row {
  return { ...plainLine(""), source, start_ms: start, end_ms: end };
}

const breaks = /\r\n|[\r\n\u2028]/;
/** Letters of a line of a file that are looked at. */
export const maxRowText = 4 * maxLineText + 100 * maxLineWords;

/** Returns the lines of a file, at most as long as anything in them can be. */
export function fileLines(text: string, notes: Notes): string[] {
  return text.split(breaks).map((line, place) => {
    if (line.length <= maxRowText) return line;
    notes.add(place + 1, cutLine);
    return line.slice(0, maxRowText);
  });
}

/** Returns a text without control characters, runs of blanks as one. */
function clean(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|\ufeff/gu, "")
    .replace(/\s+/g, " ")
    .toWellFormed()
    .normalize("NFC");
}

export const cleanName = (text: string) => clean(text).trim().slice(0, maxShortText).toWellFormed().trim() || null;

/** Joins pieces that begin at once: other tags stood between them. */
function merged(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    const isSame = last !== undefined && piece.start !== null && piece.start === last.start;
    if (isSame && !piece.reading && !last.reading) {
      last.text += piece.text;
      last.end = piece.end ?? last.end ?? null;
    } else all.push({ ...piece });
  }
  return all;
}

/** Returns text and words of a line: a piece with a time or a reading is a word, one of blanks alone ends the word before it. */
export function joinPieces(pieces: readonly Piece[]): Pick<SongLine, "text" | "words"> {
  let text = "";
  const words: LineWord[] = [];
  for (const { text: raw, start, end = null, reading = null } of merged(pieces)) {
    // The rest is cut off anyway.
    if (text.length > 2 * maxLineText) break;
    const piece = clean(raw);
    const added = text === "" || text.endsWith(" ") ? piece.trimStart() : piece;
    const core = piece.trim();
    if (core === "") {
      const last = words.at(-1);
      if (last && start !== null && last.end_ms === null) last.end_ms = start;
    } else if (start !== null || reading !== null) {
      const from = text.length + added.length - added.trimStart().length;
      words.push({
        start_char: from,
        end_char: from + core.length,
        start_ms: start,
        end_ms: end,
        reading: reading === null ? null : cleanName(reading),
        meaning: null,
      });
    }
    text += added;
  }
  return { text: text.trimEnd(), words };
}

/** Returns milliseconds of a fraction of a second: 5, 50 and 500 are half of one. */
export function fraction(digits = ""): number {
  return Number(digits.slice(0, 3).padEnd(3, "0"));
}

/** Returns a time in milliseconds, noted and null where it can't be one of a song. */
export function timeWithin(ms: number, line: number, notes: Notes): number | null {
  if (ms < 0) notes.add(line, "Thời gian âm");
  else if (ms > maxLineMs) notes.add(line, "Thời gian quá 24 giờ");
  else return ms;
  return null;
}

/** Returns the document of a file's rows: in the order of their times, with their layers, and within the limits. */
export function documentOf(rows: readonly Row[], given: Languages, notes: Notes): LineDocument {
  const sung = rows.filter(({ text }) => text !== "");
  const { lines: layered, languages } = withLayers(inOrder(sung), given);
  const lines = withinLimits(layered, notes);
  for (const [place, line] of lines.entries()) {
    // The voices behind a line are heard along with it.
    const next = lines
      .slice(place + 1, place + 4)
      .find(({ start_ms, singer }) => start_ms !== null && singer !== background);
    checkTimes(line, line.singer === background ? undefined : next, notes);
  }
  dropLoneSinger(lines);
  const document = { ...languages, lines: lines.map(withoutSource), glossary: [] };
  if (JSON.stringify(document).length <= maxDocument) return document;
  notes.add(null, "Quá nhiều từ có thời gian, chỉ giữ thời gian của dòng");
  return { ...document, lines: document.lines.map((line) => ({ ...line, words: [] })) };
}

/** Sorts rows by their start; one without a time stays behind the row before it. */
function inOrder(rows: readonly Row[]): Row[] {
  let last = 0;
  return rows
    .map((row) => {
      last = row.start_ms ?? last;
      return { row, at: last };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row);
}

/** Joins rows that are readings or translations of the row above, or go on with its cue. */
function withLayers(rows: readonly Row[], given: Languages): { lines: Row[]; languages: LineLanguages } {
  const isLayered = rows.some(({ reading, translation }) => reading !== null || translation !== null);
  const found = lyricLines(textOf(rows)).filter(({ text }) => text !== "");
  const layers = isLayered ? found : (layersOfTime(rows, given, found) ?? found);
  const lines: Row[] = [];
  for (const [place, row] of rows.entries()) {
    const above = lines.at(-1);
    const layer = isLayered ? "words" : (layers[place]?.layer ?? "words");
    const isBelow = above !== undefined && (row.start_ms === null || row.start_ms === above.start_ms);
    const field = layer === "reading" ? "reading" : "translation";
    if (isBelow && layer !== "words" && above[field] === null) {
      above[field] = withoutBrackets(row.text);
      continue;
    }
    if (layer !== "words") layers[place] = { text: row.text, layer: "words" };
    if (above?.cue !== undefined && above.cue === row.cue && (row.singer === null || row.singer === above.singer))
      append(above, row);
    else lines.push({ ...row });
  }
  const guessed = languagesOf(
    layers === found && !isLayered ? layers : lyricLines(lines.map(({ text }) => text).join("\n")),
  );
  const has = (field: "reading" | "translation") => lines.some((line) => line[field] !== null);
  const language = given.language ?? guessed.language;
  return {
    lines,
    languages: {
      language,
      reading_language: has("reading")
        ? (given.reading_language ?? (language && `${language.split("-")[0]}-Latn`))
        : null,
      translation_language: has("translation") ? translationLanguage(lines, given, layers === found) : null,
    },
  };
}

/** Returns the language of a translation as it is told, else by its letters; of layers that were found by theirs it is Vietnamese. */
function translationLanguage(lines: readonly Row[], given: Languages, isVietnamese: boolean): string | null {
  const told = given.translation_language;
  if (told) return told === unknownLanguage ? null : told;
  if (isVietnamese) return "vi";
  return languagesOf(lyricLines(lines.map(({ translation }) => translation ?? "").join("\n"))).language;
}

/**
 * Returns the layers of rows by their times, for a translation that its letters do not show: in a file that tells its language each row below
 * another at the same time is one; in others most rows of a time are two.
 * @returns undefined where they show nothing
 */
function layersOfTime(rows: readonly Row[], given: Languages, found: readonly LyricLine[]): LyricLine[] | undefined {
  const isTold = Boolean(given.translation_language);
  if (!isTold && (found.some(({ layer }) => layer !== "words") || !areInPairs(rows))) return undefined;
  return rows.map((row, place) => {
    const above = rows[place - 1];
    const isBelow = row.start_ms !== null && above?.start_ms === row.start_ms;
    const layer = !isBelow ? "words" : isTold && isBracketed(row.text) ? "reading" : "meaning";
    return row.start_ms === null ? (found[place] ?? { text: row.text, layer: "words" }) : { text: row.text, layer };
  });
}

/** Share of the times with two rows from which the second is a translation. */
const pairShare = 3 / 4;

/** True where most times have two rows of no singer: of one cue only when their letters are of different kinds. */
function areInPairs(rows: readonly Row[]): boolean {
  const groups: Row[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && row.start_ms !== null && group[0]?.start_ms === row.start_ms) group.push(row);
    else groups.push([row]);
  }
  const pairs = groups.filter((group) => group.length === 2 && group.every(({ singer }) => singer === null));
  if (pairs.length < 2 || pairs.length < pairShare * groups.length) return false;
  const isCue = pairs.some(([first, second]) => first?.cue !== undefined && first.cue === second?.cue);
  const [upper, lower] = [0, 1].map((place) => pairs.map((pair) => pair[place]?.text ?? "")) as [string[], string[]];
  return !isCue || areOfTwoLanguages(upper, lower);
}

/** True for texts of two scripts, and for Latin letters of which one side alone is mostly Vietnamese. */
function areOfTwoLanguages(upper: readonly string[], lower: readonly string[]): boolean {
  const share = (texts: readonly string[], isOf: (text: string) => boolean) => texts.filter(isOf).length / texts.length;
  const [first, second] = [upper, lower].map((texts) =>
    share(texts, isScript) >= pairShare ? (languagesOf(lyricLines(texts.join("\n"))).language ?? "other") : "latin",
  );
  if (first !== second || first !== "latin") return first !== second;
  const marked = (text: string) => vietnamese.test(text.normalize("NFD"));
  return Math.abs(share(upper, marked) - share(lower, marked)) >= 1 / 2;
}

/** Returns the text that shows which rows may be layers of each other: those of one time, and those without a time where that is common. */
function textOf(rows: readonly Row[]): string {
  const untimed = rows.filter(({ start_ms }) => start_ms === null).length;
  const isBelow = ({ start_ms, starts_verse }: Row, above: Row | undefined) =>
    start_ms === null ? !starts_verse && 4 * untimed > rows.length : above?.start_ms === start_ms;
  return rows
    .map((row, place) => (place === 0 || isBelow(row, rows[place - 1]) ? row.text : `\n${row.text}`))
    .join("\n");
}

function append(above: Row, { text, words }: Row): void {
  const shift = above.text.length + 1;
  const moved = words.map((word) => ({
    ...word,
    start_char: word.start_char + shift,
    end_char: word.end_char + shift,
  }));
  above.text = `${above.text} ${text}`;
  above.words = [...above.words, ...moved];
}

function withinLimits(rows: readonly Row[], notes: Notes): Row[] {
  if (rows.length > maxLines) notes.add(rows[maxLines]?.source ?? null, tooManyLines);
  return rows.slice(0, maxLines).map((row) => {
    const fit = (text: string) => fitText(text, row.source, notes.list);
    const text = fit(row.text);
    const words = row.words.filter(({ end_char }) => end_char <= text.length).slice(0, maxLineWords);
    if (words.length < row.words.length) notes.add(row.source, `Chỉ giữ thời gian của ${words.length} từ đầu`);
    return {
      ...row,
      text,
      words,
      reading: row.reading && fit(row.reading),
      translation: row.translation && fit(row.translation),
    };
  });
}

/** Notes times that contradict each other, and leaves out the ends that the next start gives by itself. */
function checkTimes(line: Row, next: Row | undefined, notes: Notes): void {
  const { source, words } = line;
  if (line.end_ms !== null && (line.start_ms === null || line.end_ms < line.start_ms)) {
    notes.add(source, "Kết thúc trước khi bắt đầu");
    line.end_ms = null;
  }
  const nextStart = next?.start_ms ?? null;
  if (line.end_ms !== null && nextStart !== null && line.end_ms > nextStart) {
    notes.add(source, "Chồng lên dòng sau");
  }
  const lastEnd = words.at(-1)?.end_ms ?? null;
  if (line.end_ms === null && lastEnd !== null && lastEnd >= (line.start_ms ?? 0)) line.end_ms = lastEnd;
  let last = 0;
  for (const word of words) {
    if (word.start_ms === null) continue;
    if (word.start_ms < last) {
      notes.add(source, "Thời gian của các từ không theo thứ tự");
      for (const each of words) Object.assign(each, { start_ms: null, end_ms: null });
      break;
    }
    last = word.start_ms;
  }
  for (const [place, word] of words.entries()) {
    const isGiven = word.end_ms === (words[place + 1]?.start_ms ?? (place + 1 < words.length ? null : line.end_ms));
    if (word.end_ms !== null && (isGiven || word.end_ms < (word.start_ms ?? 0))) word.end_ms = null;
  }
  line.words = words.filter(({ start_ms, reading }) => start_ms !== null || reading !== null);
  if (line.end_ms === nextStart) line.end_ms = null;
}

/** A song of one singer whom the file only numbers needs no name of a singer. */
function dropLoneSinger(lines: Row[]): void {
  const [first, ...others] = new Set(lines.map(({ singer }) => singer));
  if (others.length > 0 || !first || !/^v\d+$/.test(first)) return;
  for (const line of lines) line.singer = null;
}

function withoutSource({ source: _source, cue: _cue, ...line }: Row): SongLine {
  return line;
}
