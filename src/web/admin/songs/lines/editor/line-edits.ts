/** Changes of single lines: their text, their words, their times. Each returns a new line and keeps to the rules of the contract. */
import {
  type LineDocument,
  type LineWord,
  maxLineMs,
  maxLineText,
  maxLineWords,
  maxShortText,
  type SongLine,
} from "#contract/lyrics/document.ts";
import { cutWords, wordsOf } from "#contract/lyrics/words.ts";

export type Border = "start" | "end";
type Language = LineDocument["language"];

/** A last line without an end is taken to last this long. */
const lastLineMs = 6000;
const letter = /[\p{L}\p{M}\p{N}]/u;
/** Scripts that set no blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u;

const clamp = (ms: number, from = 0, to = maxLineMs) => Math.round(Math.min(Math.max(ms, from), to));

/** Returns the words that are timed one by one: those of the line, else those that its language cuts, else the whole line. */
export function wordsToTime(line: SongLine, language: Language): LineWord[] {
  const words = wordsOf(line, language);
  if (words.length > 0) return words.slice(0, maxLineWords);
  return [newWord(0, line.text.length)];
}

function newWord(start_char: number, end_char: number): LineWord {
  return { start_char, end_char, start_ms: null, end_ms: null, reading: null, meaning: null };
}

/** Returns when a line ends: as it says, else with the next one; undefined for a line without a time. */
export function endOfLine(lines: readonly SongLine[], place: number, durationMs = 0): number | undefined {
  const line = lines[place];
  if (!line || line.start_ms === null) return undefined;
  if (line.end_ms !== null) return line.end_ms;
  const next = lines.slice(place + 1).find(({ start_ms }) => start_ms !== null)?.start_ms;
  if (next != null) return Math.max(next, line.start_ms);
  const last = line.start_ms + lastLineMs;
  return durationMs > line.start_ms ? Math.min(last, durationMs) : last;
}

/** Returns when a word ends: as it says, else with the next word that has a time, else with its line. */
export function endOfWord(words: readonly LineWord[], place: number, lineEnd: number | undefined): number | undefined {
  const word = words[place];
  if (!word || word.start_ms === null) return undefined;
  return word.end_ms ?? words.slice(place + 1).find(({ start_ms }) => start_ms !== null)?.start_ms ?? lineEnd;
}

/**
 * Returns how far an end of a line, or of one of its words, is dragged: lines stay in their order, and one singer's next line is not sung over.
 */
export function dragRange(
  lines: readonly SongLine[],
  place: number,
  word: LineWord | undefined,
  border: Border,
): [from: number, to: number] {
  const isTimed = ({ start_ms }: SongLine) => start_ms !== null;
  const line = lines[place];
  const next = lines.slice(place + 1).find(isTimed);
  const after = next?.start_ms ?? maxLineMs;
  if (border === "end") {
    const isOver = next !== undefined && next.singer !== line?.singer;
    return [word?.start_ms ?? line?.start_ms ?? 0, isOver ? maxLineMs : after];
  }
  const end = word?.end_ms ?? line?.end_ms ?? after;
  return [lines.slice(0, place).findLast(isTimed)?.start_ms ?? 0, word ? end : Math.min(end, after)];
}

/** Moves a line with its end and the times of its words. Nothing moves before the start of the song. */
export function moveLine(line: SongLine, by: number): SongLine {
  const { start_ms, end_ms, words } = line;
  const times = [start_ms, end_ms, ...words.flatMap((word) => [word.start_ms, word.end_ms])].filter(
    (ms) => ms !== null,
  );
  if (times.length === 0) return line;
  const step = Math.round(Math.min(Math.max(by, -Math.min(...times)), maxLineMs - Math.max(...times)));
  const moved = (ms: number | null) => (ms === null ? null : ms + step);
  return {
    ...line,
    start_ms: moved(start_ms),
    end_ms: moved(end_ms),
    words: words.map((word) => ({ ...word, start_ms: moved(word.start_ms), end_ms: moved(word.end_ms) })),
  };
}

/** Lets a line start at a moment. One that has a time keeps its length and the distances of its words. */
export function stampLine(line: SongLine, ms: number): SongLine {
  return line.start_ms === null ? setLineTime(line, "start", ms) : moveLine(line, clamp(ms) - line.start_ms);
}

/** Takes all times off a line. */
export function clearLine(line: SongLine): SongLine {
  const words = line.words.map((word) => ({ ...word, start_ms: null, end_ms: null }));
  return { ...line, start_ms: null, end_ms: null, words };
}

/**
 * Sets one end of a line. The start takes words along that would begin before it, and the word that began with it; the end never comes
 * before the start, and a line without a start has none.
 */
export function setLineTime(line: SongLine, border: Border, ms: number | null): SongLine {
  if (border === "end") {
    if (line.start_ms === null) return line;
    return { ...line, end_ms: ms === null ? null : clamp(ms, line.start_ms) };
  }
  if (ms === null) return clearLine(line);
  const start = clamp(ms);
  const before = line.start_ms;
  const words = line.words.map((word, place) => {
    if (word.start_ms === null) return word;
    const isFirst = place === 0 && word.start_ms === before;
    const next = line.words.slice(place + 1).find(({ start_ms }) => start_ms !== null)?.start_ms ?? maxLineMs;
    const start_ms = isFirst && start < next ? start : Math.max(word.start_ms, start);
    return { ...word, start_ms, end_ms: word.end_ms === null ? null : Math.max(word.end_ms, start_ms) };
  });
  return { ...line, start_ms: start, end_ms: line.end_ms === null ? null : Math.max(line.end_ms, start), words };
}

/** Lets a word start at a moment, after the words before it; later words that would start earlier lose their times. */
export function stampWord(line: SongLine, place: number, ms: number, language: Language): SongLine {
  const words = wordsToTime(line, language);
  const start = clamp(ms, lastStart(words, place));
  const stamped = words.map((word, other) => {
    if (other === place) return { ...word, start_ms: start, end_ms: null };
    if (other < place) return endBy(word, start);
    return word.start_ms !== null && word.start_ms < start ? { ...word, start_ms: null, end_ms: null } : word;
  });
  return withLineStart({ ...line, words: stamped }, place, start, words[place]?.start_ms ?? null);
}

/** Takes the time off a word. */
export function clearWord(line: SongLine, place: number): SongLine {
  return withWord(line, place, { start_ms: null, end_ms: null });
}

/**
 * Sets one end of a word, between those of its neighbours. The start of the first word is that of its line, and the end of the last one
 * its end.
 */
export function setWordTime(
  line: SongLine,
  place: number,
  border: Border,
  ms: number | null,
  language: Language,
): SongLine {
  const words = wordsToTime(line, language);
  const word = words[place];
  if (!word) return line;
  if (border === "start") {
    if (ms === null) return clearWord({ ...line, words }, place);
    const start = clamp(ms, lastStart(words, place), nextStart(words, place));
    const end_ms = word.end_ms === null ? null : Math.max(word.end_ms, start);
    const changed = words.map((each, other) =>
      other === place ? { ...each, start_ms: start, end_ms } : other < place ? endBy(each, start) : each,
    );
    return withLineStart({ ...line, words: changed }, place, start, word.start_ms);
  }
  if (word.start_ms === null) return line;
  if (place === words.length - 1) {
    const whole = withWord({ ...line, words }, place, { end_ms: null });
    return setLineTime(whole, "end", ms === null ? null : Math.max(ms, word.start_ms));
  }
  const end_ms = ms === null ? null : clamp(ms, word.start_ms, nextStart(words, place));
  return withWord({ ...line, words }, place, { end_ms });
}

/** Changes one word of a line that is cut. */
export function withWord(line: SongLine, place: number, values: Partial<LineWord>): SongLine {
  return { ...line, words: line.words.map((word, other) => (other === place ? { ...word, ...values } : word)) };
}

/** The line starts with its first word, and never after a word. */
function withLineStart(line: SongLine, place: number, start: number, before: number | null): SongLine {
  const isBound = line.start_ms === null || line.start_ms > start || (place === 0 && line.start_ms === before);
  const start_ms = isBound ? start : line.start_ms;
  const isPast = line.end_ms !== null && line.end_ms < start;
  return { ...line, start_ms, end_ms: isPast ? null : line.end_ms };
}

function endBy(word: LineWord, ms: number): LineWord {
  return word.end_ms !== null && word.end_ms > ms ? { ...word, end_ms: null } : word;
}

function lastStart(words: readonly LineWord[], place: number): number {
  return words.slice(0, place).findLast(({ start_ms }) => start_ms !== null)?.start_ms ?? 0;
}

function nextStart(words: readonly LineWord[], place: number): number {
  return words.slice(place + 1).find(({ start_ms }) => start_ms !== null)?.start_ms ?? maxLineMs;
}

/** Changes the text of a line. Words that stay keep all they have, one in the place of another keeps its times, others are cut anew. */
export function withText(line: SongLine, text: string, language: Language): SongLine {
  const { text: before, words } = line;
  if (words.length === 0 || text === before) return { ...line, text };
  let head = 0;
  while (head < Math.min(before.length, text.length) && before[head] === text[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, text.length) - head && before.at(-1 - tail) === text.at(-1 - tail)) tail++;
  const shift = text.length - before.length;
  const stays = ({ start_char, end_char }: LineWord) => {
    if (end_char <= head) return end_char < head || !isLetter(text, end_char);
    const tailStart = before.length - tail;
    return start_char > tailStart || (start_char === tailStart && !isLetter(text, start_char + shift - 1));
  };
  const firstLost = words.findIndex((word) => word.end_char > head || !stays(word));
  const lastLost = words.findLastIndex((word) => word.start_char < before.length - tail || !stays(word));
  const kept = firstLost < 0 ? words : words.slice(0, firstLost);
  const later = words
    .slice(Math.max(lastLost + 1, kept.length))
    .map((word) => ({ ...word, start_char: word.start_char + shift, end_char: word.end_char + shift }));
  const lost = words.slice(kept.length, words.length - later.length);
  const from = kept.at(-1)?.end_char ?? 0;
  const to = later[0]?.start_char ?? text.length;
  const cut = cutWords(text.slice(from, to), language).map(({ start_char, end_char }) =>
    newWord(from + start_char, from + end_char),
  );
  const all = [...kept, ...inPlaceOf(lost, before, cut, text), ...later];
  return { ...line, text, words: all.slice(0, maxLineWords) };
}

const isLetter = (text: string, place: number) => letter.test(text[place] ?? "");

/** Returns new words with what the old ones have that they are, or whose place they take. */
function inPlaceOf(lost: readonly LineWord[], before: string, cut: readonly LineWord[], text: string): LineWord[] {
  const textOf = (of: string, { start_char, end_char }: LineWord) => of.slice(start_char, end_char).normalize();
  let next = 0;
  return cut.map((word, place) => {
    const same = lost.findIndex((old, other) => other >= next && textOf(before, old) === textOf(text, word));
    if (same >= 0) {
      next = same + 1;
      const { start_ms, end_ms, reading, meaning } = lost[same] ?? word;
      return { ...word, start_ms, end_ms, reading, meaning };
    }
    const old = lost.length === cut.length && place >= next ? lost[place] : undefined;
    if (!old) return word;
    next = place + 1;
    return { ...word, start_ms: old.start_ms, end_ms: old.end_ms };
  });
}

/** Cuts a word of a cut line in two. Its time and meaning stay with the first part, its reading fits neither. */
export function splitWord(line: SongLine, place: number, char: number): SongLine | undefined {
  const word = line.words[place];
  if (!word || char <= word.start_char || char >= word.end_char || line.words.length >= maxLineWords) return undefined;
  const parts = [{ ...word, end_char: char, end_ms: null, reading: null }, newWord(char, word.end_char)];
  return { ...line, words: line.words.toSpliced(place, 1, ...parts) };
}

/** Makes one word of a word and the next one, with what stands between them. */
export function joinWords(line: SongLine, place: number): SongLine | undefined {
  const [one, other] = [line.words[place], line.words[place + 1]];
  if (!one || !other) return undefined;
  const textOf = ({ start_char, end_char }: LineWord) => line.text.slice(start_char, end_char);
  const between = line.text.slice(one.end_char, other.start_char);
  const hasReading = one.reading !== null || other.reading !== null;
  const start_ms = one.start_ms ?? other.start_ms;
  const joined: LineWord = {
    start_char: one.start_char,
    end_char: other.end_char,
    start_ms,
    end_ms: start_ms === null ? null : other.end_ms,
    reading: hasReading
      ? `${one.reading ?? textOf(one)}${between}${other.reading ?? textOf(other)}`.slice(0, maxShortText)
      : null,
    meaning: joinTexts(one.meaning, other.meaning, maxShortText),
  };
  return { ...line, words: line.words.toSpliced(place, 2, joined) };
}

/** Cuts a line in two; undefined where one of them would have no text. Layers stay with the first. */
export function splitLine(line: SongLine, char: number): [SongLine, SongLine] | undefined {
  const head = line.text.slice(0, char).trimEnd();
  const tail = line.text.slice(char).trimStart();
  if (head.trim() === "" || tail === "") return undefined;
  const across = line.words.findIndex(({ start_char, end_char }) => start_char < char && char < end_char);
  const { words } = (across >= 0 && splitWord(line, across, char)) || line;
  const offset = line.text.length - tail.length;
  const later = words
    .filter(({ start_char }) => start_char >= offset)
    .map((word) => ({ ...word, start_char: word.start_char - offset, end_char: word.end_char - offset }));
  const start_ms = later.find((word) => word.start_ms !== null)?.start_ms ?? null;
  return [
    {
      ...line,
      text: head,
      end_ms: start_ms === null ? line.end_ms : null,
      words: words.filter(({ end_char }) => end_char <= head.length),
    },
    {
      ...line,
      text: tail,
      starts_verse: false,
      start_ms,
      end_ms: start_ms === null || line.end_ms === null ? null : Math.max(line.end_ms, start_ms),
      reading: null,
      translation: null,
      words: later,
    },
  ];
}

/** Makes one line of two; undefined where it would be too long. */
export function joinLines(one: SongLine, other: SongLine, language: Language): SongLine | undefined {
  const isUnspaced = unspaced.test(one.text.at(-1) ?? "") && unspaced.test(other.text[0] ?? "");
  const start = `${one.text}${isUnspaced ? "" : " "}`;
  const text = `${start}${other.text}`;
  const words = one.words.length + other.words.length > 0 ? [...timedFrom(one, language), ...moved()] : [];
  if (text.length > maxLineText || words.length > maxLineWords) return undefined;
  const start_ms = one.start_ms ?? other.start_ms;
  const end_ms = other.start_ms === null ? one.end_ms : other.end_ms;
  return {
    ...one,
    text,
    start_ms,
    end_ms: start_ms === null || end_ms === null ? null : Math.max(end_ms, start_ms),
    reading: joinTexts(one.reading, other.reading, maxLineText),
    translation: joinTexts(one.translation, other.translation, maxLineText),
    words: inOrder(words),
  };

  function moved(): LineWord[] {
    const offset = start.length;
    return timedFrom(other, language).map((word) => ({
      ...word,
      start_char: word.start_char + offset,
      end_char: word.end_char + offset,
    }));
  }
}

/** Returns the words of a line, of which the first has at least the time of the line. */
function timedFrom(line: SongLine, language: Language): LineWord[] {
  return wordsToTime(line, language).map((word, place) =>
    place === 0 && word.start_ms === null ? { ...word, start_ms: line.start_ms } : word,
  );
}

/** Takes the times off words that start before one above them. */
function inOrder(words: readonly LineWord[]): LineWord[] {
  let last = 0;
  return words.map((word) => {
    if (word.start_ms === null) return word;
    if (word.start_ms < last) return { ...word, start_ms: null, end_ms: null };
    last = word.start_ms;
    return word;
  });
}

function joinTexts(one: string | null, other: string | null, max: number): string | null {
  return [one, other].filter(Boolean).join(" ").slice(0, max).trim() || null;
}
