/** Guitar songs and pop: acoustic morning, rock in the rain, Tết, a seaside June. */
import { closing, closingDrums, type Song } from "../song.ts";

const MORNING = {
  verse:
    "0_ 3_ 3_ 2_ 3 5 | 5_ 3_ 2_ 1_ 2- | 0_ 1_ 1_ 2_ 3 1 | 2-- 0 | 0_ 3_ 3_ 2_ 3 5 | 6_ 5_ 3_ 5_ 5- | 6 5_ ~3_ 2 2_ 3_ | 1-- 0",
  chorus:
    "6 6_ 1'_ 1' 6 | 5_ 3_ 5 5- | 2' 2'_ 1'_ 7 5 | 6 5_ ~3_ 3- | 6 6_ 1'_ 1' 2'_ ~1'_ | 5_ 3_ 5 5 3_ 5_ | 4 3_ 2_ 2 7,_ 2_ | 1---",
};

/** An acoustic morning with claps and a glockenspiel. */
export const morning: Song = {
  slug: "buoi-sang-o-hem-nho",
  key: "D",
  bpm: 106,
  beatsPerBar: 4,
  swing: 0.54,
  ritardando: { beats: 4, amount: 0.35 },
  tail: 3,
  fadeOut: 2.5,
  room: { size: 0.5, damping: 0.4, level: -7 },
  channels: {
    hum: { voice: "humOpen", takes: 2, mix: { gain: 0, reverb: -10 } },
    guitar: { voice: "steelGuitar", mix: { gain: -5, reverb: -14, pan: -0.3, highpass: 110 } },
    picked: { voice: "nylonGuitar", mix: { gain: -9, reverb: -12, pan: 0.4 } },
    bell: { voice: "glockenspiel", mix: { gain: -13, reverb: -7, pan: 0.3 } },
    bass: { voice: "fingerBass", mix: { gain: -7 } },
    drums: { voice: "drums", mix: { gain: -10, reverb: -13 } },
  },
  sections: [
    {
      chords: "C | F",
      parts: [
        { kind: "strum", channel: "guitar", pattern: "D-d--uDu", low: 55 },
        { kind: "melody", channel: "bell", line: "0 5' 3'_ 5'_ 1' | 6'- 5'-" },
      ],
    },
    {
      chords: "C | Em | F | G | C | Em | F G | C",
      parts: [
        { kind: "melody", channel: "hum", line: MORNING.verse },
        { kind: "strum", channel: "guitar", pattern: "D-d--udu", low: 55, level: 0.85 },
        { kind: "arpeggio", channel: "picked", pattern: "02132431", low: 60, level: 0.8 },
        { kind: "bass", channel: "bass", pattern: "R--R5---" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { softKick: "x.......x.x.....", shaker: "o.oox.oo", rim: "....x.......x..." },
          level: 0.8,
        },
      ],
    },
    {
      chords: "F | C | G | Am | F | C | G | C",
      parts: [
        { kind: "melody", channel: "hum", line: MORNING.chorus },
        { kind: "melody", channel: "bell", line: MORNING.chorus, octave: 1, level: 0.7 },
        { kind: "strum", channel: "guitar", pattern: closing("D-dudUdu", 8, "D-------"), low: 55 },
        { kind: "arpeggio", channel: "picked", pattern: closing("02132431", 8, "01234..."), low: 60 },
        { kind: "bass", channel: "bass", pattern: closing("R-5-R-5a", 8, "R-------") },
        {
          kind: "drums",
          channel: "drums",
          pattern: closingDrums({ kick: "x.....x.x.......", clap: "....x.......x...", shaker: "x.o.x.o.x.o.x.oo" }, 8, [
            "kick",
          ]),
        },
      ],
    },
  ],
};

const RAIN = {
  riff: "6_ 6_ 1'_ 6_ 5_ 3_ 5 | 6--- | 6_ 6_ 1'_ 6_ 2'_ 1'_ 6 | 5- 7-",
  verse: "0 6,_ 1_ 3 3_ 2_ | 3- 0 1_ 2_ | 3 4_ ~3_ 1- | 0 1_ 2_ 3 1 | 5- 3_ 2_ 1 | 2_ ~3_ 3- 0 | 2- 7,_ 1_ 2 | 2-- 0",
  chorus:
    "6 1' 1'_ 6_ 1' | 2' 7 5- | 3' 3'_ 2'_ 1'_ 2'_ 3' | 5'- ~3'- | 6 1' 1'_ 6_ 1' | 2' 2'_ 3'_ 2' 7 | 1'_ 7_ 6_ 5_ 6- | 6---",
};
const ROCK_BEAT = { kick: "x.....x.x.......", snare: "....X.......X...", hat: "x.x.x.x.x.x.x.x." };
const ROCK_FULL = {
  kick: "X.....x.X.x.....",
  snare: "....X.......X...",
  openHat: "x...x...x...x...",
  crash: "x............... | ................",
};

/** Rock: two overdriven guitars, a hummed verse and a soaring lead. */
export const rock: Song = {
  slug: "chay-qua-con-mua",
  key: "G",
  bpm: 142,
  beatsPerBar: 4,
  ritardando: { beats: 3, amount: 0.2 },
  tail: 3,
  fadeOut: 2.4,
  room: { size: 0.5, damping: 0.4, level: -8 },
  echo: 0.75,
  channels: {
    hum: { voice: "humOpen", takes: 2, mix: { gain: 0, reverb: -10, delay: -18 } },
    lead: { voice: "leadGuitar", mix: { gain: -2, reverb: -9, delay: -13, drive: 20, pan: 0.12 } },
    left: { voice: "sawGuitar", mix: { gain: -6, pan: -0.75, drive: 16, reverb: -18 } },
    right: { voice: "sawGuitar", mix: { gain: -6, pan: 0.75, drive: 14, reverb: -18 } },
    bass: { voice: "fingerBass", mix: { gain: -4, lowpass: 2200 } },
    drums: { voice: "drums", mix: { gain: -2, reverb: -13 } },
  },
  sections: [
    {
      chords: "A5 | F5 | C5 | G5",
      parts: [
        { kind: "melody", channel: "lead", line: RAIN.riff },
        { kind: "chords", channel: "left", pattern: "X-------", low: 40 },
        { kind: "chords", channel: "right", pattern: "X-------", low: 40 },
        { kind: "bass", channel: "bass", pattern: "RRRRRRRR" },
        { kind: "drums", channel: "drums", pattern: ROCK_FULL },
      ],
    },
    {
      chords: "A5 | A5 | F5 | F5 | C5 | C5 | G5 | G5",
      parts: [
        { kind: "melody", channel: "hum", line: RAIN.verse },
        { kind: "chords", channel: "left", pattern: "xoooxooo", low: 40, level: 0.75 },
        { kind: "chords", channel: "right", pattern: "xoooxooo", low: 40, level: 0.75 },
        { kind: "bass", channel: "bass", pattern: "RRRRRRRR", level: 0.9 },
        { kind: "drums", channel: "drums", pattern: ROCK_BEAT, level: 0.85 },
      ],
    },
    {
      chords: "F5 | G5 | A5 | C5 | F5 | G5 | A5 | A5",
      parts: [
        { kind: "melody", channel: "lead", line: RAIN.chorus },
        { kind: "melody", channel: "hum", line: RAIN.chorus, octave: -1, level: 0.85 },
        { kind: "chords", channel: "left", pattern: "X--x--x-", low: 40 },
        { kind: "chords", channel: "right", pattern: "X--x--x-", low: 40 },
        { kind: "bass", channel: "bass", pattern: "RRRRRR5a" },
        { kind: "drums", channel: "drums", pattern: ROCK_FULL },
      ],
    },
    {
      chords: "A5 | F5 | G5 | A5",
      parts: [
        { kind: "melody", channel: "lead", line: "6_ 6_ 1'_ 6_ 5_ 3_ 5 | 6--- | 7_ 7_ 2'_ 7_ 5_ 6_ 7 | 6---" },
        { kind: "chords", channel: "left", pattern: "X------- | X------- | X--x--x- | X-------", low: 40 },
        { kind: "chords", channel: "right", pattern: "X------- | X------- | X--x--x- | X-------", low: 40 },
        { kind: "bass", channel: "bass", pattern: "RRRRRRRR | RRRRRRRR | RRRRRRRR | R-------" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            kick: "X.....x.X.x..... | X.....x.X.x..... | X.....x.X.x..... | X...............",
            snare: "....X.......X... | ....X.......X... | ....X...X.x.xxXX | X...............",
            openHat: "x...x...x...x... | x...x...x...x... | x...x........... | ................",
            crash: "x............... | ................ | ................ | X...............",
          },
        },
      ],
    },
  ],
};

const TET = {
  verse:
    "5_ 5_ 6_ 5_ 3 5 | 6_ 5_ 3_ 2_ 3- | 1'_ 1'_ 6_ 1'_ 6 5_ 6_ | 5-- 0 | 5_ 5_ 6_ 5_ 3 5 | 6_ 5_ 3_ 5_ 6- | 1'_ 6_ 5_ 6_ 5_ 3_ 2 | 1-- 0",
  chorus:
    "1'_ 1'_ 1' 2'_ 1'_ 6 | 5_ 5_ 3 5- | 2'_ 2'_ 2' 3'_ 2'_ 5 | 6_ 5_ 6_ 1'_ 1'- | 1'_ 1'_ 1' 2'_ 1'_ 6 | 5_ 6_ 1' 5- | 5_ 6_ 5_ 3_ 2 2_ ~3_ | 1-- 0",
};

/** A Tết song: ukulele, sáo, đàn tranh and claps over a dancing beat. */
export const tet: Song = {
  slug: "tet-go-cua",
  key: "D",
  bpm: 120,
  beatsPerBar: 4,
  ritardando: { beats: 2, amount: 0.2 },
  tail: 2.6,
  fadeOut: 2.2,
  room: { size: 0.5, damping: 0.35, level: -7 },
  channels: {
    hum: { voice: "humOpen", takes: 2, mix: { gain: 0, reverb: -10 } },
    flute: { voice: "bambooFlute", mix: { gain: -5, reverb: -8, pan: 0.3 } },
    zither: { voice: "danTranh", mix: { gain: -8, reverb: -10, pan: -0.35 }, spread: 0.2 },
    ukulele: { voice: "ukulele", mix: { gain: -7, reverb: -14, pan: 0.25 } },
    bass: { voice: "synthBass", mix: { gain: -6 } },
    drums: { voice: "drums", mix: { gain: -5, reverb: -14 } },
  },
  sections: [
    {
      chords: "C | F G",
      parts: [
        { kind: "melody", channel: "flute", line: "5_ 6_ 1'_ 2'_ 3' 2'_ 1'_ | 6_ 1'_ 6 5-", octave: 0 },
        { kind: "strum", channel: "ukulele", pattern: "D-dudUdu", low: 60 },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            kick: "x...x...x...x...",
            shaker: "x.oox.oox.oox.oo",
            bigDrum: "................ | ........x.x.x.xx",
          },
        },
      ],
    },
    {
      chords: "C | Am | F | G | C | Am | F G | C",
      parts: [
        { kind: "melody", channel: "hum", line: TET.verse },
        { kind: "strum", channel: "ukulele", pattern: "D-dudUdu", low: 60, level: 0.9 },
        {
          kind: "melody",
          channel: "zither",
          line: "0--- | 0--- | 0--- | 0 5'_ 6'_ 5'_ 3'_ 2'_ 5_ | 0--- | 0--- | 0--- | 0 1'_ 2'_ 3'_ 5'_ 6'_ 5'_",
        },
        { kind: "bass", channel: "bass", pattern: "R-.R5-R-" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { kick: "x...x...x...x...", clap: "....x.......x...", shaker: "x.oox.oo" },
          level: 0.85,
        },
      ],
    },
    {
      chords: "F | C | G | Am | F | C | C G | C",
      parts: [
        { kind: "melody", channel: "hum", line: TET.chorus },
        { kind: "harmony", channel: "flute", line: TET.chorus, octave: 1, level: 0.7 },
        { kind: "arpeggio", channel: "zither", pattern: "2435.435", low: 62, level: 0.8 },
        { kind: "strum", channel: "ukulele", pattern: "D-DudUdu", low: 60 },
        { kind: "bass", channel: "bass", pattern: "R-.R5-Ra" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            kick: "X...x...X...x...",
            clap: "....x.......x..x",
            openHat: "..x...x...x...x.",
            bigDrum: "................ | ................ | ................ | ........x.x.x.x.",
          },
        },
      ],
    },
    {
      chords: "F G | C",
      parts: [
        { kind: "melody", channel: "flute", line: "6_ 1'_ 6_ 5_ 2'_ 5_ 6_ 7_ | 1'---" },
        { kind: "melody", channel: "zither", line: "0--- | 1'_ 3'_ 5'_ 1''_ 5'-" },
        { kind: "strum", channel: "ukulele", pattern: "D-dudUdu | D-------", low: 60 },
        { kind: "bass", channel: "bass", pattern: "R-.R5-Ra | R-------" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            kick: "X...x...X...x... | X...............",
            clap: "....x.......x.xx | x...............",
            bigDrum: "................ | X...............",
          },
        },
      ],
    },
  ],
};

const SEASIDE = {
  verse:
    "0_ 1_ 2_ 3_ 3 2_ 1_ | 2_ 2_ 3_ 2_ 7,- | 0_ 1_ 2_ 3_ 5 3_ 1_ | 1_ 6,_ 1 1- | 0_ 1_ 2_ 3_ 3 2_ 1_ | 2_ 2_ 3_ 5_ 5- | 0_ 6_ 5_ 3_ 5 3_ 2_ | 1-- 0",
  chorus:
    "6 6_ 5_ 6 1' | 7_ 7_ 5 2'- | 7_ 5_ 7 2'_ 1'_ 7 | 1'-- 0_ 5_ | 6 6_ 5_ 6 1' | 2'_ 1'_ 7 5 5_ 6_ | 5_ 3_ 2_ 3_ 1- | 1---",
};

/** Synth pop for a seaside June. */
export const seaside: Song = {
  slug: "pho-bien-thang-sau",
  key: "D",
  bpm: 116,
  beatsPerBar: 4,
  ritardando: { beats: 2, amount: 0.1 },
  tail: 3,
  fadeOut: 2.6,
  room: { size: 0.6, damping: 0.4, level: -7 },
  echo: 0.75,
  channels: {
    hum: { voice: "humOpen", takes: 2, mix: { gain: 0, reverb: -9, delay: -17 } },
    lead: { voice: "softLead", mix: { gain: -5, reverb: -9, delay: -11, pan: 0.15 } },
    keys: { voice: "electricPiano", mix: { gain: -8, reverb: -12, chorus: 0.6 }, spread: 0.2 },
    guitar: { voice: "steelGuitar", mix: { gain: -12, reverb: -10, delay: -14, pan: -0.45, highpass: 200 } },
    pad: { voice: "warmPad", mix: { gain: -15, reverb: -8 }, spread: 0.4 },
    bass: { voice: "synthBass", mix: { gain: -5 } },
    drums: { voice: "drums", mix: { gain: -4, reverb: -15 } },
  },
  sections: [
    {
      chords: "F | G",
      parts: [
        { kind: "melody", channel: "lead", line: "6_ 1'_ 2'_ 3'_ 5' 3'_ 2'_ | 3'_ 2'_ 7_ 5_ 2'-" },
        { kind: "chords", channel: "keys", pattern: "x--x--x-", low: 57 },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 57 },
        {
          kind: "drums",
          channel: "drums",
          pattern: { hat: "x.o.x.o.x.o.x.o.", kick: "................ | ........x...x.xx" },
        },
      ],
    },
    {
      chords: "C | G | Am | F | C | G | Am | F",
      parts: [
        { kind: "melody", channel: "hum", line: SEASIDE.verse },
        { kind: "arpeggio", channel: "guitar", pattern: "0213.213", low: 62 },
        { kind: "chords", channel: "keys", pattern: "x--x--x-", low: 57, level: 0.85 },
        { kind: "bass", channel: "bass", pattern: "R.RR.R8a" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { kick: "x...x...x...x...", rim: "....x.......x...", hat: "..x...x...x...x." },
          level: 0.85,
        },
      ],
    },
    {
      chords: "F | G | Em | Am | F | G | C | C",
      parts: [
        { kind: "melody", channel: "hum", line: SEASIDE.chorus },
        { kind: "harmony", channel: "lead", line: SEASIDE.chorus, level: 0.7 },
        { kind: "arpeggio", channel: "guitar", pattern: "02132431", low: 62 },
        { kind: "chords", channel: "keys", pattern: "X--x--x-", low: 57 },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R8R8R8R8" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            kick: "X...x...X...x...",
            clap: "....x.......x...",
            softSnare: "....o.......o...",
            openHat: "..x...x...x...x.",
            shaker: "o.oxo.oxo.oxo.ox",
          },
        },
      ],
    },
    {
      chords: "F G | Cadd9",
      parts: [
        { kind: "melody", channel: "lead", line: "6_ 1'_ 2'_ 3'_ 2' 7_ 5_ | 1'---" },
        { kind: "chords", channel: "keys", pattern: "x--x--x- | X-------", low: 57 },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R.RR.R8a | R-------" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            kick: "X...x...X...x... | X...............",
            clap: "....x.......x... | x...............",
            hat: "..x...x...x...x. | ................",
          },
        },
      ],
    },
  ],
};
