/** TTML as Apple writes it: a paragraph for each line, a span for each word, layers by their roles or in the head. The XML is read without entities. */
import { type LineDocument, type LineWord, type SongLine, timingOf } from "./document.ts";
import { languageTag } from "./language-tag.ts";
import {
  background,
  cleanName,
  emptyRow,
  fraction,
  joinPieces,
  type Languages,
  maxRows,
  maxRowText,
  type Notes,
  type Piece,
  type Row,
  timeWithin,
} from "./rows.ts";
import { unescaped } from "./subtitles.ts";

type Attributes = ReadonlyMap<string, string>;

interface Opening {
  kind: "open";
  name: string;
  attributes: Attributes;
  isEmpty: boolean;
  line: number;
}
type Token = Opening | { kind: "close"; name: string } | { kind: "text"; text: string };

export const isTtml = (text: string) =>
  /^[\s\ufeff]{0,200}(?:<\?xml|<tt[\s>:]|<!--|<!doctype)/i.test(text.slice(0, 300)) &&
  /<(?:\w{1,20}:)?tt[\s>]/i.test(text);

/** Elements within each other that are read. */
const maxDepth = 50;

/** Yields the tags and texts of an XML text. Comments, instructions and the document type are left out; what never ends stops it. */
function* tokens(xml: string, notes: Notes): Generator<Token> {
  let place = 0;
  let line = 1;
  let counted = 0;
  const lineAt = (end: number) => {
    for (; counted < end; counted++) if (xml.charCodeAt(counted) === 10) line++;
    return line;
  };
  for (;;) {
    const open = xml.indexOf("<", place);
    const end = open < 0 ? xml.length : open;
    if (end > place) yield { kind: "text", text: unescaped(xml.slice(place, end)) };
    if (open < 0) return;
    const [opening, closing] = spanAt(xml, open);
    const close = xml.indexOf(closing, open + opening.length);
    if (close < 0) {
      notes.add(lineAt(open), "Thẻ không đóng, phần sau không đọc được");
      return;
    }
    place = close + closing.length;
    const inner = xml.slice(open + opening.length, close);
    if (opening === "<![CDATA[") yield { kind: "text", text: inner };
    else if (opening === "<!") {
      notes.add(lineAt(open), "Bỏ qua khai báo DOCTYPE");
      if (inner.includes("[")) {
        const end = xml.indexOf("]>", open);
        place = end < 0 ? xml.length : end + 2;
      }
    } else if (opening === "<") {
      if (inner.startsWith("/")) yield { kind: "close", name: localName(inner.slice(1).trim()) };
      else yield { kind: "open", ...tagOf(inner), line: lineAt(open) };
    }
  }
}

function spanAt(xml: string, open: number): [string, string] {
  if (xml.startsWith("<!--", open)) return ["<!--", "-->"];
  if (xml.startsWith("<![CDATA[", open)) return ["<![CDATA[", "]]>"];
  if (xml.startsWith("<?", open)) return ["<?", "?>"];
  return xml.startsWith("<!", open) ? ["<!", ">"] : ["<", ">"];
}

const nameAt = /[^\s=/>"']+/y;
const valueAt = /\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

function tagOf(inner: string): Omit<Opening, "kind" | "line"> {
  const attributes = new Map<string, string>();
  nameAt.lastIndex = 0;
  const name = nameAt.exec(inner)?.[0] ?? "";
  let place = name.length;
  while (place < inner.length && attributes.size < 50) {
    nameAt.lastIndex = place;
    const key = nameAt.exec(inner)?.[0];
    if (key === undefined) {
      place++;
      continue;
    }
    valueAt.lastIndex = nameAt.lastIndex;
    const value = valueAt.exec(inner);
    if (value) attributes.set(localName(key), unescaped(value[1] ?? value[2] ?? ""));
    place = value ? valueAt.lastIndex : place + key.length;
  }
  return { name: localName(name), attributes, isEmpty: inner.endsWith("/") };
}

/** Prefixes differ from file to file; no name means two things here. */
const localName = (name: string) => name.slice(name.lastIndexOf(":") + 1);

interface Frame {
  name: string;
  attributes: Attributes;
  role: string | undefined;
  start: number | null;
  end: number | null;
}

/** A layer of the head: texts by the keys of their lines. */
interface HeadLayer {
  field: "reading" | "translation";
  language: string | null;
  texts: Map<string, string>;
}

/** The key of the voices behind a line, in layers of the head. */
const behind = (key: string) => `${key} ${background}`;

/** The rows read so far, and the elements open at the place that is read. */
interface Reading {
  readonly notes: Notes;
  readonly rows: Row[];
  readonly languages: Languages;
  /** Names of singers by their ids. */
  readonly agents: Map<string, string>;
  readonly layers: HeadLayer[];
  /** Keys of lines, by which layers of the head name them. */
  readonly keys: Map<Row, string>;
  /** The elements around the place, the outermost first. */
  readonly stack: Frame[];
  /** The layer of the head, the id of the singer, and the line whose element is open. */
  head?: HeadLayer | undefined;
  agent?: string | undefined;
  line?: OpenLine | undefined;
  startsVerse: boolean;
}

export function readTtml(xml: string, notes: Notes): { rows: Row[]; languages: Languages } {
  const reading: Reading = {
    notes,
    rows: [],
    languages: {},
    agents: new Map(),
    layers: [],
    keys: new Map(),
    stack: [],
    startsVerse: false,
  };
  const { rows, languages, stack } = reading;
  for (const token of tokens(xml, notes)) {
    if (rows.length >= maxRows) break;
    if (token.kind === "text") readText(reading, token.text);
    else if (token.kind === "open") {
      if (stack.length >= maxDepth) {
        notes.add(token.line, "Quá nhiều thẻ lồng nhau, phần sau không đọc được");
        break;
      }
      openElement(reading, token);
      const frame = token.isEmpty ? stack.pop() : undefined;
      if (frame) closeElement(reading, frame);
    } else {
      // A closing tag without its opening one is left out; one that closes several closes them all.
      if (!stack.some(({ name }) => name === token.name)) continue;
      for (let frame = stack.pop(); frame; frame = stack.pop()) {
        closeElement(reading, frame);
        if (frame.name === token.name) break;
      }
    }
  }
  addHead(reading);
  return { rows, languages };
}

function openElement(reading: Reading, { name, attributes, line: source }: Opening): void {
  const { notes, rows, languages, layers, stack, line } = reading;
  const [start = null, end] = ["begin", "end"].map((key) => timeOf(attributes.get(key), source, notes));
  const dur = timeOf(attributes.get("dur"), source, notes) ?? null;
  const until = end ?? (dur !== null && start !== null ? start + dur : null);
  const role = attributes.get("role");
  const lang = languageTag(attributes.get("lang") ?? "");
  stack.push({ name, attributes, role, start, end: until });
  switch (name) {
    case "tt":
      if (lang) languages.language = lang;
      return;
    case "agent":
      reading.agent = attributes.get("id");
      return;
    case "translation":
    case "transliteration":
      reading.head = { field: name === "translation" ? "translation" : "reading", language: lang, texts: new Map() };
      layers.push(reading.head);
      return;
    case "div":
      reading.startsVerse = rows.length > 0;
      return;
    case "p":
      openLine(reading, emptyRow(source, start, until), attributes);
      return;
    case "br":
      (line?.background ?? line)?.pieces.push({ text: " ", start: null });
      return;
    case "span":
      if (!line) return;
      if (role === "x-bg" && !line.background) openBackground(line, emptyRow(source, start), until);
      if (lang && role === "x-translation") languages.translation_language = lang;
      if (lang && role === "x-roman") languages.reading_language = lang;
  }
}

function openLine(reading: Reading, row: Row, attributes: Attributes): void {
  row.starts_verse = reading.startsVerse;
  row.singer = attributes.get("agent") ?? null;
  const key = attributes.get("key");
  if (key) reading.keys.set(row, key);
  reading.line = { row, pieces: [], background: undefined };
  reading.startsVerse = false;
}

/** A line has one row of voices behind it, however many spans they are in. @param row for the first of them */
function openBackground(line: OpenLine, row: Row, until: number | null): void {
  line.background = line.extra ?? { row, pieces: [] };
  line.background.row.singer = background;
  line.background.row.end_ms = until;
  if (line.extra) line.extra.pieces.push({ text: " ", start: null });
}

function closeElement(reading: Reading, { name, role }: Frame): void {
  const { line, stack } = reading;
  if (name === "agent") reading.agent = undefined;
  else if (name === "translation" || name === "transliteration") reading.head = undefined;
  else if (role === "x-bg" && line?.background && !stack.some((frame) => frame.role === "x-bg")) {
    line.extra = line.background;
    line.background = undefined;
  } else if (name === "p" && line) {
    addLine(reading, line);
    reading.line = undefined;
  }
}

function addLine({ rows, keys }: Reading, line: OpenLine): void {
  const key = keys.get(line.row);
  if (line.extra && key !== undefined) keys.set(line.extra.row, behind(key));
  for (const { row, pieces } of line.extra ? [line, line.extra] : [line]) {
    const joined = joinPieces(pieces);
    row.reading &&= oneText(row.reading);
    row.translation &&= oneText(row.translation);
    row.start_ms ??= joined.words[0]?.start_ms ?? null;
    rows.push(Object.assign(row, joined));
  }
}

/** Reads a text: the name of a singer, a line of a layer of the head, or a part of a line. */
function readText({ agents, agent, head, line, stack }: Reading, value: string): void {
  if (agent !== undefined && stack.at(-1)?.name === "name") {
    const name = cleanName(value);
    if (name) agents.set(agent, name);
  } else if (head) {
    const key = stack.findLast(({ name }) => name === "text")?.attributes.get("for");
    if (!key) return;
    const place = stack.some(({ role }) => role === "x-bg") ? behind(key) : key;
    head.texts.set(place, longer(head.texts.get(place) ?? null, value));
  } else if (line) addText(line, stack, value);
}

/** Gives the lines the layers and the names of singers that the head has. */
function addHead({ rows, languages, agents, layers, keys }: Reading): void {
  const chosen = (["reading", "translation"] as const).flatMap((field) => chosenLayer(layers, field) ?? []);
  for (const { field, language } of chosen) if (language) languages[`${field}_language`] ??= language;
  for (const row of rows) {
    for (const { field, texts } of chosen) row[field] ??= oneText(texts.get(keys.get(row) ?? "") ?? "");
    row.singer = row.singer && cleanName(agents.get(row.singer) ?? row.singer);
  }
}

/** Of several layers of a kind the Vietnamese is read, else the first. */
function chosenLayer(layers: readonly HeadLayer[], field: HeadLayer["field"]): HeadLayer | undefined {
  const alike = layers.filter((layer) => layer.field === field && layer.texts.size > 0);
  return alike.find(({ language }) => language?.split("-")[0] === "vi") ?? alike[0];
}

interface OpenLine {
  row: Row;
  pieces: Piece[];
  /** The voices behind the line, while their span is open. */
  background?: { row: Row; pieces: Piece[] } | undefined;
  extra?: { row: Row; pieces: Piece[] };
}

const oneText = (text: string) => joinPieces([{ text, start: null }]).text || null;

/** Adds to a text of many parts, as long as it is not longer than what is kept of it. */
function longer(text: string | null, added: string): string {
  if (text === null) return added;
  return text.length > maxRowText ? text : text + added;
}

/** Adds a text of a paragraph to the layer, the ruby or the word that it belongs to. */
function addText(line: OpenLine, stack: readonly Frame[], value: string): void {
  const { row, pieces } = line.background ?? line;
  const layer = stack.findLast(({ role }) => role === "x-translation" || role === "x-roman")?.role;
  if (layer) {
    const field = layer === "x-roman" ? "reading" : "translation";
    row[field] = longer(row[field], value);
    return;
  }
  const ruby = stack.at(-1)?.attributes.get("ruby");
  const last = pieces.at(-1);
  if (ruby === "text") {
    if (last) last.reading = longer(last.reading ?? null, value);
    return;
  }
  // Between the parts of a ruby there is nothing to read.
  if ((ruby === "container" || ruby === "textContainer") && value.trim() === "") return;
  const span = stack.findLast(({ name, role, start }) => name === "span" && role !== "x-bg" && start !== null);
  pieces.push({ text: value, start: span?.start ?? null, end: span?.end ?? null });
}

/** Reads `12.3s`, `500ms`, `1:02.345` and `01:02:03.4`. */
function timeOf(text: string | undefined, line: number, notes: Notes): number | null | undefined {
  if (text === undefined) return undefined;
  const offset = /^\s*(-?)(\d{1,9})(?:\.(\d{1,9}))?(ms|s|m|h)?\s*$/.exec(text);
  const clock = /^\s*(-?)(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{0,9}))?\s*$/.exec(text);
  if (offset) {
    const [, sign, whole, rest, unit = "s"] = offset;
    const size = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit] ?? 1000;
    return timeWithin(Math.round((sign ? -1 : 1) * size * Number(`${whole}.${rest ?? 0}`)), line, notes);
  }
  if (clock) {
    const [, sign, hours = "0", minutes, seconds, rest] = clock;
    const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + fraction(rest);
    return timeWithin(sign ? -ms : ms, line, notes);
  }
  notes.add(line, "Không hiểu thời gian");
  return null;
}

/** Writes TTML: with times of words where there are any, a division for each verse. */
export function writeTtml(document: LineDocument, { title }: { title: string }): string {
  const { language, reading_language, translation_language, lines } = document;
  const timing = { none: "None", line: "Line", word: "Word" }[timingOf(document)];
  const agents = agentsOf(lines);
  const names = [...agents].map(([name, id]) =>
    name === id
      ? `<ttm:agent type="person" xml:id="${id}"/>`
      : `<ttm:agent type="person" xml:id="${id}"><ttm:name type="full">${escaped(name)}</ttm:name></ttm:agent>`,
  );
  const lang = (tag: string | null) => (tag ? ` xml:lang="${escaped(tag)}"` : "");
  const paragraph = (line: SongLine, place: number) => {
    const agent = line.singer === null ? "" : ` ttm:agent="${agents.get(line.singer)}"`;
    const layers = [
      line.reading && `<span ttm:role="x-roman"${lang(reading_language)}>${escaped(line.reading)}</span>`,
      line.translation &&
        `<span ttm:role="x-translation"${lang(translation_language)}>${escaped(line.translation)}</span>`,
    ].filter((layer) => layer);
    return `<p${span(line)} itunes:key="L${place + 1}"${agent}>${wordSpans(line)}${layers.join("")}</p>`;
  };
  const verses: string[][] = [];
  for (const [place, line] of lines.entries()) {
    if (place === 0 || line.starts_verse) verses.push([]);
    verses.at(-1)?.push(paragraph(line, place));
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:itunes="http://music.apple.com/lyric-ttml-internal" itunes:timing="${timing}"${lang(language)}>`,
    `<head><metadata><ttm:title>${escaped(title)}</ttm:title>${names.join("")}</metadata></head>`,
    "<body>",
    ...verses.map((verse) => `<div>\n${verse.join("\n")}\n</div>`),
    "</body>",
    "</tt>\n",
  ].join("\n");
}

/** Returns the ids of singers by their names; one that is an id already keeps it. */
function agentsOf(lines: readonly SongLine[]): Map<string, string> {
  const names = [...new Set(lines.map(({ singer }) => singer).filter((singer) => singer !== null))];
  const isId = (name: string) => /^(?:v\d+|bg)$/.test(name);
  const taken = new Set(names.filter(isId));
  let number = 0;
  const next = () => {
    do number++;
    while (taken.has(`v${number}`));
    return `v${number}`;
  };
  return new Map(names.map((name) => [name, isId(name) ? name : next()]));
}

function span({ start_ms, end_ms }: Pick<SongLine | LineWord, "start_ms" | "end_ms">): string {
  const begin = start_ms === null ? "" : ` begin="${ttmlTime(start_ms)}"`;
  return begin + (end_ms === null ? "" : ` end="${ttmlTime(end_ms)}"`);
}

function wordSpans({ text, words }: SongLine): string {
  let out = "";
  let end = 0;
  for (const word of words) {
    out += escaped(text.slice(end, word.start_char));
    const base = escaped(text.slice(word.start_char, word.end_char));
    const inner =
      word.reading === null
        ? base
        : `<span tts:ruby="container"><span tts:ruby="base">${base}</span><span tts:ruby="text">${escaped(word.reading)}</span></span>`;
    out += word.start_ms === null ? inner : `<span${span(word)}>${inner}</span>`;
    end = word.end_char;
  }
  return out + escaped(text.slice(end));
}

function ttmlTime(ms: number): string {
  const seconds = ((ms % 60_000) / 1000).toFixed(3);
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return minutes === 0 ? seconds : `${minutes}:${seconds.padStart(6, "0")}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${seconds.padStart(6, "0")}`;
}

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
