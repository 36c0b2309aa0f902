/** Where a song is in its lines: which one sounds, how far its words are sung. All times are milliseconds of the song. */
import type { LineDocument, LineWord, SongLine } from "#contract/lyrics/document.ts";
import { type RubySegment, rubySegments } from "#contract/lyrics/ruby.ts";

/** A part of a line that is filled at once: a word, or a part of one with a reading of its own, with the blanks and signs after it. */
export interface Piece {
  text: string;
  reading: string | null;
  /** Null in a line whose words have no times. */
  start: number | null;
  end: number;
}

/** A line with its times; those that it lacks follow from what stands around it. */
export interface TimedLine {
  line: SongLine;
  /** Null for a line that has no time of its own; it is never the current one. */
  start: number | null;
  end: number;
  pieces: readonly Piece[];
}

/** A line without an end and without a next one lasts this long. */
const lastLineMs = 6000;
/** Silence before a line from which its coming is counted in. */
const countInGap = 4000;
const countInMs = 3000;

/** Returns the lines of a song with the times at which they end. @param duration of the song; 0 while it is unknown */
export function timedLines({ lines }: LineDocument, duration: number): TimedLine[] {
  let next: number | null = null;
  return lines
    .toReversed()
    .map((line) => {
      const start = line.start_ms;
      const last = start === null ? 0 : Math.min(start + lastLineMs, duration || Infinity);
      const end = Math.max(line.end_ms ?? next ?? last, start ?? 0);
      if (start !== null) next = start;
      return { line, start, end, pieces: piecesOf(line, end) };
    })
    .toReversed();
}

/** Cuts a line into its words, and those into what has a reading and what needs none; text between two of them belongs to the one before. */
function piecesOf({ text, words, start_ms }: SongLine, end: number): Piece[] {
  if (words.length === 0) return [{ text, reading: null, start: null, end }];
  const starts = startsOf(words, start_ms, end);
  return words.flatMap(({ start_char, end_char, end_ms, reading }, place) => {
    const from = place === 0 ? 0 : start_char;
    const to = words[place + 1]?.start_char ?? text.length;
    const start = starts?.[place] ?? null;
    const piece = { text: text.slice(from, to), reading, start, end: end_ms ?? starts?.[place + 1] ?? end };
    return reading === null
      ? [piece]
      : partsOf(piece, start_char - from, rubySegments(text.slice(start_char, end_char), reading));
  });
}

/**
 * Cuts a word where its reading stands above a part of it alone, and from the signs around it; the parts share its time by their letters.
 * @param lead letters before the word
 */
function partsOf(piece: Piece, lead: number, segments: readonly RubySegment[]): Piece[] {
  const { text: whole, start, end } = piece;
  const letters = segments.reduce((sum, { text }) => sum + text.length, 0);
  const timeAt = (char: number) => (start === null ? null : start + ((end - start) * char) / letters);
  let passed = 0;
  const parts = segments.map(({ text, reading }): Piece => {
    const from = timeAt(passed);
    passed += text.length;
    return { text, reading, start: from, end: timeAt(passed) ?? end };
  });
  const before = { text: whole.slice(0, lead), reading: null, start, end: start ?? end };
  const after = { text: whole.slice(lead + letters), reading: null, start: start === null ? null : end, end };
  const last = parts.at(-1);
  if (last && after.text.trim() === "") last.text += after.text;
  else parts.push(after);
  return lead > 0 ? [before, ...parts] : parts;
}

/** Returns when each word starts: words without a time share the stretch up to the next one by their letters; undefined without any time. */
function startsOf(words: readonly LineWord[], lineStart: number | null, end: number): number[] | undefined {
  if (words.every(({ start_ms }) => start_ms === null)) return undefined;
  const starts: number[] = [];
  let from = lineStart ?? 0;
  for (let place = 0; place < words.length; ) {
    from = words[place]?.start_ms ?? from;
    const after = words.findIndex(({ start_ms }, other) => other > place && start_ms !== null);
    const stop = after < 0 ? words.length : after;
    const to = words[after]?.start_ms ?? end;
    const run = words.slice(place, stop);
    const letters = run.reduce((sum, { start_char, end_char }) => sum + end_char - start_char, 0);
    let passed = 0;
    for (const { start_char, end_char } of run) {
      starts.push(from + ((to - from) * passed) / letters);
      passed += end_char - start_char;
    }
    from = to;
    place = stop;
  }
  return starts;
}

/** Returns the number of the line that sounds at a moment, the latest begun one where two do; -1 before, between and after lines. */
export function lineAt(lines: readonly TimedLine[], ms: number): number {
  return lines.findLastIndex(({ start, end }) => start !== null && start <= ms && ms < end);
}

/** Returns the number of the line that comes after a moment; -1 after the last one. */
export function lineAfter(lines: readonly TimedLine[], ms: number): number {
  return lines.findIndex(({ start }) => start !== null && start > ms);
}

/** Returns how much of a piece is sung, 0 to 1. */
export function sungPart({ start, end }: Piece, ms: number): number {
  if (start === null) return 1;
  if (end <= start) return ms >= start ? 1 : 0;
  return Math.min(1, Math.max(0, (ms - start) / (end - start)));
}

/** Returns how many counts, 3 to 1, are left before a line that follows a silence; 0 when nothing is counted in. */
export function countIn(lines: readonly TimedLine[], ms: number): number {
  const next = lines[lineAfter(lines, ms)];
  if (!next || next.start === null || lineAt(lines, ms) >= 0) return 0;
  const before = Math.max(0, ...lines.filter(({ start }) => start !== null && start <= ms).map(({ end }) => end));
  const left = next.start - ms;
  return next.start - before >= countInGap && left <= countInMs ? Math.ceil(left / 1000) : 0;
}
