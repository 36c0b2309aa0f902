/** ASS and SSA: lines of dialogue, with the hundredths of a second of each syllable in `{\k25}`. */
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
const karaoke = /^\s*(k[fo]?|K|kt)(\d{1,6}(?:\.\d+)?)/;

export function readAss(text: string, notes: Notes): Row[] {
  const rows: Row[] = [];
  let columns = usualColumns;
  for (const [place, line] of fileLines(text, notes).entries()) {
    if (rows.length >= maxRows) break;
    const source = place + 1;
    const [, kind = "", rest = ""] = /^\s*(Format|Dialogue)\s*:(.*)$/i.exec(line) ?? [];
    if (kind.toLowerCase() === "format") {
      const names = rest.split(",").map((name) => name.trim().toLowerCase());
      if (names.includes("start") && names.at(-1) === "text") columns = names;
    } else if (kind !== "") {
      const row = dialogue(rest, columns, source, notes);
      if (row) rows.push(row);
    }
  }
  return rows;
}

function dialogue(rest: string, columns: readonly string[], source: number, notes: Notes): Row | undefined {
  const parts = rest.split(",");
  if (parts.length < columns.length) {
    notes.add(source, "Thiếu cột");
    return undefined;
  }
  const texts = [...parts.slice(0, columns.length - 1), parts.slice(columns.length - 1).join(",")];
  const column = (name: string) => texts[columns.indexOf(name)]?.trim() ?? "";
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
  const add = (raw: string) => {
    const shown = raw.replace(/\\[Nnh]/g, " ");
    if (shown !== "" || at !== null) pieces.push({ text: shown, start: at, end: at === null ? null : end });
  };
  for (const match of text.matchAll(/\{([^{}]*)\}/g)) {
    const tags = (match[1] ?? "").split("\\").slice(1);
    const timed = tags.map((tag) => karaoke.exec(tag)).filter((found) => found !== null);
    if (timed.length === 0) {
      // A block of other tags within a syllable does not end it.
      const before = text.slice(place, match.index);
      if (before !== "") add(before);
      place = match.index + match[0].length;
      continue;
    }
    add(text.slice(place, match.index));
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
