/** Folk songs in ngũ cung: a lullaby and a village festival. */
import { closing, type Song } from "../song.ts";

const LULLABY = {
  a: "3 5_ 6_ 5 | 6- ~5 | 3 2_ 3_ 5 | 2-- | 3 5_ 6_ 5 | 1'- 6 | 5_ 3_ 5 ~2_ 1_ | 1--",
  b: "6 6_ 1'_ 6 | 5- 3 | 6 5_ ~3_ 2 | 3-- | 5 6_ 1'_ ^2' | ~1'- 6 | 5_ 6_ 3 2_ ~1_ | 1--",
};

/** A lullaby in three, hummed over đàn tranh and a music box. */
export const lullaby: Song = {
  slug: "ru-con-mua-gio-bac",
  key: "F",
  bpm: 82,
  beatsPerBar: 3,
  ritardando: { beats: 5, amount: 0.5 },
  tail: 4,
  fadeOut: 3.5,
  room: { size: 0.75, damping: 0.5, level: -4 },
  channels: {
    hum: { voice: "humSoft", takes: 2, mix: { gain: 0, reverb: -6 } },
    zither: { voice: "danTranh", mix: { gain: -7, pan: -0.25, reverb: -8 }, spread: 0.25 },
    box: { voice: "musicBox", mix: { gain: -11, pan: 0.35, reverb: -5 } },
    pad: { voice: "warmPad", mix: { gain: -13, reverb: -8 }, spread: 0.3 },
    bass: { voice: "uprightBass", mix: { gain: -11, reverb: -16 } },
  },
  sections: [
    {
      chords: "C | Am7",
      parts: [
        { kind: "arpeggio", channel: "zither", pattern: "r13243 | r13546", low: 57 },
        { kind: "melody", channel: "box", line: "0 5'_ 6'_ 5' | 3'- 2'" },
      ],
    },
    {
      chords: "C | Am | C | G | C | F | C . G | C",
      parts: [
        { kind: "melody", channel: "hum", line: LULLABY.a },
        { kind: "arpeggio", channel: "zither", pattern: "r13243 | r12423", low: 57, level: 0.8 },
        { kind: "chords", channel: "pad", pattern: "x-----", low: 55 },
      ],
    },
    {
      chords: "F | C | Dm | Am | C | F | C . G | C",
      parts: [
        { kind: "melody", channel: "hum", line: LULLABY.b },
        { kind: "arpeggio", channel: "zither", pattern: closing("r13243 | r12423", 8, "r12345"), low: 57, level: 0.85 },
        { kind: "chords", channel: "pad", pattern: "x-----", low: 55 },
        { kind: "bass", channel: "bass", pattern: "R--" },
        {
          kind: "melody",
          channel: "box",
          line: "0-- | 0 5'_ 6'_ 5' | 0-- | 0 1'_ 2'_ 3' | 0-- | 0-- | 0-- | 0 1' 5'",
          level: 0.8,
        },
      ],
    },
  ],
};

const FESTIVAL = {
  a: "5_ 6_ 1' 2'_ 1'_ 6 | 5_ 3_ 5 6- | 1'_ 2'_ 3'_ 2'_ 1'_ 6_ 1' | 5-- 0",
  b: "5_ 6_ 1' 2'_ 1'_ 6 | 5_ 3_ 5 6- | 5_ 6_ 5_ 3_ 2_ 3_ ^2 | 1-- 0",
  c: "3' 3'_ 2'_ ^3'- | 2'_ 1'_ 6 1'- | 2' 2'_ 1'_ ^2'- | 1'_ 6_ 5 ~6-",
};

/** A village festival: sáo, đàn nguyệt, đàn nhị and the big drum. */
export const festival: Song = {
  slug: "trong-hoi-dau-lang",
  key: "G",
  bpm: 114,
  beatsPerBar: 4,
  ritardando: { beats: 3, amount: 0.25 },
  tail: 2.4,
  fadeOut: 2,
  room: { size: 0.6, damping: 0.4, level: -7 },
  channels: {
    flute: { voice: "bambooFlute", mix: { gain: 0, reverb: -8, pan: 0.1 } },
    fiddle: { voice: "fiddle", mix: { gain: -7, reverb: -9, pan: -0.35 } },
    lute: { voice: "danNguyet", mix: { gain: -5, reverb: -12, pan: 0.3 } },
    zither: { voice: "danTranh", mix: { gain: -10, reverb: -10, pan: -0.2 }, spread: 0.2 },
    bass: { voice: "fingerBass", mix: { gain: -7 } },
    drums: { voice: "drums", mix: { gain: -4, reverb: -14 } },
  },
  sections: [
    {
      chords: "C | C",
      parts: [
        {
          kind: "drums",
          channel: "drums",
          pattern: { bigDrum: "X.......x.x.X... | X...x...X.x.xxxX", drumRim: "..x.x.xx....x.xx | ..x...xx....x..." },
        },
        { kind: "melody", channel: "lute", line: "0--- | 0-- 5_ 6_", octave: 0 },
      ],
    },
    {
      chords: "C Am | C Am | C Am | G | C Am | C Am | C G | C",
      parts: [
        { kind: "melody", channel: "flute", line: `${FESTIVAL.a} | ${FESTIVAL.b}` },
        { kind: "melody", channel: "lute", line: `${FESTIVAL.a} | ${FESTIVAL.b}`, octave: -1, level: 0.8 },
        { kind: "arpeggio", channel: "zither", pattern: ".2.3.2.4", low: 62 },
        { kind: "bass", channel: "bass", pattern: "R-5-R-5a" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { bigDrum: "X.....x.x.......", drumRim: "....x.x.....x.xx", shime: "o.o.x.o.o.o.x.oo" },
          level: 0.8,
        },
      ],
    },
    {
      chords: "C | Am F | G | C Am",
      parts: [
        { kind: "melody", channel: "flute", line: FESTIVAL.c },
        { kind: "harmony", channel: "fiddle", line: FESTIVAL.c },
        { kind: "strum", channel: "lute", pattern: "D-d-D-dd", low: 55, level: 0.8 },
        { kind: "bass", channel: "bass", pattern: "R---5-R-" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            bigDrum: "X.....x.X...x... | X.....x.X.x.x.xx",
            drumRim: "..x...x...x.x...",
            shime: "o.oox.ooo.oox.oo",
          },
          level: 0.85,
        },
      ],
    },
    {
      chords: "C Am | C Am | C G | C",
      parts: [
        { kind: "melody", channel: "flute", line: FESTIVAL.b },
        { kind: "melody", channel: "fiddle", line: FESTIVAL.b, octave: -1 },
        { kind: "melody", channel: "lute", line: FESTIVAL.b, octave: -1, level: 0.9 },
        { kind: "arpeggio", channel: "zither", pattern: "12321434", low: 62 },
        { kind: "bass", channel: "bass", pattern: "R-5-R-5a" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { bigDrum: "X.....x.x...x...", drumRim: "....x.x.....x.xx", shime: "x.o.x.o.x.o.x.oo" },
        },
      ],
    },
    {
      chords: "C | C",
      parts: [
        {
          kind: "drums",
          channel: "drums",
          pattern: { bigDrum: "X..x..x.x.x.xxxx | X...............", drumRim: "..x..x.x.x.x.... | x..............." },
        },
        { kind: "melody", channel: "flute", line: "0-- 5_ 6_ | 1'---" },
        { kind: "melody", channel: "zither", line: "0--- | 1'---" },
        { kind: "melody", channel: "lute", line: "0--- | 1---" },
      ],
    },
  ],
};
