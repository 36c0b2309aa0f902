/**
 * Sets the lyrics to the tunes: `npm run lines` writes demo/lines.json, the times of each line and its words in milliseconds. They follow the
 * score, so they are as exact as the sound.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { SongLine } from "../../src/contract/lyrics/document.ts";
import { linesOfText } from "../../src/contract/lyrics/lyrics-text.ts";
import { type DemoWords, spelledWords } from "../../src/server/features/catalogue/demo-words.ts";
import { createClock, sectionBeats } from "./arrange.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Section, Song } from "./song.ts";
import { songs } from "./songs/index.ts";
import { parseMelody } from "./theory.ts";

/** Start and end of a line, and of each word: first letter, letter after the last one, start. */
type LineTimes = [start: number, end: number, words: [number, number, number][]];

/** A note that may carry a syllable, with the notes that slide from it. Times are in seconds. */
type Syllable = {
  start: number;
  end: number;
  section: number;
  /** Sung, not played. */
  isSung: boolean;
  /** On the first beat of a bar, or after a rest. */
  opens: boolean;
};

/**
 * Returns the notes of a song's tune in order: of each section what is sung, or else played.
 * @param isSparse the song has few notes: its opening and the notes that others slide to count, too
 */
function tune(song: Song, isSparse = false): Syllable[] {
  const clock = createClock(song);
  const syllables: Syllable[] = [];
  let offset = 0;
  for (const [place, section] of song.sections.entries()) {
    const parts = tuneParts(song, section);
    // The opening belongs to the instruments.
    if (place > 0 || parts.isSung || isSparse) {
      const notes = parts.lines
        .flatMap((line) => parseMelody(line, song.beatsPerBar))
        .sort((a, b) => a.start - b.start);
      let last: { start: number; end: number; syllable: Syllable } | undefined;
      for (const note of notes) {
        const end = note.start + note.length;
        const follows = last !== undefined && note.start - last.end < 0.26;
        // Instruments that play the same note are one.
        if (last && ((note.slide && follows && !isSparse) || note.start - last.start < 0.1)) {
          last.syllable.end = Math.max(last.syllable.end, clock(offset + end));
          last.end = Math.max(last.end, end);
          continue;
        }
        const opens = !follows || note.start % song.beatsPerBar < 0.01;
        const times = { start: clock(offset + note.start), end: clock(offset + end) };
        const syllable = { ...times, section: place, isSung: parts.isSung, opens };
        syllables.push(syllable);
        last = { start: note.start, end, syllable };
      }
    }
    offset += sectionBeats(section, song.beatsPerBar);
  }
  return syllables;
}

/** A hum that answers an instrument now and then has less than a note in each bar; then all tunes count. */
function tuneParts(song: Song, section: Section): { isSung: boolean; lines: string[] } {
  const melodies = section.parts.filter((part) => part.kind === "melody");
  const hums = melodies.filter(({ channel }) => song.channels[channel]?.voice.startsWith("hum"));
  const notes = hums.flatMap(({ line }) => parseMelody(line, song.beatsPerBar));
  const bars = sectionBeats(section, song.beatsPerBar) / song.beatsPerBar;
  const isSung = notes.length > bars;
  return { isSung, lines: (isSung ? hums : melodies).map(({ line }) => line) };
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Returns the words of a line with the syllables that each has. @param spelled those that were cut by hand */
function wordsOf(
  text: string,
  language: string,
  spelled: string | undefined,
): { from: number; to: number; syllables: number }[] {
  if (spelled !== undefined) {
    return spelledWords(text, spelled).map(({ start_char: from, end_char: to, reading }) => {
      const sung = language === "ja" ? (reading ?? text.slice(from, to)) : text.slice(from, to);
      return { from, to, syllables: syllablesOf(sung, language) };
    });
  }
  let segmenter = segmenters.get(language);
  if (!segmenter) segmenters.set(language, (segmenter = new Intl.Segmenter(language, { granularity: "word" })));
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({
      from: index,
      to: index + segment.length,
      syllables: syllablesOf(segment, language),
    }));
}

function syllablesOf(word: string, language: string): number {
  if (language === "vi") return 1;
  if (language === "zh") return [...word].length;
  // Small kana belong to the one before; a character of Chinese has two sounds more often than one.
  if (language === "ja")
    return [...word].reduce(
      (sum, sign) => sum + (/\p{Script=Han}/u.test(sign) ? 2 : /[ゃゅょァィゥェォャュョ]/u.test(sign) ? 0 : 1),
      0,
    );
  return Math.max(
    1,
    word
      .toLowerCase()
      .replace(/e$|(?<=[^td])ed$/, "")
      .match(/[aeiouy]+/g)?.length ?? 1,
  );
}

/** Costs of setting lines to notes. */
const cost = { skippedNote: 1.5, closedStart: 3, verseWithin: 4, acrossSections: 6 };

/**
 * Chooses the notes of each line: as many as its syllables, as far as the tune has them, from a first beat or a rest on, verses with sections.
 * @returns first and last note of each line
 */
function setLines(
  lines: readonly SongLine[],
  sizes: readonly number[],
  notes: readonly Syllable[],
): [number, number][] {
  const sung = notes.filter(({ isSung }) => isSung).length;
  const ratio = (sung || notes.length) / sizes.reduce((sum, size) => sum + size, 0);
  const skips = [0];
  for (const { isSung } of notes) skips.push((skips.at(-1) ?? 0) + (isSung || sung === 0 ? cost.skippedNote : 0.1));
  /** Least cost of the lines so far when the next one begins at a note or later, and where the last one began. */
  type Step = { total: number; first: number; last: number };
  const best: Step[][] = [];
  for (const [place, line] of lines.entries()) {
    const steps: Step[] = notes.map(() => ({ total: Infinity, first: 0, last: 0 }));
    const ideal = (sizes[place] ?? 1) * ratio;
    for (let first = place; first < notes.length; first++) {
      const note = notes[first];
      if (!note) continue;
      const above = best.at(-1);
      let before = above ? Infinity : (skips[first] ?? 0);
      for (const [end, { total }] of (above ?? []).slice(0, first).entries()) {
        before = Math.min(before, total + (skips[first] ?? 0) - (skips[end + 1] ?? 0));
      }
      const isOpening = first === 0 || notes[first - 1]?.section !== note.section;
      const opening = (note.opens ? 0 : cost.closedStart) + (line.starts_verse && !isOpening ? cost.verseWithin : 0);
      for (let last = first; last < Math.min(notes.length, first + 20); last++) {
        const across = notes[last]?.section === note.section ? 0 : cost.acrossSections;
        const total = before + opening + across + (last - first + 1 - ideal) ** 2 / Math.max(1, ideal);
        const step = steps[last];
        if (step && total < step.total) steps[last] = { total, first, last };
      }
    }
    best.push(steps);
  }
  return chosen(best, skips);
}

/** Follows the cheapest steps back from the last line. */
function chosen(
  best: readonly { total: number; first: number; last: number }[][],
  skips: readonly number[],
): [number, number][] {
  const spans: [number, number][] = [];
  let until = skips.length - 1;
  for (const steps of best.toReversed()) {
    const costs = steps.map(({ total }, last) =>
      last < until ? total + (skips[until] ?? 0) - (skips[last + 1] ?? 0) : Infinity,
    );
    const { first, last } = steps[costs.indexOf(Math.min(...costs))] ?? { first: 0, last: 0 };
    spans.unshift([first, last]);
    until = first;
  }
  return spans;
}

const toMs = (seconds: number) => Math.round(seconds * 1000);

/** Returns the time of a place within notes: 1.5 is half way through the second. */
function timeAt(notes: readonly Syllable[], place: number): number {
  const at = Math.min(notes.length - 1, Math.floor(place));
  const note = notes[at];
  if (!note) return 0;
  const end = Math.min(note.end, notes[at + 1]?.start ?? note.end);
  return note.start + (place - Math.floor(place)) * (end - note.start);
}

function lineTimes(
  line: SongLine,
  language: string,
  spelled: string | undefined,
  notes: readonly Syllable[],
): LineTimes {
  const words = wordsOf(line.text, language, spelled);
  const whole = words.reduce((sum, { syllables }) => sum + syllables, 0);
  let sung = 0;
  const times = words.map(({ from, to, syllables }): [number, number, number] => {
    const place = (sung / whole) * notes.length;
    sung += syllables;
    // With a note for each syllable, words begin with notes.
    return [from, to, toMs(timeAt(notes, whole <= notes.length ? Math.round(place) : place))];
  });
  return [toMs(notes[0]?.start ?? 0), toMs(notes.at(-1)?.end ?? 0), times];
}

const taught = JSON.parse(readFileSync(new URL("../words.json", import.meta.url), "utf8")) as Record<string, DemoWords>;
const set: Record<string, LineTimes[]> = {};
for (const { slug, lyrics } of readCatalogue().songs) {
  const song = songs.find((other) => other.slug === slug);
  if (!song) throw new Error(`No music for ${slug}`);
  const { language, lines } = linesOfText(lyrics).document;
  if (language === null) throw new Error(`No language for ${slug}`);
  const spelled = taught[slug]?.words;
  const sizes = lines.map(({ text }, place) =>
    wordsOf(text, language, spelled?.[place]).reduce((sum, { syllables }) => sum + syllables, 0),
  );
  const all = tune(song);
  const notes = all.length < 2 * lines.length ? tune(song, true) : all;
  const times = setLines(lines, sizes, notes).map(([first, last], place) =>
    lineTimes(lines[place] as SongLine, language, spelled?.[place], notes.slice(first, last + 1)),
  );
  // A note that rings on ends its line all the same.
  set[slug] = times.map(([start, end, words], place) => [start, Math.min(end, times[place + 1]?.[0] ?? end), words]);
  console.log(
    `${slug}: ${lines.length} lines, ${sizes.reduce((sum, size) => sum + size, 0)} syllables on ${notes.length} notes`,
  );
}
const rows = Object.entries(set).map(([slug, times]) => {
  const lines = times.map((line) => `    ${JSON.stringify(line)}`);
  return `  ${JSON.stringify(slug)}: [\n${lines.join(",\n")}\n  ]`;
});
writeFileSync(new URL("../lines.json", import.meta.url), `{\n${rows.join(",\n")}\n}\n`);
