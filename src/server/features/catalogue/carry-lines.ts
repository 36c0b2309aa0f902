/** Carries a changed text of lyrics into the lines that it was made of, so that no time is lost with a corrected letter. */
import { type LineDocument, maxLines, plainLine, type SongLine } from "#contract/lyrics/document.ts";
import { lyricLines } from "#contract/lyrics/lyric-lines.ts";
import { fitText, lyricsText, type Oddity, tooManyLines, withoutBrackets } from "#contract/lyrics/lyrics-text.ts";

type Field = "text" | "reading" | "translation";

/** A row of the text. */
interface TextRow {
  text: string;
  /** Empty rows have none. */
  field?: Field;
  line?: SongLine;
}

/** Rows times rows that are compared one by one; beyond it changed rows are matched by their order alone. */
const maxCompared = 4_000_000;
const layerFields = { words: "text", reading: "reading", meaning: "translation" } as const;

/**
 * Returns the lines of a changed text: rows that stay keep all, one in the place of another keeps its times and its layer.
 * @returns what does not fit into lines as well: nothing is carried then without loss.
 */
export function carryLines(before: LineDocument, lyrics: string): { document: LineDocument; oddities: Oddity[] } {
  const oldRows = rowsOf(before);
  const newRows = lyricLines(lyrics);
  const sources = matchedRows(
    oldRows.map(({ text }) => text),
    newRows.map(({ text }) => text),
  );
  const oddities: Oddity[] = [];
  const lines: SongLine[] = [];
  let startsVerse = false;
  for (const [place, { text, layer }] of newRows.entries()) {
    if (text === "") {
      startsVerse = true;
      continue;
    }
    const source = oldRows[sources[place] ?? -1];
    const field = source?.field ?? layerFields[layer];
    const above = lines.at(-1);
    const fitted = fitText(text, place + 1, oddities);
    if (field !== "text" && above && above[field] === null) {
      above[field] = field === "reading" ? withoutBrackets(fitted) : fitted;
      continue;
    }
    if (lines.length === maxLines) {
      oddities.push({ line: place + 1, message: tooManyLines });
      break;
    }
    const same = source?.line;
    const starts_verse = startsVerse && lines.length > 0;
    startsVerse = false;
    lines.push(
      same && field === "text"
        ? {
            ...same,
            text: same.text.trim() === fitted ? same.text : fitted,
            words: same.text.trim() === fitted ? same.words : [],
            starts_verse,
            reading: null,
            translation: null,
          }
        : plainLine(fitted, starts_verse),
    );
  }
  return { document: { ...before, lines }, oddities };
}

/** Returns the rows of the text of lines, each with its line. */
function rowsOf(document: LineDocument): TextRow[] {
  return document.lines.flatMap((line, place): TextRow[] => {
    const rows = lyricsText({ ...document, lines: [line] }).split("\n");
    const fields: Field[] = ["text", ...(line.reading ? ["reading" as const] : []), "translation"];
    const verse: TextRow[] = line.starts_verse && place > 0 ? [{ text: "" }] : [];
    return [...verse, ...rows.map((text, row) => ({ text, field: fields[row] ?? "translation", line }))];
  });
}

/** Returns for each row the old row that it is, or stands in the place of; undefined for an added one. */
function matchedRows(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const matches: (number | undefined)[] = after.map(() => undefined);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) matches[head] = head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  for (let end = 1; end <= tail; end++) matches[after.length - end] = before.length - end;
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail];
  for (const [from, to] of commonRows(before.slice(head, oldEnd), after.slice(head, newEnd))) {
    matches[head + to] = head + from;
  }
  fillGaps(matches, before);
  return matches;
}

/** Yields the pairs of a longest common subsequence. */
function* commonRows(before: readonly string[], after: readonly string[]): Generator<[number, number]> {
  const width = after.length + 1;
  if (before.length * after.length > maxCompared) return;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (from: number, to: number) => lengths[from * width + to] ?? 0;
  for (let from = before.length - 1; from >= 0; from--) {
    for (let to = after.length - 1; to >= 0; to--) {
      lengths[from * width + to] =
        before[from] === after[to] ? at(from + 1, to + 1) + 1 : Math.max(at(from + 1, to), at(from, to + 1));
    }
  }
  for (let from = 0, to = 0; from < before.length && to < after.length; ) {
    if (before[from] === after[to]) yield [from++, to++];
    else if (at(from + 1, to) >= at(from, to + 1)) from++;
    else to++;
  }
}

/** Lets changed rows stand in the places of the old rows between the same neighbours, in their order. */
function fillGaps(matches: (number | undefined)[], before: readonly string[]): void {
  let next = 0;
  for (let place = 0; place < matches.length; place++) {
    const matched = matches[place];
    if (matched !== undefined) {
      next = matched + 1;
      continue;
    }
    const end = matches.slice(place).find((each) => each !== undefined) ?? before.length;
    if (next < end) matches[place] = next++;
  }
}
