/** Songs for learning English, Japanese and Chinese: two each, with plain tunes. */
import { closing, closingDrums, type Song } from "../song.ts";

const SUN = {
  a: "5 5 6 5 | 1'_ 6_ 5 3- | 2 2 3 2 | 5 3 1-",
  b: "5 5 6 5 | 1'_ 6_ 5 3- | 2 3 4 2 | 1-- 0",
  c: "6 6 1' 6 | 5 3 5- | 4 4 6 4 | 5-- 0",
};

/** English greetings: ukulele, whistling flute and claps. */
export const sunshine: Song = {
  slug: "good-morning-little-sun",
  key: "Eb",
  bpm: 114,
  beatsPerBar: 4,
  swing: 0.6,
  ritardando: { beats: 3, amount: 0.3 },
  tail: 2.6,
  fadeOut: 2.2,
  room: { size: 0.45, damping: 0.4, level: -8 },
  channels: {
    hum: { voice: "humBright", takes: 2, mix: { gain: 0, reverb: -11 } },
    flute: { voice: "bambooFlute", mix: { gain: -7, reverb: -9, pan: 0.3 } },
    ukulele: { voice: "ukulele", mix: { gain: -5, reverb: -14, pan: -0.25 } },
    bell: { voice: "glockenspiel", mix: { gain: -12, reverb: -9, pan: 0.35 } },
    bass: { voice: "uprightBass", mix: { gain: -6 } },
    drums: { voice: "drums", mix: { gain: -9, reverb: -14 } },
  },
  sections: [
    {
      chords: "C | G",
      parts: [
        { kind: "strum", channel: "ukulele", pattern: "D-dudUdu", low: 60 },
        { kind: "melody", channel: "flute", line: "0 5'_ 6'_ 5' 3' | 2'- 5-" },
        { kind: "drums", channel: "drums", pattern: { shaker: "x.oox.oo" } },
      ],
    },
    {
      chords: "C | F C | G | C | C | F C | G | C",
      parts: [
        { kind: "melody", channel: "hum", line: `${SUN.a} | ${SUN.b}` },
        {
          kind: "melody",
          channel: "flute",
          line: "0--- | 0--- | 0--- | 0- 5'_ 3'_ 1' | 0--- | 0--- | 0--- | 0 1'_ 3'_ 5'-",
        },
        { kind: "strum", channel: "ukulele", pattern: "D-dudUdu", low: 60, level: 0.85 },
        { kind: "bass", channel: "bass", pattern: "R-5-R-5-" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { softKick: "x.......x.......", clap: "....x.......x...", shaker: "x.oox.oo" },
        },
      ],
    },
    {
      chords: "F | C | Dm | G",
      parts: [
        { kind: "melody", channel: "hum", line: SUN.c },
        { kind: "melody", channel: "bell", line: SUN.c, octave: 1 },
        { kind: "strum", channel: "ukulele", pattern: "D-d-D-du", low: 60, level: 0.85 },
        { kind: "bass", channel: "bass", pattern: "R---5---" },
        { kind: "drums", channel: "drums", pattern: { softKick: "x.......", shaker: "x.oox.oo" } },
      ],
    },
    {
      chords: "C | F C | G | C",
      parts: [
        { kind: "melody", channel: "hum", line: SUN.b },
        { kind: "harmony", channel: "flute", line: SUN.b, octave: 1, level: 0.8 },
        { kind: "melody", channel: "bell", line: SUN.b, octave: 1 },
        { kind: "strum", channel: "ukulele", pattern: "D-dudUdu | D-dudUdu | D-dudUdu | D-D-D---", low: 60 },
        { kind: "bass", channel: "bass", pattern: "R-5-R-5- | R-5-R-5- | R-5-R-5- | R-5-R---" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { softKick: "x.......x.......", clap: "....x.......x...", shaker: "x.oox.oo" },
        },
      ],
    },
  ],
};

const CLOCK = {
  a: "0 3_ 4_ 5 5 | 6_ 5_ 3 5- | 0 3_ 4_ 5 5 | 2_ 3_ 4 2- | 0 2_ 3_ 4 4 | 5_ 4_ 2 4- | 3 5 1' 7_ 6_ | 5-- 0",
  b: "6 6_ 5_ 6 1' | 5 5_ 3_ 5- | 4 4_ 3_ 4 6 | 5-- 0",
  c: "0 3_ 4_ 5 5 | 6_ 5_ 3 5- | 4_ 4_ 6 5_ 4_ 2 | 1-- 0",
};

/** English for the hours of a day: electric piano and a ticking clock. */
export const clockSong: Song = {
  slug: "what-time-is-it",
  key: "D",
  bpm: 118,
  beatsPerBar: 4,
  swing: 0.6,
  ritardando: { beats: 3, amount: 0.3 },
  tail: 3,
  fadeOut: 2.5,
  room: { size: 0.5, damping: 0.45, level: -8 },
  channels: {
    hum: { voice: "humOpen", takes: 2, mix: { gain: 0, reverb: -11 } },
    keys: { voice: "electricPiano", mix: { gain: -5, reverb: -13, chorus: 0.4, tremolo: 0.2 }, spread: 0.2 },
    vibes: { voice: "vibraphone", mix: { gain: -8, reverb: -9, pan: 0.35 } },
    bass: { voice: "fingerBass", mix: { gain: -6 } },
    drums: { voice: "drums", mix: { gain: -9, reverb: -14 } },
  },
  sections: [
    {
      chords: "C | G7",
      parts: [
        {
          kind: "drums",
          channel: "drums",
          pattern: { block: "x...............", stick: "....x...o...x... | o...x...o...x..." },
        },
        { kind: "melody", channel: "vibes", line: "5' 3' 1' 3' | 4' 2' 7-" },
        { kind: "chords", channel: "keys", pattern: "x---o---", low: 57 },
      ],
    },
    {
      chords: "C | Am C | C | G7 | Dm | G7 | C Am | G",
      parts: [
        { kind: "melody", channel: "hum", line: CLOCK.a },
        { kind: "chords", channel: "keys", pattern: "x-.x--x- | x-.x-x--", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R-R-5-a-" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            softKick: "x.....x.x.......",
            brushTap: "....x.......x...",
            stick: "o...o...o...o...",
            hat: "..o...o...o...o.",
          },
        },
      ],
    },
    {
      chords: "F | C | Dm | G7",
      parts: [
        { kind: "melody", channel: "hum", line: CLOCK.b },
        { kind: "harmony", channel: "vibes", line: CLOCK.b, octave: 1 },
        { kind: "chords", channel: "keys", pattern: "x--x--x-", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R--R5-a-" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { softKick: "x.....x.x.....x.", clap: "....x.......x...", hat: "o.x.o.x.o.x.o.x." },
        },
      ],
    },
    {
      chords: "C | Am C | F G7 | C | F G7 | C",
      parts: [
        { kind: "melody", channel: "hum", line: `${CLOCK.c} | 4_ 4_ 6 5_ 4_ 7, | 1---` },
        { kind: "melody", channel: "vibes", line: "0--- | 0--- | 0--- | 0 5'_ 3'_ 1'- | 0--- | 5' 3' 4'_ 3'_ 1'" },
        {
          kind: "chords",
          channel: "keys",
          pattern: "x-.x--x- | x-.x-x-- | x-.x--x- | x-.x-x-- | x-.x--x- | x-------",
          low: 57,
        },
        { kind: "bass", channel: "bass", pattern: "R-R-5-a- | R-R-5-a- | R-R-5-a- | R-R-5-a- | R-R-5-a- | R-------" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            softKick: "x.....x.x.......",
            brushTap: "....x.......x...",
            stick: "o...o...o...o...",
            hat: "..o...o...o...o.",
          },
        },
      ],
    },
  ],
};

const COUNT = {
  a: "1 2 3- | 5 3 2- | 3 5 6 5 | 3 2 1-",
  b: "1 2 3- | 5 6 1'- | 6 5 3 2 | 1-- 0",
  c: "6 6 5_ 6_ 1' | 6 5 3- | 2 2 3_ 2_ 1 | 2-- 0",
};

/** Japanese numbers: taiko, a koto and children's voices. */
export const counting: Song = {
  slug: "ichi-ni-san",
  key: "D",
  bpm: 122,
  beatsPerBar: 4,
  ritardando: { beats: 2, amount: 0.2 },
  tail: 2.4,
  fadeOut: 1.8,
  room: { size: 0.6, damping: 0.4, level: -7 },
  channels: {
    hum: { voice: "humBright", takes: 2, mix: { gain: 0, reverb: -10 } },
    flute: { voice: "bambooFlute", mix: { gain: -4, reverb: -8, pan: 0.2 } },
    koto: { voice: "danTranh", mix: { gain: -7, reverb: -11, pan: -0.3 }, spread: 0.2 },
    bass: { voice: "fingerBass", mix: { gain: -9 } },
    drums: { voice: "drums", mix: { gain: -3, reverb: -12 } },
  },
  sections: [
    {
      chords: "C | C",
      parts: [
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            taiko: "X...x...X...x.x. | X.x.x.x.X.......",
            shime: "..x...x...x...xx | ..x...x.....x.x.",
            stick: "................ | ............x...",
          },
        },
      ],
    },
    {
      chords: "C | C G | C Am | C G C . | C | C F | Am C . G | C",
      parts: [
        { kind: "melody", channel: "hum", line: `${COUNT.a} | ${COUNT.b}` },
        { kind: "melody", channel: "koto", line: `${COUNT.a} | ${COUNT.b}`, level: 0.85 },
        { kind: "bass", channel: "bass", pattern: "R---5---" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            taiko: "X.......x.......",
            shime: "..o.x.o...o.x.oo",
            clap: "................ | ............x...",
          },
          level: 0.75,
        },
      ],
    },
    {
      chords: "Am | Am C | G . . Am | G",
      parts: [
        { kind: "melody", channel: "flute", line: COUNT.c, octave: 1 },
        { kind: "harmony", channel: "hum", line: COUNT.c, octave: 0, level: 0.8 },
        { kind: "arpeggio", channel: "koto", pattern: "13243524", low: 60 },
        { kind: "bass", channel: "bass", pattern: "R-------" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { taiko: "X.....x.x....... | X.....x.x...x.xx", shime: "..ooo.oo..ooo.oo" },
          level: 0.85,
        },
      ],
    },
    {
      chords: "C | C F | Am C . G | C | C | C",
      parts: [
        { kind: "melody", channel: "hum", line: `${COUNT.b} | 0--- | 1 0 1' 0` },
        { kind: "melody", channel: "flute", line: `${COUNT.b} | 0--- | 0- 1' 0`, octave: 1, level: 0.9 },
        { kind: "melody", channel: "koto", line: `${COUNT.b} | 0--- | 1 0 1' 0` },
        { kind: "bass", channel: "bass", pattern: "R---5--- | R---5--- | R---5--- | R------- | ........ | R-..R-.." },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            taiko:
              "X.....x.x....... | X.....x.x....... | X.....x.x....... | X...x...X.x.x... | X.x.X.x.XxxxXxxx | X.......X.......",
            shime:
              "..o.x.o...o.x.oo | ..o.x.o...o.x.oo | ..o.x.o...o.x.oo | ..x...x...x.x.xx | x.x.x.x.xxxxxxxx | x.......x.......",
          },
        },
      ],
    },
  ],
};

const RAIN_SONG = {
  a: "3 2_ 3_ 5 | 3-- | 1' 6_ 5_ 6 | 5-- | 3 2_ 3_ 5 | 6- 1' | 6_ 5_ 3 2 | 2--",
  b: "1' 1'_ 6_ 1' | 5- 3 | 6 5_ 6_ 2 | 3-- | 1' 2'_ ~1'_ 6 | 5- 3 | 2 3_ 5_ 2 | 1--",
};

/** A Japanese song of the rain: felt piano in three, with strings. */
export const rainSong: Song = {
  slug: "ame-no-uta",
  stereo: true,
  key: "D",
  bpm: 104,
  beatsPerBar: 3,
  ritardando: { beats: 6, amount: 0.5 },
  tail: 3.6,
  fadeOut: 3,
  room: { size: 0.75, damping: 0.45, level: -5 },
  echo: 1,
  channels: {
    hum: { voice: "humSoft", takes: 2, mix: { gain: 0, reverb: -7, delay: -20 } },
    piano: { voice: "feltPiano", mix: { gain: -5, reverb: -11 }, spread: 0.28 },
    box: { voice: "musicBox", mix: { gain: -11, reverb: -6, delay: -12, pan: 0.35 } },
    strings: { voice: "strings", mix: { gain: -13, reverb: -7 }, spread: 0.35 },
    bass: { voice: "uprightBass", mix: { gain: -10 } },
  },
  sections: [
    {
      chords: "C | F",
      parts: [
        { kind: "arpeggio", channel: "piano", pattern: "r13243", low: 58 },
        { kind: "melody", channel: "box", line: "0 5'_ 3'_ 5' | 6'- 5'" },
      ],
    },
    {
      chords: "C | Am | F | C | C | Am | F C G | G",
      parts: [
        { kind: "melody", channel: "hum", line: RAIN_SONG.a },
        { kind: "arpeggio", channel: "piano", pattern: "r13243", low: 58, level: 0.85 },
        {
          kind: "melody",
          channel: "box",
          line: "0-- | 0_ 5'_ 3'_ 5'_ 6' | 0-- | 0_ 3'_ 5'_ 3'_ 2' | 0-- | 0-- | 0-- | 0_ 5_ 2'_ 5'_ 3'",
        },
      ],
    },
    {
      chords: "F | C | Dm7 | Am | F | C | G | C",
      parts: [
        { kind: "melody", channel: "hum", line: RAIN_SONG.b },
        { kind: "arpeggio", channel: "piano", pattern: "r13243 | r23421", low: 58 },
        { kind: "chords", channel: "strings", pattern: "x--", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R-5 | R--" },
      ],
    },
    {
      chords: "F C G | C",
      parts: [
        { kind: "melody", channel: "piano", line: "6_ 5_ 3 2 | 1--" },
        { kind: "melody", channel: "box", line: "6'_ 5'_ 3' 2' | 1'--" },
        { kind: "arpeggio", channel: "piano", pattern: "r.2.3. | r12345", low: 58, level: 0.8 },
        { kind: "chords", channel: "strings", pattern: "x--", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R--" },
      ],
    },
  ],
};

const FRIEND = {
  a: "3 5 6_ 5_ 3 | 2_ 3_ 5 5- | 6_ 1'_ 6_ 5_ 3_ 5_ 2 | 3-- 0",
  b: "3 5 6_ 5_ 3 | 2_ 3_ 5 6- | 1'_ 6_ 5_ 3_ 2_ 3_ 5_ 2_ | 1-- 0",
  c: "1' 1'_ 6_ 1'- | 6 6_ 5_ 6- | 5 3_ 5_ 6_ 5_ 3 | 2-- 0",
};

/** Chinese greetings: zither, flute and a light beat. */
export const friend: Song = {
  slug: "ni-hao-peng-you",
  key: "E",
  bpm: 106,
  beatsPerBar: 4,
  ritardando: { beats: 4, amount: 0.35 },
  tail: 3,
  fadeOut: 2.5,
  room: { size: 0.55, damping: 0.4, level: -7 },
  channels: {
    hum: { voice: "humBright", takes: 2, mix: { gain: 0, reverb: -10 } },
    zither: { voice: "danTranh", mix: { gain: -6, reverb: -10, pan: -0.3 }, spread: 0.25 },
    flute: { voice: "bambooFlute", mix: { gain: -6, reverb: -8, pan: 0.3 } },
    bass: { voice: "uprightBass", mix: { gain: -8 } },
    pad: { voice: "strings", mix: { gain: -15, reverb: -8 }, spread: 0.3 },
    drums: { voice: "drums", mix: { gain: -11, reverb: -13 } },
  },
  sections: [
    {
      chords: "C | G",
      parts: [
        { kind: "melody", channel: "zither", line: "3'_ 2'_ 1'_ 6_ 5_ 6_ 1' | 2'- 5-" },
        { kind: "arpeggio", channel: "zither", pattern: "r.1.2.3.", low: 59, level: 0.7 },
        { kind: "drums", channel: "drums", pattern: { block: "x.......x...x..." } },
      ],
    },
    {
      chords: "C | G | Am . C G | Am | C | G F | F C G . | C",
      parts: [
        { kind: "melody", channel: "hum", line: `${FRIEND.a} | ${FRIEND.b}` },
        { kind: "arpeggio", channel: "zither", pattern: "13243.53", low: 59, level: 0.85 },
        { kind: "bass", channel: "bass", pattern: "R---5---" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { softKick: "x.......x.......", block: "....x.......x.x.", shaker: "o.o.x.o." },
        },
      ],
    },
    {
      chords: "F | Am | C | G",
      parts: [
        { kind: "melody", channel: "hum", line: FRIEND.c },
        { kind: "harmony", channel: "flute", line: FRIEND.c, octave: 1 },
        { kind: "arpeggio", channel: "zither", pattern: "24354.64", low: 59 },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R--R5---" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { softKick: "x.....x.x.......", block: "....x.......x.x.", shaker: "x.oox.oo" },
        },
      ],
    },
    {
      chords: "C | G F | F C G . | C",
      parts: [
        { kind: "melody", channel: "hum", line: FRIEND.b },
        { kind: "melody", channel: "flute", line: FRIEND.b, octave: 1, level: 0.8 },
        { kind: "arpeggio", channel: "zither", pattern: closing("13243.53", 4, "r1234567"), low: 59 },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 57 },
        { kind: "bass", channel: "bass", pattern: closing("R---5---", 4, "R-------") },
        {
          kind: "drums",
          channel: "drums",
          pattern: closingDrums({ softKick: "x.......x.......", block: "....x.......x.x.", shaker: "o.o.x.o." }, 4, [
            "softKick",
            "block",
          ]),
        },
      ],
    },
  ],
};

const SEASONS = {
  a: "6, 1_ 2_ 3- | 5_ 3_ 2_ ~3_ 1- | 2_ 3_ 5_ 3_ 2_ ~1_ 6, | 5,-- 0",
  b: "6, 1_ 2_ 3- | 5_ 6_ 5_ 3_ ^6- | 5_ 3_ 2_ 3_ 1_ 2_ 3_ ~1_ | 6,-- 0",
  c: "1' 1'_ 6_ ~1'- | 6 5_ ~3_ 5- | 6 6_ 5_ 6 2 | 3-- 0",
};

/** The four seasons in Chinese: a two-string fiddle and zither in minor. */
export const seasons: Song = {
  slug: "si-ji",
  key: "Eb",
  bpm: 94,
  beatsPerBar: 4,
  ritardando: { beats: 5, amount: 0.45 },
  tail: 3.4,
  fadeOut: 3,
  room: { size: 0.75, damping: 0.45, level: -5 },
  channels: {
    hum: { voice: "humSoft", takes: 2, mix: { gain: 0, reverb: -7 } },
    fiddle: { voice: "fiddle", mix: { gain: -4, reverb: -7, pan: 0.25 } },
    zither: { voice: "danTranh", mix: { gain: -6, reverb: -9, pan: -0.3 }, spread: 0.25 },
    piano: { voice: "feltPiano", mix: { gain: -10, reverb: -10 }, spread: 0.25 },
    bass: { voice: "uprightBass", mix: { gain: -9 } },
    pad: { voice: "warmPad", mix: { gain: -15, reverb: -8 }, spread: 0.35 },
    drums: { voice: "drums", mix: { gain: -14, reverb: -10 } },
  },
  sections: [
    {
      chords: "Am | Em",
      parts: [
        { kind: "melody", channel: "fiddle", line: "0 3 ~5_ 6_ ~5 | 3- 2_ ~3_ 7," },
        { kind: "arpeggio", channel: "zither", pattern: "r1324354", low: 57 },
      ],
    },
    {
      chords: "Am | C Am | G Dm | Em | Am | C Am | C F | Am",
      parts: [
        { kind: "melody", channel: "hum", line: `${SEASONS.a} | ${SEASONS.b}` },
        {
          kind: "melody",
          channel: "fiddle",
          line: "0--- | 0--- | 0--- | 0 3_ ~5_ 3_ ~2_ 7, | 0--- | 0--- | 0--- | 0 1_ 2_ 3_ ~5_ 3",
          level: 0.8,
        },
        { kind: "arpeggio", channel: "zither", pattern: "r132.43. | r132.35.", low: 57, level: 0.85 },
        { kind: "chords", channel: "piano", pattern: "x---o---", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R---5---" },
      ],
    },
    {
      chords: "F | C | Dm | Em",
      parts: [
        { kind: "melody", channel: "hum", line: SEASONS.c },
        { kind: "harmony", channel: "fiddle", line: SEASONS.c },
        { kind: "arpeggio", channel: "zither", pattern: "r1324354", low: 57 },
        { kind: "chords", channel: "piano", pattern: "x---o---", low: 57 },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R--R5--a" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { softKick: "x.......x.......", shaker: "o.o.x.o.", rim: "....x.......x..." },
        },
      ],
    },
    {
      chords: "Am | C Am | C F | Am",
      parts: [
        { kind: "melody", channel: "hum", line: SEASONS.b },
        { kind: "melody", channel: "fiddle", line: SEASONS.b, level: 0.75 },
        { kind: "arpeggio", channel: "zither", pattern: "r132.43. | r132.35. | r132.43. | r1234567", low: 57 },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 57 },
        { kind: "bass", channel: "bass", pattern: "R---5---" },
        {
          kind: "drums",
          channel: "drums",
          pattern: {
            softKick: "x.......x....... | x.......x....... | x.......x....... | x...............",
            shaker: "o.o.x.o. | o.o.x.o. | o.o.x.o. | ........",
          },
        },
      ],
    },
  ],
};
