/** ASS and SSA: lines of dialogue, with the hundredths of a second of each syllable in `{\k25}`. */
import { isScript } from "./lyric-lines.ts";
import {
  cleanName,
  emptyRow,
  fileLines,
  fraction,
  joinPieces,
  maxRows,
  type Notes,
  type Piece,
  type Row,
  timeWithin,
} from "./rows.ts";

export const isAss = (text: string) => /^[ \t\ufeff]*\[Script Info\]|^[ \t]*Dialogue:/im.test(text);

const usualColumns = ["layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text"];
const karaokeComment = /^\s*Comment\s*:(?:[^,]*,){8}\s*karaoke\s*,/i;
/** `\p1` begins a drawing, `\p0` ends it. */
const drawing = /^p(\d{1,2})\s*$/;
const furigana = /^(\s*)([#＃]|\p{Script=Han}[^|｜]*)[|｜][<!]?(.+)$/u;
const karaoke = /^\s*(k[fo]?|K|kt)(\d{1,6}(?:\.\d+)?)/;

export function readAss(text: string, notes: Notes): Row[] {
  const rows: Row[] = [];
  const shown = new Map<string, Row>();
  let columns = usualColumns;
  const lines = fileLines(text, notes);
  // A template leaves the lines that it was made for as comments, and shows syllables or less.
  const isMade = lines.some((line) => karaokeComment.test(line));
  for (const [place, line] of lines.entries()) {
    if (rows.length >= maxRows) break;
    const source = place + 1;
    const [, kind = "", rest = ""] = /^\s*(Format|Dialogue|Comment)\s*:(.*)$/i.exec(line) ?? [];
    if (kind.toLowerCase() === "format") {
      const names = rest.split(",").map((name) => name.trim().toLowerCase());
      if (names.includes("start") && names.at(-1) === "text") columns = names;
    } else if (kind.toLowerCase() === "comment" ? karaokeComment.test(line) : kind !== "") {
      const row = dialogue(rest, columns, isMade, source, notes);
      if (!row) continue;
      // The same text at the same time is the glow or the edge of the other.
      const key = `${row.start_ms} ${row.end_ms} ${row.text}`;
      const same = row.start_ms === null ? undefined : shown.get(key);
      if (same?.words.length === 0) same.words = row.words;
      if (!same) rows.push(row);
      shown.set(key, same ?? row);
    }
  }
  // The sung lines stand above their layers, in whatever order the styles come.
  if (rows.some(({ start_ms }) => start_ms === null)) return rows;
  return [...rows.filter(({ text }) => isScript(text)), ...rows.filter(({ text }) => !isScript(text))];
}

function dialogue(
  rest: string,
  columns: readonly string[],
  isMade: boolean,
  source: number,
  notes: Notes,
): Row | undefined {
  const parts = rest.split(",");
  if (parts.length < columns.length) {
    notes.add(source, "Thiếu cột");
    return undefined;
  }
  const texts = [...parts.slice(0, columns.length - 1), parts.slice(columns.length - 1).join(",")];
  const column = (name: string) => texts[columns.indexOf(name)]?.trim() ?? "";
  if (isMade && column("effect").toLowerCase() === "fx") return undefined;
  const [start, end] = [column("start"), column("end")].map((time) => assTime(time, source, notes));
  const row = emptyRow(source, start ?? null, start === null ? null : (end ?? null));
  const { text, words } = joinPieces(syllables(texts.at(-1) ?? "", start ?? null));
  if (text === "") return undefined;
  return { ...row, text, words, singer: cleanName(column("name") || column("actor")) };
}

function assTime(text: string, source: number, notes: Notes): number | null {
  const match = /^(-?)(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[.,:](\d{0,3}))?$/.exec(text);
  if (!match) {
    notes.add(source, "Không hiểu thời gian");
    return null;
  }
  const [, sign, hours, minutes, seconds, rest] = match;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + fraction(rest);
  return timeWithin(sign ? -ms : ms, source, notes);
}

/** Returns the pieces of a text: each syllable lasts as long as the block before it says, from the end of the one before. */
function syllables(text: string, start: number | null): Piece[] {
  const pieces: Piece[] = [];
  let place = 0;
  let at: number | null = null;
  let end = start ?? 0;
  let isDrawing = false;
  const add = (raw: string) => {
    if (isDrawing) return;
    const shown = raw.replace(/\\[Nnh]/g, " ");
    const [, blank = "", base = "", reading = ""] = (at !== null && furigana.exec(shown)) || [];
    const last = pieces.at(-1);
    if (reading !== "" && /[#＃]/.test(base) && last?.reading) {
      last.reading += reading.trim();
      last.end = end;
      return;
    }
    if (reading !== "") {
      pieces.push({ text: blank + base, start: at, end, reading });
      return;
    }
    if (shown !== "" || at !== null) pieces.push({ text: shown, start: at, end: at === null ? null : end });
  };
  for (const match of text.matchAll(/\{([^{}]*)\}/g)) {
    const tags = (match[1] ?? "").split("\\").slice(1);
    const drawn = tags.map((tag) => drawing.exec(tag)?.[1]).findLast((scale) => scale !== undefined);
    const timed = tags.map((tag) => karaoke.exec(tag)).filter((found) => found !== null);
    if (timed.length === 0) {
      // A block of other tags within a syllable does not end it.
      const before = text.slice(place, match.index);
      if (before !== "") add(before);
      place = match.index + match[0].length;
      if (drawn !== undefined) isDrawing = Number(drawn) > 0;
      continue;
    }
    add(text.slice(place, match.index));
    if (drawn !== undefined) isDrawing = Number(drawn) > 0;
    place = match.index + match[0].length;
    for (const [, name, hundredths] of timed) {
      const ms = Math.round(10 * Number(hundredths));
      if (name === "kt") end = (start ?? 0) + ms;
      else {
        at = start === null ? null : end;
        end += ms;
      }
    }
  }
  add(text.slice(place));
  return pieces;
}
