/** SRT and WebVTT: cues of lines between two times. */

import type { LineDocument } from "./document.ts";
import { languageTag } from "./language-tag.ts";
import {
  cleanName,
  emptyRow,
  fileLines,
  fraction,
  joinPieces,
  type Languages,
  maxRows,
  type Notes,
  type Piece,
  type Row,
  timeWithin,
} from "./rows.ts";

/** Machines that translate put a blank behind each sign, and make one dash of two. */
const clock = String.raw`(-?)(?:(\d{1,4}): ?)?(\d{1,4}): ?(\d{1,2})(?:[.,:] ?(\d{0,9}))?`;
const arrow = "(?:-{1,2}|[–—])>";
const times = new RegExp(String.raw`^\s*${clock}\s*${arrow}\s*${clock}(?:\s.*)?$`);
const innerTime = new RegExp(`^${clock}$`);
const tag = /<([^<>]*)>/g;

const anyTimes = new RegExp(String.raw`\d[ \t]{0,20}${arrow}[ \t]{0,20}-?\d`);

export const isSubtitles = (text: string) => anyTimes.test(text);

function clockMs(parts: readonly (string | undefined)[]): number {
  const [sign, hours = "0", minutes, seconds, rest] = parts;
  return (sign ? -1 : 1) * ((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + fraction(rest));
}

interface Times {
  start: number | null;
  end: number | null;
}

export function readSubtitles(text: string, notes: Notes): { rows: Row[]; languages: Languages } {
  const rows: Row[] = [];
  const languages: Languages = {};
  const lines = fileLines(text, notes);
  let cue: Times | undefined;
  let cues = 0;
  let bridge: number | undefined;
  let isSkipped = false;
  for (const [place, line] of lines.entries()) {
    if (rows.length >= maxRows) break;
    const source = place + 1;
    const match = times.exec(line);
    if (match) {
      const [start, end] = [match.slice(1, 6), match.slice(6, 11)].map((parts) =>
        timeWithin(clockMs(parts), source, notes),
      );
      cue = { start: start ?? null, end: start === null ? null : (end ?? null) };
      cues++;
      isSkipped = false;
    } else if (line.includes("-->")) {
      notes.add(source, "Không hiểu thời gian");
      cue = undefined;
    } else if (line.trim() === "") isSkipped = false;
    else if (startsBlock(lines, place)) isSkipped = true;
    else if (isSkipped) {
      const language = /^Language:\s*([\w-]{2,35})\s*$/i.exec(line)?.[1];
      if (language) languages.language = languageTag(language);
    } else if (!cue) {
      if (!isCueName(lines, place)) notes.add(source, "Dòng không có thời gian");
    } else if (!isCueName(lines, place)) {
      const row = rowOf(line, cue, source, cues, notes);
      const above = rows.at(-1);
      const isAgain = above?.text === row.text && above.cue !== cues && row.words.length === 0;
      if (isAgain && isBridge(cue)) bridge = cues;
      else if (!isAgain || bridge !== cues - 1) rows.push(row);
    }
  }
  return { rows, languages };
}

/** Captions of YouTube's machine roll up: a cue of 10 ms shows the line again, and so does the one after it above its own. */
const isBridge = ({ start, end }: Times) => start !== null && end !== null && end - start <= 10;

/** The head of WebVTT, and blocks that are not shown: they stand below an empty line. */
function startsBlock(lines: readonly string[], place: number): boolean {
  const line = lines[place] ?? "";
  if (/^\ufeff?WEBVTT/.test(line)) return true;
  return /^(?:NOTE|STYLE|REGION)\b/.test(line) && (lines[place - 1] ?? "").trim() === "";
}

/** The number or name of a cue stands right above its times, below an empty line or at the start. */
function isCueName(lines: readonly string[], place: number): boolean {
  const isFirst = place === 0 || lines[place - 1]?.trim() === "" || /^\ufeff?WEBVTT/.test(lines[place - 1] ?? "");
  const below = lines[place + 1] ?? "";
  return (times.test(below) || below.includes("-->")) && (isFirst || /^\s*\d{1,6}\s*$/.test(lines[place] ?? ""));
}

function rowOf(line: string, { start, end }: Times, source: number, cue: number, notes: Notes): Row {
  const row = emptyRow(source, start, end);
  const pieces: Piece[] = [];
  let place = 0;
  let at: number | null = null;
  let base: string | undefined;
  const add = (raw: string, reading: string | null = null) => {
    const text = unescaped(raw.replace(/\{(?:\\[^{}]*|\/?[bius])\}/g, ""));
    if (text !== "" || at !== null) pieces.push({ text, start: at, reading });
  };
  for (const match of line.matchAll(tag)) {
    const [whole, name = ""] = match;
    const before = line.slice(place, match.index);
    place = match.index + whole.length;
    const time = innerTime.exec(name);
    if (time) {
      add(before);
      at = timeWithin(clockMs(time.slice(1)), source, notes);
    } else if (/^v[ .\t]/.test(name)) {
      add(before);
      row.singer = cleanName(unescaped(name.replace(/^v\S*\s*/, "")));
    } else if (name === "ruby") {
      add(before);
      at = null;
    } else if (name === "rt") base = before;
    else if ((name === "/rt" || name === "/ruby") && base !== undefined) {
      add(base, unescaped(before));
      base = undefined;
    } else if (/^\/?[a-z](?:[\w.# ="':;,-]*|[\w.-]* [^<>]*=[^<>]*)$/i.test(name) || name === "/") add(before);
    else add(before + whole);
  }
  add(line.slice(place));
  // The text before the first time within a cue is sung from the cue's start on.
  const isTimed = pieces.some((piece) => piece.start !== null);
  const [first] = pieces;
  if (isTimed && first && first.start === null && first.text.trim() !== "") first.start = start;
  return { ...row, ...joinPieces(pieces), cue };
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Returns a text with the escapes that XML and WebVTT know by themselves; others stay as they stand. */
export function unescaped(text: string): string {
  return text.replace(/&(#x?[\da-f]{1,6}|[a-z]{2,5});/gi, (whole, name: string) => {
    if (name.startsWith("#")) {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    }
    return named[name.toLowerCase()] ?? (/^(?:lrm|rlm)$/i.test(name) ? "" : whole);
  });
}

/** Milliseconds that a last line without an end is shown. */
const lastMs = 5000;

/** Writes SRT: a cue for each line with a time, its reading and its translation below it. */
export function writeSrt({ lines }: LineDocument): string {
  const timed = lines.filter(({ start_ms }) => start_ms !== null);
  return timed
    .map(({ start_ms, end_ms, text, reading, translation }, place) => {
      const start = start_ms ?? 0;
      const next = timed.slice(place + 1, place + 10).find((line) => (line.start_ms ?? 0) > start);
      const end = end_ms ?? next?.start_ms ?? start + lastMs;
      const below = [reading && `(${reading})`, translation].filter((layer) => layer);
      return `${place + 1}\n${srtTime(start)} --> ${srtTime(end)}\n${[text, ...below].join("\n")}\n`;
    })
    .join("\n");
}

function srtTime(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)},${String(ms % 1000).padStart(3, "0")}`;
}
