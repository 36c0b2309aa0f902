/**
 * The state of the editor of a song's lines: the document, what is selected, and what can be undone. A pure reducer; `line-edits.ts` changes
 * single lines.
 */
import { type LineDocument, type LineWord, maxLines, plainLine, type SongLine } from "#contract/lyrics/document.ts";
import {
  type Border,
  clearLine,
  clearWord,
  dragRange,
  endOfLine,
  endOfWord,
  joinLines,
  joinWords,
  moveLine,
  setLineTime,
  setWordTime,
  splitLine,
  splitWord,
  stampLine,
  stampWord,
  withText,
  withWord,
  wordsToTime,
} from "./line-edits.ts";

/** The selected line or word. */
export interface Place {
  /** Number of the line, from 0; that after the last one when all are timed. */
  line: number;
  /** Number of the word, from 0, in the mode for words; null in that for lines. */
  word: number | null;
  /** The end that is moved. */
  border: Border;
}

interface Step {
  document: LineDocument;
  place: Place;
}

export interface Editing extends Step {
  past: readonly Step[];
  future: readonly Step[];
  /** Changes in a row with the same name are undone as one. */
  series: string | undefined;
}

type LineTexts = Partial<Pick<SongLine, "reading" | "translation" | "singer" | "starts_verse">>;
type WordTexts = Partial<Pick<LineWord, "reading" | "meaning">>;

/** Moments are milliseconds of the song. */
export type Edit =
  /** Selects a line, and in the mode for words one of its words; the first by default. */
  | { type: "select"; line: number; word?: number; border?: Border }
  | { type: "move"; by: 1 | -1; unit: "line" | "word" }
  | { type: "mode"; unit: "line" | "word" }
  | { type: "border"; border: Border }
  /** Starts the selected line or word, and selects the next one. */
  | { type: "stamp"; ms: number }
  /** Ends the line or word that was stamped last, when its key is released. */
  | { type: "release"; line: number; word: number | null; ms: number }
  /** Selects the line or word before, without its time. */
  | { type: "back" }
  | { type: "clear" }
  /** Moves the selected end by milliseconds. */
  | { type: "nudge"; by: number; durationMs: number }
  /** Moves an end of the selected line or word to a moment, as far as its neighbours leave room. */
  | { type: "drag"; border: Border; ms: number; durationMs: number }
  | { type: "time"; line: number; word: number | null; border: Border; ms: number | null }
  | { type: "text"; line: number; text: string }
  | { type: "texts"; line: number; values: LineTexts }
  | { type: "word"; line: number; word: number; values: WordTexts }
  | { type: "add" }
  | { type: "remove" }
  | { type: "split"; char: number }
  | { type: "join" }
  | { type: "splitWord"; char: number }
  | { type: "joinWord" }
  /** Moves all lines with a time from a line on. */
  | { type: "shift"; from: number; to?: number; by: number }
  | { type: "languages"; values: Partial<Omit<LineDocument, "lines">> }
  /** Takes other lines. */
  | { type: "replace"; document: LineDocument }
  /** Takes what was done to the same lines elsewhere. */
  | { type: "document"; document: LineDocument }
  | { type: "undo" }
  | { type: "redo" };

/** Steps that can be undone. */
const maxSteps = 500;

/** Starts with the first line that has no time. */
export function startEditing(document: LineDocument): Editing {
  const untimed = document.lines.findIndex(({ start_ms }) => start_ms === null);
  return {
    document,
    place: { line: Math.max(untimed, 0), word: null, border: "start" },
    past: [],
    future: [],
    series: undefined,
  };
}

/** Returns the words of a line as they are selected and timed. */
export function wordsAt({ lines, language }: LineDocument, line: number): LineWord[] {
  const found = lines[line];
  return found ? wordsToTime(found, language) : [];
}

/** Returns the moment of an end of a line or a word; undefined where it has none. @param durationMs of the song; 0 while it is not known */
export function timeAt(document: LineDocument, { line, word, border }: Place, durationMs = 0): number | undefined {
  const { lines } = document;
  const lineEnd = endOfLine(lines, line, durationMs);
  if (word === null) return border === "start" ? (lines[line]?.start_ms ?? undefined) : lineEnd;
  const words = wordsAt(document, line);
  return border === "start" ? (words[word]?.start_ms ?? undefined) : endOfWord(words, word, lineEnd);
}

/**
 * Returns the document with an end of a line or a word at a moment, as far as its neighbours leave room; the same one where nothing moves.
 * @param durationMs of the song; 0 while it is not known
 */
export function dragged(document: LineDocument, place: Place, ms: number, durationMs: number): LineDocument {
  const { lines, language } = document;
  const line = lines[place.line];
  const before = timeAt(document, place, durationMs);
  if (!line || before === undefined) return document;
  const { word, border } = place;
  const words = word === null ? undefined : wordsAt(document, place.line);
  const [from, to] = dragRange(lines, place.line, words?.[word ?? 0], border);
  // A time out of its range already may come back.
  const last = Math.max(Math.min(to, durationMs || to), before);
  const bound = Math.min(Math.max(ms, Math.min(from, before)), last);
  if (Math.round(bound) === before) return document;
  const moved = word === null ? setLineTime(line, border, bound) : setWordTime(line, word, border, bound, language);
  return { ...document, lines: lines.with(place.line, moved) };
}

export function edit(state: Editing, change: Edit): Editing {
  const { document, place } = state;
  const { lines, language } = document;
  const current = lines[place.line];
  switch (change.type) {
    case "select":
      return select(state, { line: change.line, word: change.word ?? 0, border: change.border ?? "start" });
    case "mode":
      return { ...state, place: { ...place, word: firstWord(state, change.unit) }, series: undefined };
    case "border":
      return { ...state, place: { ...place, border: change.border }, series: undefined };
    case "move":
      return change.unit === "line"
        ? select(state, { line: place.line + change.by, word: 0, border: "start" })
        : select(state, { ...neighbour(document, place, change.by), border: "start" });
    case "stamp": {
      if (!current) return state;
      const { word } = place;
      const stamped = word === null ? stampLine(current, change.ms) : stampWord(current, word, change.ms, language);
      const next = lines.with(place.line, stamped);
      if (stamped.start_ms !== current.start_ms) endLineBefore(next, place.line);
      return record(state, next, { ...neighbour(document, place, 1), border: "start" });
    }
    case "release": {
      const line = lines[change.line];
      if (!line || state.past.length === 0) return state;
      const { word, ms } = change;
      const ended = word === null ? setLineTime(line, "end", ms) : setWordTime(line, word, "end", ms, language);
      // With its stamp it is one step to undo.
      return { ...state, document: { ...document, lines: lines.with(change.line, ended) }, future: [] };
    }
    case "back": {
      const before = neighbour(document, place, -1);
      if (before.line === place.line && before.word === place.word) return state;
      return record(state, cleared(document, before), { ...before, border: "start" });
    }
    case "clear":
      return current ? record(state, cleared(document, place), place) : state;
    case "nudge": {
      const ms = timeAt(document, place, change.durationMs);
      if (!current || ms === undefined) return state;
      const { line, word, border } = place;
      const moved =
        word === null
          ? setLineTime(current, border, ms + change.by)
          : setWordTime(current, word, border, ms + change.by, language);
      return record(state, lines.with(line, moved), place, `nudge ${line} ${word} ${border}`);
    }
    case "drag": {
      const to = { ...place, border: change.border };
      const moved = dragged(document, to, change.ms, change.durationMs);
      return moved === document ? { ...state, place: to, series: undefined } : recordDocument(state, moved, to);
    }
    case "time": {
      const { word, border, ms } = change;
      return onLine(state, change.line, (line) =>
        word === null ? setLineTime(line, border, ms) : setWordTime(line, word, border, ms, language),
      );
    }
    case "text": {
      // What stood before the typing began: a word that was deleted and typed again keeps its time.
      const series = `text ${change.line}`;
      const before = state.series === series ? state.past.at(-1) : undefined;
      const base = (before ?? state).document.lines[change.line];
      return onLine(state, change.line, () => base && withText(base, change.text, language), series);
    }
    case "texts": {
      const series = `texts ${change.line} ${Object.keys(change.values).join()}`;
      return onLine(state, change.line, (line) => ({ ...line, ...change.values }), series);
    }
    case "word":
      return onLine(
        state,
        change.line,
        (line) => withWord({ ...line, words: wordsToTime(line, language) }, change.word, change.values),
        `word ${change.line} ${change.word} ${Object.keys(change.values).join()}`,
      );
    case "add": {
      if (lines.length >= maxLines) return state;
      const line = Math.min(place.line + 1, lines.length);
      return record(state, lines.toSpliced(line, 0, plainLine("")), at(state, line));
    }
    case "remove":
      return current ? record(state, lines.toSpliced(place.line, 1), at(state, place.line)) : state;
    case "split": {
      const parts = current && lines.length < maxLines && splitLine(current, change.char);
      return parts ? record(state, lines.toSpliced(place.line, 1, ...parts), at(state, place.line)) : state;
    }
    case "join": {
      const next = lines[place.line + 1];
      const joined = current && next && joinLines(current, next, language);
      return joined ? record(state, lines.toSpliced(place.line, 2, joined), at(state, place.line)) : state;
    }
    case "splitWord":
      return onWords(state, (line, word) => splitWord(line, word, change.char));
    case "joinWord":
      return onWords(state, joinWords);
    case "shift": {
      const { from, to = lines.length, by } = change;
      // All by the same: what is first must not come before the start.
      const first = Math.min(...lines.slice(from, to).map(({ start_ms }) => start_ms ?? Infinity));
      const step = Math.max(by, -first);
      const moved = lines.map((line, other) => (other >= from && other < to ? moveLine(line, step) : line));
      return record(state, moved, place, `shift ${from} ${to}`);
    }
    case "languages":
      return recordDocument(state, { ...document, ...change.values }, place);
    case "replace":
      return recordDocument(state, change.document, { ...startEditing(change.document).place, word: place.word && 0 });
    case "document":
      return recordDocument(state, change.document, place);
    case "undo": {
      const step = state.past.at(-1);
      if (!step) return state;
      const future = [...state.future, { document, place }];
      return { ...step, past: state.past.slice(0, -1), future, series: undefined };
    }
    case "redo": {
      const step = state.future.at(-1);
      if (!step) return state;
      const past = [...state.past, { document, place }];
      return { ...step, past, future: state.future.slice(0, -1), series: undefined };
    }
  }
}

/** Returns the word that is timed first: the one that the taps have come to. */
function firstWord({ document, place }: Editing, unit: "line" | "word"): number | null {
  if (unit === "line") return null;
  return Math.max(
    wordsAt(document, place.line).findIndex(({ start_ms }) => start_ms === null),
    0,
  );
}

/** Selects within what there is; a word only in the mode for words. */
function select(state: Editing, { line, word, border }: Place): Editing {
  const place = at(state, Math.min(Math.max(line, 0), state.document.lines.length));
  const words = wordsAt(state.document, place.line);
  const isWord = state.place.word !== null;
  const chosen = isWord ? Math.max(Math.min(word ?? 0, words.length - 1), 0) : null;
  return { ...state, place: { ...place, word: chosen, border }, series: undefined };
}

/** Returns the start of a line, in the mode that is on. */
function at({ place }: Editing, line: number): Place {
  return { line, word: place.word === null ? null : 0, border: "start" };
}

/** Returns the line or word after or before a place. */
function neighbour(document: LineDocument, { line, word }: Place, by: 1 | -1): Pick<Place, "line" | "word"> {
  const last = document.lines.length;
  if (word === null) return { line: Math.min(Math.max(line + by, 0), last), word };
  const to = word + by;
  if (to >= 0 && to < wordsAt(document, line).length) return { line, word: to };
  const next = line + by;
  if (next < 0) return { line, word };
  if (next >= last) return { line: last, word: 0 };
  return { line: next, word: by === 1 ? 0 : wordsAt(document, next).length - 1 };
}

function cleared({ lines }: LineDocument, { line, word }: Pick<Place, "line" | "word">): SongLine[] {
  const found = lines[line];
  return found ? lines.with(line, word === null ? clearLine(found) : clearWord(found, word)) : [...lines];
}

/** An end of the line before that a new start overtakes is left open, unless somebody else sings it. */
function endLineBefore(lines: SongLine[], place: number): void {
  const [before, line] = [lines[place - 1], lines[place]];
  if (!before || !line || before.end_ms === null || before.start_ms === null || line.start_ms === null) return;
  if (before.singer !== line.singer || before.start_ms > line.start_ms || before.end_ms <= line.start_ms) return;
  lines[place - 1] = { ...before, end_ms: null };
}

function onLine(
  state: Editing,
  place: number,
  change: (line: SongLine) => SongLine | undefined,
  series?: string,
): Editing {
  const { lines } = state.document;
  const line = lines[place];
  const changed = line && change(line);
  return changed ? record(state, lines.with(place, changed), state.place, series) : state;
}

function onWords(state: Editing, change: (line: SongLine, word: number) => SongLine | undefined): Editing {
  const { word } = state.place;
  if (word === null) return state;
  const { language } = state.document;
  return onLine(state, state.place.line, (line) => change({ ...line, words: wordsToTime(line, language) }, word));
}

function record(state: Editing, lines: SongLine[], place: Place, series?: string): Editing {
  return recordDocument(state, { ...state.document, lines }, place, series);
}

function recordDocument(state: Editing, document: LineDocument, place: Place, series?: string): Editing {
  const { past } = state;
  const goesOn = series !== undefined && series === state.series;
  const step = { document: state.document, place: state.place };
  return { document, place, past: goesOn ? past : [...past, step].slice(-maxSteps), future: [], series };
}
