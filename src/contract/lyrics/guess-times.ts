/** A first guess of when lines are sung, from nothing but how loud the song is: to be corrected by ear. */
import type { LineDocument, SongLine } from "./document.ts";

/** Share of the level of loud slices from which a slice may be sung. */
const sungShare = 0.6;
/** Most of the song that its opening may take, and its end. */
const openingShare = 1 / 6;
/** Level of an opening, beside what follows it, below which it is one. */
const openingLevel = 0.85;
/** How much a quiet slice counts beside a loud one. */
const quietWeight = 0.05;
/** Letters that the breath after a line takes as much time as. */
const breath = 8;
/** How far from its expected place a new verse looks for a quiet one, in milliseconds. */
const verseReachMs = 3000;

/** A stretch of the song, in milliseconds. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * Returns the document with times for the lines that have none: spread over the loud stretches between the timed lines around them by their
 * letters, new verses beginning after a quiet place where one is near. Timed lines stay as they are; where no time is left between two of them, so do
 * the lines between.
 * @param peaks the level of equal slices of the song, as stored; without any the whole song counts as loud
 */
export function guessTimes(document: LineDocument, peaks: readonly number[], durationMs: number): LineDocument {
  const song = curveOf(peaks.length > 0 ? peaks : [1], durationMs);
  const lines = [...document.lines];
  let from = 0;
  while (from < lines.length) {
    const next = lines.findIndex(({ start_ms }, place) => place > from && start_ms !== null);
    const to = next < 0 ? lines.length : next;
    const head = lines[from];
    // A timed line without an end takes part with its letters.
    const start = head?.start_ms == null ? song.bounds.from : (head.end_ms ?? head.start_ms);
    const first = head?.start_ms != null && head.end_ms !== null ? from + 1 : from;
    const stretch = { from: start, to: lines[to]?.start_ms ?? Math.max(song.bounds.to, start) };
    const guessed = stretch.to > stretch.from ? spread(lines.slice(first, to), stretch, song) : [];
    for (const [place, times] of guessed.entries()) {
      const line = lines[first + place];
      const next_ms = guessed[place + 1]?.start_ms ?? lines[to]?.start_ms;
      const end_ms = times.end_ms === next_ms ? null : times.end_ms;
      if (line?.start_ms === null) lines[first + place] = { ...line, ...times, end_ms };
    }
    from = to;
  }
  return { ...document, lines };
}

type Curve = ReturnType<typeof curveOf>;

/** Returns how much may have been sung by each time of the song. */
function curveOf(peaks: readonly number[], durationMs: number) {
  const sliceMs = durationMs / peaks.length;
  const loud = peaks.toSorted((a, b) => a - b)[Math.floor(0.75 * peaks.length)] ?? 1;
  const isSung = peaks.map((peak) => peak >= sungShare * loud);
  const sums = [0];
  for (const sung of isSung) sums.push((sums.at(-1) ?? 0) + (sung ? 1 : quietWeight));
  return {
    /** The part of the song between its opening and its end, which are quieter when nobody sings. */
    bounds: { from: openingOf(peaks) * sliceMs, to: (peaks.length - openingOf(peaks.toReversed())) * sliceMs },
    sumAt(ms: number): number {
      const place = Math.min(Math.max(0, ms / sliceMs), peaks.length);
      const slice = Math.min(Math.floor(place), peaks.length - 1);
      const below = sums[slice] ?? 0;
      return below + (place - slice) * ((sums[slice + 1] ?? below) - below);
    },
    timeAt(sum: number): number {
      const slice = Math.max(0, Math.min(sums.findIndex((each) => each > sum) - 1, peaks.length - 1));
      const below = sums[slice] ?? 0;
      return (slice + (sum - below) / ((sums[slice + 1] ?? below) - below)) * sliceMs;
    },
    /** Returns the quietest slice around a time; undefined where all are loud. */
    quietNear(ms: number, reach: number): Stretch | undefined {
      let found: number | undefined;
      const first = Math.max(0, Math.floor((ms - reach) / sliceMs));
      for (let slice = first; slice < Math.min(peaks.length, (ms + reach) / sliceMs); slice++) {
        if (!isSung[slice] && (peaks[slice] ?? 0) < (peaks[found ?? -1] ?? Infinity)) found = slice;
      }
      return found === undefined ? undefined : { from: found * sliceMs, to: (found + 1) * sliceMs };
    },
  };
}

/** Returns the number of slices before the clearest rise near the beginning; 0 without one. */
function openingOf(peaks: readonly number[]): number {
  const most = Math.floor(openingShare * peaks.length);
  let best = { slices: 0, rise: 0 };
  for (let slices = 1; slices <= most; slices++) {
    const before = mean(peaks.slice(0, slices));
    const after = mean(peaks.slice(slices, slices + most));
    const rise = (after - before) * Math.sqrt(slices);
    if (before < openingLevel * after && rise > best.rise) best = { slices, rise };
  }
  return best.slices;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const lettersOf = ({ text }: SongLine): number => breath + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);

/** Returns the times of the lines of a stretch: its verses first, then the lines of each. */
function spread(lines: readonly SongLine[], stretch: Stretch, song: Curve): Pick<SongLine, "start_ms" | "end_ms">[] {
  const verses = lines.reduce<SongLine[][]>((all, line) => {
    const verse = all.at(-1);
    if (verse && !line.starts_verse) verse.push(line);
    else all.push([line]);
    return all;
  }, []);
  const sizes = verses.map((verse) => verse.reduce((sum, line) => sum + lettersOf(line), 0));
  let { from } = stretch;
  let rest = sizes.reduce((sum, size) => sum + size, 0);
  return verses.flatMap((verse, place) => {
    const size = sizes[place] ?? 0;
    const span = song.sumAt(stretch.to) - song.sumAt(from);
    const isLast = place === verses.length - 1;
    const expected = isLast ? stretch.to : song.timeAt(song.sumAt(from) + (span * size) / rest);
    const reach = Math.min(verseReachMs, (expected - from) / 2, (stretch.to - expected) / 2);
    const gap = isLast ? undefined : song.quietNear(expected, reach);
    const end = gap ? Math.max(from, gap.from) : expected;
    const times = spreadVerse(verse, { from, to: end }, song);
    from = Math.max(end, gap?.to ?? end);
    rest -= size;
    return times;
  });
}

function spreadVerse(verse: readonly SongLine[], { from, to }: Stretch, song: Curve) {
  const whole = verse.reduce((sum, line) => sum + lettersOf(line), 0);
  const start = song.sumAt(from);
  const span = song.sumAt(to) - start;
  let sung = 0;
  return verse.map((line, place) => {
    const start_ms = Math.round(Math.max(from, song.timeAt(start + (span * sung) / whole)));
    sung += lettersOf(line);
    return { start_ms, end_ms: place === verse.length - 1 ? Math.max(start_ms, Math.round(to)) : null };
  });
}
