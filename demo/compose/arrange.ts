/** Turns a written song into timed notes for each channel. */
import { createRandom, gaussian, hashText, type Random } from "./random.ts";
import type { Part, Section, Song } from "./song.ts";
import {
  type Chord,
  type ChordSpan,
  keyTransposition,
  nearestPitch,
  parseMelody,
  parseProgression,
  voiceChord,
} from "./theory.ts";

/** A note or stroke: seconds, MIDI pitch (or a drum's name), velocity 0..1. */
export type TimedNote = {
  start: number;
  seconds: number;
  pitch: number;
  velocity: number;
  slide: boolean;
  ornament: boolean;
  drum?: string;
};

/** A song in seconds: notes by channel, and the whole length with its tail. */
export type Score = { seconds: number; channels: Map<string, TimedNote[]> };

const STRESS: Record<string, number> = { X: 1, x: 0.78, o: 0.5, D: 0.95, d: 0.62, U: 0.78, u: 0.5 };

/** Returns the number of beats in a section. */
export function sectionBeats(section: Section, beatsPerBar: number): number {
  return section.chords.split("|").length * beatsPerBar;
}

/** Returns a section's chords in the song's key. */
export function sectionChords(section: Section, song: Song): ChordSpan[] {
  const shift = keyTransposition(song.key) + 12;
  return parseProgression(section.chords, song.beatsPerBar).map((span) => ({
    ...span,
    chord: {
      name: span.chord.name,
      tones: span.chord.tones.map((tone) => (tone + shift) % 12),
      bass: (span.chord.bass + shift) % 12,
    },
  }));
}

/** Returns the function from beats to seconds, with swing and the slowing at the end. */
export function createClock(song: Song): (beat: number) => number {
  const total = song.sections.reduce((sum, section) => sum + sectionBeats(section, song.beatsPerBar), 0);
  const { beats: slowBeats, amount } = song.ritardando ?? { beats: 1, amount: 0 };
  const slowStart = total - slowBeats;
  const unit = song.swingUnit ?? 1;
  const swing = song.swing ?? 0.5;
  return (beat) => {
    const whole = Math.floor(beat / unit + 1e-6);
    const part = Math.max(0, beat / unit - whole);
    const swung = part < 0.5 ? part * 2 * swing : swing + (part - 0.5) * 2 * (1 - swing);
    const position = (whole + swung) * unit;
    const late = Math.max(0, position - slowStart);
    const inside = Math.min(late, slowBeats);
    const extra = (amount * inside * inside) / (2 * slowBeats) + amount * (late - inside);
    return ((position + extra) * 60) / song.bpm;
  };
}

/** Arranges a song: the same song always gives the same score. */
export function arrange(song: Song): Score {
  const clock = createClock(song);
  const random = createRandom(hashText(song.slug));
  const channels = new Map<string, TimedNote[]>(Object.keys(song.channels).map((name) => [name, []]));
  const voicings = new Map<string, number[]>();
  let offset = 0;
  song.sections.forEach((section, index) => {
    const spans = sectionChords(section, song);
    const following = song.sections[index + 1];
    const nextChord = following && sectionChords(following, song)[0]?.chord;
    const beats = sectionBeats(section, song.beatsPerBar);
    for (const part of section.parts) {
      const notes = channels.get(part.channel);
      if (!notes) throw new Error(`${song.slug}: no channel ${part.channel}`);
      const add = (
        beat: number,
        length: number,
        pitch: number,
        velocity: number,
        more: Partial<TimedNote> & { late?: number } = {},
      ) => {
        const { late = 0, ...rest } = more;
        const start = Math.max(0, clock(offset + beat) + late);
        const ringing =
          !following && beat + length > beats - 0.4 ? song.tail * (part.kind === "melody" ? 0.25 : 0.8) : 0;
        const end = clock(offset + beat + length) + ringing;
        notes.push({
          start,
          seconds: Math.max(0.03, end - start),
          pitch,
          velocity: Math.max(0.05, Math.min(1, velocity * (part.level ?? 1))),
          slide: false,
          ornament: false,
          ...rest,
        });
      };
      playPart({ part, song, spans, nextChord, beats, random, voicings, add });
    }
    offset += beats;
  });
  for (const notes of channels.values()) notes.sort((a, b) => a.start - b.start);
  return { seconds: clock(offset) + song.tail, channels };
}

type Adder = (
  beat: number,
  length: number,
  pitch: number,
  velocity: number,
  more?: Partial<TimedNote> & { late?: number },
) => void;

type Context = {
  part: Part;
  song: Song;
  spans: ChordSpan[];
  nextChord: Chord | undefined;
  beats: number;
  random: Random;
  voicings: Map<string, number[]>;
  add: Adder;
};

function playPart(context: Context): void {
  const { part } = context;
  if (part.kind === "melody" || part.kind === "harmony") playMelody(context, part);
  else if (part.kind === "drums") {
    for (const [drum, pattern] of Object.entries(part.pattern)) {
      eachStep(context, pattern, (symbol, beat) => {
        const stress = STRESS[symbol];
        if (stress === undefined) return;
        const velocity = stress * (1 + 0.06 * gaussian(context.random));
        context.add(beat, 0.1, 0, velocity, { drum, late: 0.003 * gaussian(context.random) });
      });
    }
  } else if (part.kind === "bass") playBass(context, part);
  else if (part.kind === "arpeggio") playArpeggio(context, part);
  else playChords(context, part);
}

/** Calls back for each step of a pattern over a section, with the number of beats the step is held ("-"). */
function eachStep(context: Context, pattern: string, play: (symbol: string, beat: number, held: number) => void): void {
  const bars = pattern.split("|").map((bar) => bar.replaceAll(" ", ""));
  const { beats, song } = context;
  for (let bar = 0; bar * song.beatsPerBar < beats; bar++) {
    const steps = bars[bar % bars.length] ?? "";
    const size = song.beatsPerBar / steps.length;
    for (let step = 0; step < steps.length; step++) {
      let end = step + 1;
      while (steps[end] === "-") end++;
      const symbol = steps[step] ?? ".";
      if (symbol !== "-" && symbol !== ".") play(symbol, bar * song.beatsPerBar + step * size, (end - step) * size);
    }
  }
}

function spanAt(spans: ChordSpan[], beat: number): ChordSpan {
  const found = spans.findLast((span) => span.start <= beat + 1e-6);
  if (!found) throw new Error(`No chord at beat ${beat}`);
  return found;
}

function playMelody(context: Context, part: Part & { kind: "melody" | "harmony" }): void {
  const { song, spans, random, add } = context;
  const shift = keyTransposition(song.key) + 12 * (part.octave ?? 0);
  const notes = parseMelody(part.line, song.beatsPerBar);
  const end = notes.at(-1);
  if (end && end.start + end.length > context.beats + 0.01)
    throw new Error(`${song.slug}: a melody is longer than its section`);
  const phraseBeats = song.beatsPerBar * 4;
  notes.forEach((note, index) => {
    const next = notes[index + 1];
    const legato = next && next.start - note.start - note.length < 0.01;
    const phrase = (note.start % phraseBeats) / phraseBeats;
    const arch = 0.86 + 0.14 * Math.sin(Math.PI * Math.min(1, phrase * 1.15));
    const beat = note.start % song.beatsPerBar;
    const accent = beat < 0.01 ? 1 : beat % 1 < 0.01 ? 0.95 : 0.9;
    const height = 1 + Math.max(-0.06, Math.min(0.08, (note.pitch - 67) * 0.008));
    const velocity = 0.82 * arch * accent * height * (1 + 0.03 * gaussian(random));
    let pitch = note.pitch + shift;
    if (part.kind === "harmony") {
      const { chord } = spanAt(spans, note.start);
      const below = chord.tones
        .slice(0, 4)
        .map((tone) => nearestPitch(tone, pitch - 5))
        .filter((low) => pitch - low >= 3);
      pitch = below.sort((a, b) => Math.abs(pitch - 4.5 - a) - Math.abs(pitch - 4.5 - b))[0] ?? pitch - 12;
    }
    add(note.start, legato ? note.length : note.length * 0.92, pitch, velocity, {
      slide: note.slide,
      ornament: note.ornament,
      late: note.start === 0 ? 0 : 0.007 * gaussian(random),
    });
  });
}

function playBass(context: Context, part: Part & { kind: "bass" }): void {
  const { spans, nextChord, random, add, beats } = context;
  const low = part.low ?? 33;
  eachStep(context, part.pattern, (symbol, beat, held) => {
    const span = spanAt(spans, beat);
    const { chord } = span;
    const root = low + ((((chord.bass - low) % 12) + 12) % 12);
    const chordRoot = chord.tones[0] ?? chord.bass;
    let pitch = root;
    if (symbol === "3") pitch = nearestPitch(chord.tones[1] ?? root, root + 4);
    else if (symbol === "5") {
      const fifth = chord.tones.find((tone) => [6, 7].includes((tone - chordRoot + 12) % 12)) ?? chord.bass;
      pitch = nearestPitch(fifth, root + (root > low + 6 ? -5 : 7));
    } else if (symbol === "8") pitch = root + 12;
    else if (symbol === "a") {
      const following = spans.find((other) => other.start > beat + 1e-6)?.chord ?? nextChord ?? chord;
      const goal = low + ((((following.bass - low) % 12) + 12) % 12);
      pitch = goal === root ? nearestPitch(chord.tones[2] ?? root, root + 5) : goal + (goal > root ? -2 : 2);
      const clash = (pitch - goal + 12) % 12;
      const scale = [0, 2, 4, 5, 7, 9, 11].map((step) => (step + keyTransposition(context.song.key) + 12) % 12);
      if (!scale.includes(((pitch % 12) + 12) % 12) && clash !== 0) pitch += goal > root ? 1 : -1;
    }
    const end = Math.min(beat + held, beats);
    const velocity = (beat % context.song.beatsPerBar < 0.01 ? 0.85 : 0.74) * (1 + 0.05 * gaussian(random));
    add(beat, (end - beat) * 0.94, pitch, velocity, { late: 0.004 * gaussian(random) });
  });
}

function playArpeggio(context: Context, part: Part & { kind: "arpeggio" }): void {
  const { spans, random, add } = context;
  eachStep(context, part.pattern, (symbol, beat) => {
    const span = spanAt(spans, beat);
    const { chord } = span;
    const tones = chord.tones.length > 4 ? chord.tones.filter((_, index) => index !== 2) : chord.tones;
    const ladder = Array.from({ length: 36 }, (_, step) => part.low + step).filter((pitch) =>
      tones.includes(((pitch % 12) + 12) % 12),
    );
    const bass = nearestPitch(chord.bass, part.low - 6);
    const pitch = symbol === "r" ? bass : (ladder[Number(symbol)] ?? bass);
    const length = Math.max(0.5, Math.min(span.start + span.length - beat, context.song.beatsPerBar));
    const velocity = (symbol === "r" ? 0.78 : beat % 1 < 0.01 ? 0.7 : 0.62) * (1 + 0.06 * gaussian(random));
    add(beat, length, pitch, velocity, { late: 0.005 * gaussian(random) });
  });
}

function playChords(context: Context, part: Part & { kind: "strum" | "chords" }): void {
  const { spans, random, voicings, add, beats } = context;
  const strummed = part.kind === "strum";
  eachStep(context, part.pattern, (symbol, beat, held) => {
    let at = beat;
    const last = Math.min(beat + held, beats);
    while (at < last - 1e-6) {
      const span = spanAt(spans, at);
      const end = Math.min(last, span.start + span.length);
      const before = voicings.get(part.channel) ?? [];
      const voicing = voiceChord(span.chord, part.low, part.low + 14, before);
      voicings.set(part.channel, voicing);
      const strings = strummed ? strumVoicing(voicing, span.chord, part.low) : voicing;
      const muted = symbol === "x" && strummed;
      const up = symbol === "U" || symbol === "u";
      const order = up ? strings.toReversed().slice(0, 4) : strings;
      const gap = strummed ? 0.011 + 0.004 * random() : 0.003;
      const stress = (muted ? 0.4 : (STRESS[symbol] ?? 0.7)) * (1 + 0.05 * gaussian(random));
      const shift = 0.005 * gaussian(random);
      order.forEach((pitch, index) => {
        const softer = strummed ? 1 - 0.05 * index : 0.9 + 0.1 * (pitch === voicing.at(-1) ? 1 : 0);
        add(at, muted ? 0.1 : (end - at) * (strummed ? 0.99 : 0.96), pitch, stress * softer * 0.72, {
          late: shift + gap * index,
        });
      });
      at = end;
    }
  });
}

/** Spreads a close voicing over guitar strings: the bass note under it and the lowest tone an octave up. */
function strumVoicing(voicing: number[], chord: Chord, low: number): number[] {
  const bass = nearestPitch(chord.bass, low - 5);
  const bottom = voicing[0] ?? low;
  return [...new Set([bass, ...voicing, bottom + 12])].sort((a, b) => a - b);
}
