/**
 * The notebook as a file: CSV for spreadsheets, and the text files that Anki imports (docs.ankiweb.net, Text Files). Both have the same
 * columns; a word's lines stand in one cell, each on a line of its own, with their layers in the same places of other cells.
 */

import { fold } from "#contract/fold.ts";
import { maxLineText } from "#contract/lyrics/document.ts";
import type { NotebookWord, WordFileFormat, WordsRead } from "#contract/notebook.ts";
import { FileWord } from "#contract/notebook.ts";
import { maxWordLines, maxWordsOfFile } from "#contract/notebook-rules.ts";
import { readCsv } from "#server/platform/csv.ts";

/** A line of a word in a file. */
export interface FileLine {
  text: string;
  reading: string | null;
  translation: string | null;
  song_title: string | null;
}

export interface ReadWord extends FileWord {
  lines: FileLine[];
}

export interface ReadWords {
  words: ReadWord[];
  /** Rows that can't be read, with their line of the file, from 1. */
  problems: { line: number; message: string }[];
  /** Where the rest of the file begins, and what has to stand before it so that it is read like this part; null at its end. */
  rest: WordsRead["rest"];
}

const columns = {
  text: "Từ",
  reading: "Phiên âm",
  meaning: "Nghĩa",
  note: "Ghi chú",
  language: "Ngôn ngữ",
  line: "Câu hát",
  line_reading: "Phiên âm câu",
  line_translation: "Dịch câu",
  song: "Bài hát",
} as const;
type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];
const leechColumn = "Khó nhớ";

/** Names that other programs give a column. */
const otherNames: Readonly<Record<string, Column>> = {
  word: "text",
  text: "text",
  front: "text",
  reading: "reading",
  pronunciation: "reading",
  meaning: "meaning",
  back: "meaning",
  note: "note",
  language: "language",
  line: "line",
};
const columnOf: ReadonlyMap<string, Column> = new Map([
  ...Object.entries(otherNames),
  ...names.map((name) => [fold(columns[name]), name] as const),
]);

function cellsOf({ text, reading, meaning, note, language, lines }: NotebookWord): string[] {
  const stacked = (part: (line: NotebookWord["lines"][number]) => string | null) => {
    const parts = lines.map((line) => part(line) ?? "");
    return parts.every((each) => each === "") ? "" : parts.join("\n");
  };
  const cells: Record<Column, string> = {
    text,
    reading: reading ?? "",
    meaning: meaning ?? "",
    note: note ?? "",
    language,
    line: stacked((line) => line.text),
    line_reading: stacked((line) => line.reading),
    line_translation: stacked((line) => line.translation),
    song: stacked((line) => line.song_title),
  };
  return names.map((name) => cells[name]);
}

/** Spreadsheets take a cell with such a beginning for a formula; an apostrophe makes it a text. */
const formula = /^'*[=+\-@＝＋－＠]/;
const guarded = (cell: string) => (formula.test(cell) ? `'${cell}` : cell);
const unguarded = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

const quoted = (cell: string, needsQuotes: RegExp) =>
  needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const csvRow = (cells: readonly string[]) => `${cells.map((cell) => quoted(guarded(cell), /[",\r\n]/)).join(",")}\r\n`;
// A line that begins with # is a comment.
const ankiRow = (cells: readonly string[]) => `${cells.map((cell) => quoted(cell, /["\t\r\n]|^#/)).join("\t")}\n`;

/** Yields a file of words. @param batches words in the order of the file */
export async function* writeWords(
  format: WordFileFormat,
  batches: AsyncIterable<readonly NotebookWord[]>,
): AsyncGenerator<Uint8Array> {
  const titles = names.map((name) => columns[name]);
  if (format === "csv") {
    // Excel takes a file for UTF-8 by its mark.
    yield Buffer.from(`\uFEFF${csvRow([...titles, leechColumn])}`);
    for await (const words of batches) {
      yield Buffer.from(words.map((word) => csvRow([...cellsOf(word), word.is_leech ? "x" : ""])).join(""));
    }
    return;
  }
  const tags = names.length + 1;
  yield Buffer.from(`#separator:tab\n#html:false\n#columns:${[...titles, "Tags"].join("\t")}\n#tags column:${tags}\n`);
  for await (const words of batches) {
    const tagsOf = ({ language, is_leech }: NotebookWord) => `ngan-nga ${language}${is_leech ? " leech" : ""}`;
    yield Buffer.from(words.map((word) => ankiRow([...cellsOf(word), tagsOf(word)])).join(""));
  }
}

/**
 * Reads words of a file of {@link writeWords}, of Anki's notes in plain text, or of any table whose columns are named so, in time that grows
 * with the text alone. Without names two columns are word and meaning, and three or more word, reading, meaning and note.
 * @param language of rows that name none @param isPart whether more of the file follows: an unfinished last row is left to the rest
 */
export function readWords(file: string, language: string, isPart = false): ReadWords {
  const { headers, rest, line: firstLine } = ankiHeaders(file.replace(/^\uFEFF/, ""));
  const delimiter = separators[headers.get("separator")?.toLowerCase() ?? ""] ?? delimiterOf(rest);
  const rows = readCsv(rest, { delimiter, maxRows: maxWordsOfFile + 2, maxCells: 30, maxSigns: 30_000, isPart });
  const named = headers.get("columns")?.split(delimiter) ?? [];
  const special = ["tags", "deck", "notetype", "guid"].map((name) => Number(headers.get(`${name} column`)) - 1);
  let order = orderOf(named);
  const isNamed = order.get("text") !== undefined;
  const first = rows[0];
  if (first && !isNamed) {
    order = orderOf(first.cells);
    if (order.get("text") === undefined) order = positional(first.cells.length, special);
    else rows.shift();
  }
  const isHtml = headers.get("html")?.trim().toLowerCase() === "true";
  const words: ReadWord[] = [];
  const problems: ReadWords["problems"] = [];
  const taken = rows.slice(0, maxWordsOfFile);
  for (const { line, cells } of taken) {
    const cell = (name: Column) => {
      const text = cells[order.get(name) ?? -1] ?? "";
      if (isHtml) return textOf(text);
      return headers.size === 0 ? unguarded(text) : text;
    };
    const read = FileWord.safeParse({
      text: cell("text"),
      reading: cell("reading"),
      meaning: cell("meaning"),
      note: cell("note"),
      language: cell("language").trim() || language,
    });
    if (read.success) words.push({ ...read.data, lines: linesOf(cell) });
    else problems.push({ line: line + firstLine, message: read.error.issues[0]?.message ?? "Dòng này không đọc được" });
  }
  if (!isPart && rows.length === taken.length) return { words, problems, rest: null };
  const head = [...headers].map(([key, value]) => `#${key}:${value}\n`).join("");
  const titles = isNamed || !first ? "" : titlesOf(order, first.cells.length).join(delimiter) + "\n";
  const at = file.length - rest.length + (taken.at(-1)?.end ?? 0);
  return { words, problems, rest: { at, head: head + titles } };
}

/** Returns a row of names for columns; two at least, so that their delimiter shows. */
function titlesOf(order: ReadonlyMap<Column, number>, count: number): string[] {
  const titles = Array.from({ length: Math.max(count, 2) }, () => "");
  for (const [name, place] of order) titles[place] = columns[name];
  return titles;
}

const separators: Readonly<Record<string, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
  colon: ":",
  ",": ",",
  ";": ";",
  "\t": "\t",
  "|": "|",
  ":": ":",
};

/** Returns Anki's headers, which are lines of `#key:value` at the top. @returns line their number */
function ankiHeaders(text: string): { headers: Map<string, string>; rest: string; line: number } {
  const headers = new Map<string, string>();
  let at = 0;
  let line = 0;
  while (text[at] === "#") {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const [, key, value] = /^#([a-z ]{1,20}):(.*)$/i.exec(text.slice(at, end).replace(/\r$/, "")) ?? [];
    if (key !== undefined && value !== undefined) headers.set(key.toLowerCase(), value);
    at = end + 1;
    line += 1;
  }
  return { headers, rest: text.slice(at), line };
}

function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const line = end === -1 ? text : text.slice(0, end);
  return ["\t", ";", ","].find((sign) => line.includes(sign)) ?? ",";
}

function orderOf(titles: readonly string[]): Map<Column, number> {
  const order = new Map<Column, number>();
  for (const [place, title] of titles.entries()) {
    const name = columnOf.get(fold(title.slice(0, 50)));
    if (name !== undefined && !order.has(name)) order.set(name, place);
  }
  return order;
}

function positional(count: number, special: readonly number[]): Map<Column, number> {
  const places = Array.from({ length: count }, (_, place) => place).filter((place) => !special.includes(place));
  const inOrder: Column[] = places.length <= 2 ? ["text", "meaning"] : ["text", "reading", "meaning", "note"];
  return new Map(inOrder.slice(0, places.length).map((name, index) => [name, places[index] ?? index]));
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", nbsp: " " };

/** Returns the text of a field that Anki wrote as HTML. */
function textOf(html: string): string {
  return html
    .replace(/<(?:br|\/div|\/p)\s{0,3}\/?>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "");
}

function linesOf(cell: (name: Column) => string): FileLine[] {
  const parts = (name: Column) => cell(name).split(/\r\n|\r|\n/);
  const [readings, translations, songs] = [parts("line_reading"), parts("line_translation"), parts("song")];
  const found = new Map<string, FileLine>();
  for (const [place, part] of parts("line").entries()) {
    const text = shortened(part);
    if (text === null || found.has(text) || found.size >= maxWordLines) continue;
    found.set(text, {
      text,
      reading: shortened(readings[place]),
      translation: shortened(translations[place]),
      song_title: shortened(songs[place]),
    });
  }
  return [...found.values()];
}

const shortened = (text: string | undefined) => text?.normalize("NFC").trim().slice(0, maxLineText) || null;
