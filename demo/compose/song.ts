/** How a song is written down: its data types. Times are in beats unless said otherwise. */

import type * as instruments from "./instruments.ts";
import type { ChannelMix, Room } from "./mixer.ts";
import type * as singers from "./singers.ts";

/** The name of a note instrument, a line instrument, or the drum kit. */
export type VoiceName = keyof typeof instruments | keyof typeof singers | "drums";

/** A channel: its instrument and its place in the mix. */
export type Channel = {
  voice: VoiceName;
  mix: ChannelMix;
  /** Pan per octave from middle C, for instruments as wide as a piano. */
  spread?: number;
  /** How many times the line is performed, panned apart (line instruments). */
  takes?: number;
};

/**
 * A part of a channel in a section. Patterns are one bar (or several, parted
 * by "|") cut in equal steps, one character each, and repeat.
 */
export type Part =
  /** A melody in numbered notation; `octave` shifts it. */
  | { kind: "melody"; channel: string; line: string; octave?: number; level?: number }
  /** A second voice under a melody, on the chord tones a third to a seventh below. */
  | { kind: "harmony"; channel: string; line: string; octave?: number; level?: number }
  /** Broken chords: 0..9 climb the chord from `low`, "r" is the bass note, "." rests. Notes ring on. */
  | { kind: "arpeggio"; channel: string; pattern: string; low: number; level?: number }
  /** Strummed chords: D/U loud down and up, d/u soft, "x" muted, "-" rings on, "." silence. */
  | { kind: "strum"; channel: string; pattern: string; low: number; level?: number }
  /** Chords together: X, x, o from loud to soft, "-" held, "." silence. */
  | { kind: "chords"; channel: string; pattern: string; low: number; level?: number }
  /** Bass: R root, 3, 5, 8 octave, "a" step into the next root, "-" held, "." silence. */
  | { kind: "bass"; channel: string; pattern: string; low?: number; level?: number }
  /** Strokes: X, x, o from loud to soft, for each drum by name. */
  | { kind: "drums"; channel: string; pattern: Record<string, string>; level?: number };

/** A stretch of music over one progression. */
export type Section = { chords: string; parts: Part[] };

/** A whole song. */
export type Song = {
  slug: string;
  key: string;
  /** Beats a minute and beats a bar. */
  bpm: number;
  beatsPerBar: number;
  /** Where the second half of each swung unit falls (0.5 is straight), and the unit (1 or 0.5 beat). */
  swing?: number;
  swingUnit?: number;
  /** Slowing at the end: over how many beats, to how much longer beats. */
  ritardando?: { beats: number; amount: number };
  /** Seconds of ringing after the last beat, the last `fadeOut` of them fading. */
  tail: number;
  fadeOut: number;
  room: Room;
  /** The file keeps both sides: for quiet songs, which gain most by width and cost least. */
  stereo?: boolean;
  /** Echo time in beats. */
  echo?: number;
  channels: Record<string, Channel>;
  sections: Section[];
};

/** Returns a pattern of `bars` bars that repeats one (or several, parted by "|") and closes with another. */
export function closing(pattern: string, bars: number, last: string): string {
  const cycle = pattern.split("|");
  return [...Array.from({ length: bars - 1 }, (_, bar) => cycle[bar % cycle.length] ?? ""), last].join("|");
}

/** The same for a drum pattern: `last` names the drums that strike the closing bar's first beat. */
export function closingDrums(pattern: Record<string, string>, bars: number, last: string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(pattern).map(([drum, steps]) => [
      drum,
      closing(steps, bars, last.includes(drum) ? "x......." : "........"),
    ]),
  );
}
