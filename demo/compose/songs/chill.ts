/** Quiet songs: lo-fi rain, a late bossa, mist over tea hills. */
import type { Song } from "../song.ts";

/** Lo-fi: electric piano and vibraphone over a lazy beat, with rain. */
export const tinRoof: Song = {
  slug: "mua-tren-mai-ton",
  stereo: true,
  key: "Eb",
  bpm: 78,
  beatsPerBar: 4,
  swing: 0.58,
  swingUnit: 0.5,
  ritardando: { beats: 4, amount: 0.3 },
  tail: 3.5,
  fadeOut: 3,
  room: { size: 0.6, damping: 0.6, level: -6 },
  echo: 0.75,
  channels: {
    vibes: { voice: "vibraphone", mix: { gain: -1, reverb: -8, delay: -13, pan: 0.15, lowpass: 5000 } },
    hum: { voice: "humSoft", takes: 2, mix: { gain: -7, reverb: -5, delay: -16, lowpass: 4500 } },
    keys: {
      voice: "electricPiano",
      mix: { gain: -4, reverb: -12, chorus: 0.5, tremolo: 0.35, lowpass: 3800 },
      spread: 0.2,
    },
    bass: { voice: "uprightBass", mix: { gain: -6 } },
    drums: { voice: "drums", mix: { gain: -5, reverb: -16, lowpass: 6500 } },
    rain: { voice: "drums", mix: { gain: -17 } },
  },
  sections: [
    {
      chords: "Fmaj7 | Em7 Am7",
      parts: [
        { kind: "drums", channel: "rain", pattern: { rain: "X... | ..X." } },
        { kind: "chords", channel: "keys", pattern: "x-----x-", low: 56 },
        { kind: "melody", channel: "vibes", line: "0--- | 0- 3'_ 5'_ 3'" },
      ],
    },
    {
      chords: "Fmaj7 | Em7 | Dm9 | Cmaj7 | Fmaj7 | Em7 Am7 | Dm9 | G7sus4",
      parts: [
        { kind: "drums", channel: "rain", pattern: { rain: "X... | ..X." } },
        {
          kind: "melody",
          channel: "vibes",
          line: "0_ 5_ 6_ 1'_ 6- | 5_ 3_ 5_ 7_ 5- | 0_ 4_ 5_ 6_ 4 3_ 2_ | 3-- 0 | 0_ 5_ 6_ 1'_ 2' 1'_ 6_ | 5_ 3_ 5 6_ 5_ 3 | 4 6_ 5_ 4_ 3_ 2 | 2-- 0",
        },
        { kind: "melody", channel: "hum", line: "0--- | 0--- | 0--- | 0- 3_ ~5_ 5 | 6--- | 0--- | 0--- | 0 2_ ~4_ 5-" },
        { kind: "chords", channel: "keys", pattern: "x-----x- | x---ox--", low: 56 },
        { kind: "bass", channel: "bass", pattern: "R--.R-5- | R----R-a" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            softKick: "x......x..x..... | x......x..x...o.",
            softSnare: "....x.......x...",
            hat: "x.o.x.o.x.oox.o.",
          },
        },
      ],
    },
    {
      chords: "Fmaj7 | Em7 Am7 | Dm9 G7sus4 | Cmaj9",
      parts: [
        { kind: "drums", channel: "rain", pattern: { rain: "X... | ..X." } },
        {
          kind: "melody",
          channel: "vibes",
          line: "0_ 5_ 6_ 1'_ 2' 1'_ 6_ | 5_ 3_ 5 6_ 5_ 3 | 4_ 5_ 6_ 4_ 5_ 4_ 2 | 3---",
        },
        {
          kind: "harmony",
          channel: "hum",
          line: "0_ 5_ 6_ 1'_ 2' 1'_ 6_ | 5_ 3_ 5 6_ 5_ 3 | 4_ 5_ 6_ 4_ 5_ 4_ 2 | 3---",
        },
        { kind: "chords", channel: "keys", pattern: "x-----x- | x---ox-- | x---x--- | x-------", low: 56 },
        { kind: "bass", channel: "bass", pattern: "R--.R-5- | R----R-a | R---R--a | R-------" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            softKick: "x......x..x..... | x......x..x...o. | x.......x....... | x...............",
            softSnare: "....x.......x... | ....x.......x... | ....x.......x... | ................",
            hat: "x.o.x.o.x.oox.o. | x.o.x.o.x.oox.o. | x.o.x.o.x.o.x... | ................",
          },
        },
      ],
    },
  ],
};

const MIDNIGHT = {
  a: "0 6_ 1'_ 3'- | 2'_ 1'_ 7_ 6_ 7- | 5_ 3_ 5 7- | #1'-- 0 | 0 6_ 1'_ 3'- | 4'_ 3'_ 2'_ 1'_ 7 5 | 3'_ 2'_ 7_ 5_ 6- | 5-- 0",
  b: "0 1'_ 6_ 3'- | 2'_ 1'_ b6 1'- | 7_ 5_ 7 2'- | #1'_ 6_ 5 3- | 4 6_ 1'_ 3' 1' | 2'- 7 5_ 6_ | 5--- | ----",
};
const BOSSA = {
  rim: "x..x..x...x..x..",
  softKick: "x..ox..ox..ox..o",
  brush: "o.x.o.x.o.x.o.x.",
  shaker: "o.o.o.o.o.o.o.o.",
};

/** A late bossa: nylon guitar, upright bass, brushes, a wordless voice. */
export const midnight: Song = {
  slug: "quan-vang-nua-dem",
  key: "Bb",
  bpm: 128,
  beatsPerBar: 4,
  ritardando: { beats: 6, amount: 0.4 },
  tail: 3.5,
  fadeOut: 3,
  room: { size: 0.6, damping: 0.5, level: -7 },
  channels: {
    hum: { voice: "humOpen", mix: { gain: 0, reverb: -9 } },
    vibes: { voice: "vibraphone", mix: { gain: -8, reverb: -9, pan: 0.4 } },
    guitar: { voice: "nylonGuitar", mix: { gain: -5, reverb: -14, pan: -0.3 } },
    keys: { voice: "electricPiano", mix: { gain: -12, reverb: -12, pan: 0.3, tremolo: 0.3 }, spread: 0.15 },
    bass: { voice: "uprightBass", mix: { gain: -5 } },
    drums: { voice: "drums", mix: { gain: -12, reverb: -14 } },
  },
  sections: [
    {
      chords: "Dm9 | G7",
      parts: [
        { kind: "chords", channel: "guitar", pattern: "x--x--x---x--x--", low: 55 },
        { kind: "bass", channel: "bass", pattern: "R--R5--5" },
        { kind: "melody", channel: "vibes", line: "0 6_ 1'_ 3'_ 1'_ 6 | 7- 5-" },
      ],
    },
    {
      chords: "Dm9 | G7 | Cmaj7 | A7b9 | Dm9 | G7 | Cmaj7 | C6",
      parts: [
        { kind: "melody", channel: "hum", line: MIDNIGHT.a },
        { kind: "chords", channel: "guitar", pattern: "x--x--x---x--x-- | x-x---x--x--x---", low: 55 },
        { kind: "bass", channel: "bass", pattern: "R--R5--5 | R--R5--a" },
        { kind: "drums", channel: "drums", pattern: BOSSA },
      ],
    },
    {
      chords: "Fmaj7 | Fm6 | Em7 | A7 | Dm9 | G7sus4 G7 | Cmaj9 | Cmaj9",
      parts: [
        { kind: "melody", channel: "hum", line: MIDNIGHT.b },
        {
          kind: "melody",
          channel: "vibes",
          line: "0--- | 0--- | 0--- | 0--- | 0--- | 0--- | 0 3'_ 5'_ 7' 5'_ 3'_ | 2'- 0-",
        },
        { kind: "chords", channel: "guitar", pattern: "x--x--x---x--x-- | x-x---x--x--x---", low: 55 },
        { kind: "chords", channel: "keys", pattern: "x-------", low: 58 },
        { kind: "bass", channel: "bass", pattern: "R--R5--5 | R--R5--a" },
        { kind: "drums", channel: "drums", pattern: BOSSA },
      ],
    },
    {
      chords: "Dm9 G7 | Cmaj9",
      parts: [
        { kind: "melody", channel: "hum", line: "0 6_ 1'_ 2'_ 7_ 5_ 6_ | 5---" },
        { kind: "melody", channel: "vibes", line: "0--- | 0_ 3'_ 5'_ 7'_ 2''-" },
        { kind: "chords", channel: "guitar", pattern: "x--x--x-x--x--x- | x---------------", low: 55 },
        { kind: "bass", channel: "bass", pattern: "R--5R--a | R-------" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { brush: "o.x.o.x.o.x.o.x. | x...............", rim: "x..x..x...x..... | ................" },
        },
      ],
    },
  ],
};

/** Ambient: đàn bầu and kalimba over slow glass. */
export const teaHills: Song = {
  slug: "suong-tren-doi-che",
  stereo: true,
  key: "Ab",
  bpm: 62,
  beatsPerBar: 4,
  ritardando: { beats: 4, amount: 0.3 },
  tail: 5,
  fadeOut: 4.5,
  room: { size: 0.95, damping: 0.3, level: -2 },
  echo: 0.75,
  channels: {
    monochord: { voice: "danBau", mix: { gain: 0, reverb: -6, delay: -14 } },
    flute: { voice: "bambooFlute", mix: { gain: -9, reverb: -4, delay: -12, pan: 0.3, lowpass: 5000 } },
    kalimba: { voice: "kalimba", mix: { gain: -9, reverb: -6, delay: -10, pan: -0.2 }, spread: 0.35 },
    pad: { voice: "airPad", mix: { gain: -8, reverb: -6 }, spread: 0.5 },
    warm: { voice: "warmPad", mix: { gain: -15, reverb: -8 }, spread: 0.4 },
    low: { voice: "synthBass", mix: { gain: -14, lowpass: 300 } },
  },
  sections: [
    {
      chords: "Cadd9 | Am7 | Fmaj7 | Gsus4",
      parts: [
        { kind: "melody", channel: "monochord", line: "0 5- ~6 | 5- ~3- | 0 6 ~1'- | 2' ~1' ~5-" },
        { kind: "arpeggio", channel: "kalimba", pattern: "0.2.4.3. | 1.3.5..4", low: 63 },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 56 },
        { kind: "bass", channel: "low", pattern: "R-------", low: 32 },
      ],
    },
    {
      chords: "Cadd9 | Am7 | Fmaj7 | Gsus4 | Cadd9",
      parts: [
        { kind: "melody", channel: "monochord", line: "0 3'- ~2' | 1'- ~6- | 0 5 ~6_ ~5_ 3 | 2--- | ~1---" },
        { kind: "melody", channel: "flute", line: "0--- | 0- 3' ~5' | 6'- ~5'- | 0 2'_ 3'_ 5'- | 3'---" },
        { kind: "arpeggio", channel: "kalimba", pattern: "0.2.4.3. | 1.3.5..4", low: 63 },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 56 },
        { kind: "chords", channel: "warm", pattern: "x-------", low: 56 },
        { kind: "bass", channel: "low", pattern: "R-------", low: 32 },
      ],
    },
  ],
};
