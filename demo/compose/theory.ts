/**
 * Pitch, scales, chords and the notation the songs are written in.
 *
 * Melodies use numbered notation (jianpu): 1..7 are the degrees of the major
 * scale on "do", 0 is a rest. Chords are spelt as if do were C. A song's key
 * transposes both.
 */

/** One note of a melody: start and length in beats, pitch as a MIDI number with do = 60. */
export type MelodyNote = {
  start: number;
  length: number;
  pitch: number;
  /** The note is reached by bending from the one before, on the same syllable. */
  slide: boolean;
  /** The note is ornamented with a quick upper neighbour (luyến). */
  ornament: boolean;
};

/** A chord: pitch classes 0..11 with do = 0, the root first, and the bass pitch class. */
export type Chord = { name: string; tones: number[]; bass: number };

/** A chord with its place in a section, in beats. */
export type ChordSpan = { start: number; length: number; chord: Chord };

const LETTERS: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const MAJOR = [0, 2, 4, 5, 7, 9, 11];

const QUALITIES: Record<string, number[]> = {
  "": [0, 4, 7],
  m: [0, 3, 7],
  5: [0, 7],
  6: [0, 4, 7, 9],
  7: [0, 4, 7, 10],
  9: [0, 4, 7, 10, 14],
  m6: [0, 3, 7, 9],
  m7: [0, 3, 7, 10],
  m9: [0, 3, 7, 10, 14],
  maj7: [0, 4, 7, 11],
  maj9: [0, 4, 7, 11, 14],
  add9: [0, 4, 7, 14],
  sus2: [0, 2, 7],
  sus4: [0, 5, 7],
  "7sus4": [0, 5, 7, 10],
  dim: [0, 3, 6],
  dim7: [0, 3, 6, 9],
  m7b5: [0, 3, 6, 10],
  "7b9": [0, 4, 7, 10, 13],
};

/** Returns the frequency in hertz of a MIDI pitch (A4 = 69 = 440 Hz, equal temperament). */
export function pitchToHz(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}

/** Returns the pitch class 0..11 of a note name such as "F#" or "Bb". */
export function pitchClass(name: string): number {
  const base = LETTERS[name[0] ?? ""];
  if (base === undefined) throw new Error(`Unknown note name: ${name}`);
  const shift = name[1] === "#" ? 1 : name[1] === "b" ? -1 : 0;
  return (base + shift + 12) % 12;
}

/** Returns the semitones from C that put a key's do nearest to middle C (-5..6). */
export function keyTransposition(key: string): number {
  const tone = pitchClass(key);
  return tone > 6 ? tone - 12 : tone;
}

/** Reads a chord symbol such as "Am7", "Fmaj9" or "C/E". */
export function parseChord(symbol: string): Chord {
  const match = /^([A-G][#b]?)([^/]*)(?:\/([A-G][#b]?))?$/.exec(symbol);
  const root = match?.[1];
  const shape = QUALITIES[match?.[2] ?? ""];
  if (!root || !shape) throw new Error(`Unknown chord: ${symbol}`);
  const rootTone = pitchClass(root);
  return {
    name: symbol,
    tones: shape.map((interval) => (rootTone + interval) % 12),
    bass: match?.[3] ? pitchClass(match[3]) : rootTone,
  };
}

/**
 * Reads a progression: bars are separated by "|", the symbols in a bar share
 * it equally and "." holds the chord before.
 */
export function parseProgression(text: string, beatsPerBar: number): ChordSpan[] {
  const spans: ChordSpan[] = [];
  text.split("|").forEach((bar, barIndex) => {
    const symbols = bar.trim().split(/\s+/);
    const length = beatsPerBar / symbols.length;
    symbols.forEach((symbol, index) => {
      const last = spans.at(-1);
      if (symbol === ".") {
        if (!last) throw new Error('A progression cannot start with "."');
        last.length += length;
      } else {
        spans.push({ start: barIndex * beatsPerBar + index * length, length, chord: parseChord(symbol) });
      }
    });
  });
  return spans;
}

/**
 * Reads a melody in numbered notation. A token is an optional "~" (slide) or
 * "^" (ornament), an optional "#" or "b", a degree 0..7, then "'" or "," for an
 * octave up or down, "_" to halve the beat, "." to dot it, "t" for a triplet
 * part, and "-" to add a beat. A lone "-" (with the same marks) prolongs the
 * note before. Bars are separated by "|" and each must be full.
 */
export function parseMelody(text: string, beatsPerBar: number): MelodyNote[] {
  const notes: MelodyNote[] = [];
  let time = 0;
  text.split("|").forEach((bar, barIndex) => {
    for (const token of bar.trim().split(/\s+/)) {
      const match = /^([~^]?)([#b]?)([0-7]|-)([',]*)(_*)(t?)(\.?)(-*)$/.exec(token);
      if (!match) throw new Error(`Unknown melody token: ${token}`);
      const [, mark, accidental, degree = "", octaves = "", halves = "", triplet, dot, beats = ""] = match;
      const length = 0.5 ** halves.length * (triplet ? 2 / 3 : 1) * (dot ? 1.5 : 1) + beats.length;
      if (degree === "-") {
        const last = notes.at(-1);
        if (!last) throw new Error('A melody cannot start with "-"');
        last.length += length;
      } else if (degree !== "0") {
        const step = MAJOR[Number(degree) - 1] ?? 0;
        const shift = accidental === "#" ? 1 : accidental === "b" ? -1 : 0;
        const octave = octaves.split("").reduce((sum, sign) => sum + (sign === "'" ? 12 : -12), 0);
        notes.push({
          start: time,
          length,
          pitch: 60 + step + shift + octave,
          slide: mark === "~",
          ornament: mark === "^",
        });
      }
      time += length;
    }
    if (Math.abs(time - (barIndex + 1) * beatsPerBar) > 0.01) {
      throw new Error(`Bar ${barIndex + 1} is not full ("${bar.trim()}"): it ends at beat ${time}`);
    }
    time = (barIndex + 1) * beatsPerBar;
  });
  return notes;
}

/** Returns the pitch with the given class that lies nearest to a pitch. */
export function nearestPitch(tone: number, near: number): number {
  const distance = ((((tone - near) % 12) + 18) % 12) - 6;
  return near + distance;
}

/**
 * Voices a chord in close position within [low, high], choosing the inversion
 * that moves least from the voicing before (or lies nearest the middle).
 * Chords of four tones or more may leave out the root, the bass has it.
 */
export function voiceChord(chord: Chord, low: number, high: number, before: number[]): number[] {
  const upper = chord.tones.length > 4 ? chord.tones.slice(1) : chord.tones;
  const tones = [...new Set(upper)];
  let best: number[] = [];
  let bestCost = Infinity;
  for (let bottom = low; bottom < low + 12; bottom++) {
    const first = tones.indexOf(((bottom % 12) + 12) % 12);
    if (first < 0) continue;
    const voicing = tones.map((tone) => bottom + ((((tone - bottom) % 12) + 12) % 12)).sort((a, b) => a - b);
    const top = voicing.at(-1) ?? 0;
    const center = voicing.reduce((sum, pitch) => sum + pitch, 0) / voicing.length;
    const movement = before.length
      ? voicing.reduce((sum, pitch) => sum + Math.min(...before.map((other) => Math.abs(other - pitch))), 0)
      : 0;
    const cost = movement + Math.abs(center - (low + high) / 2) * 0.4 + Math.max(0, top - high) * 3;
    if (cost < bestCost) {
      best = voicing;
      bestCost = cost;
    }
  }
  return best;
}
