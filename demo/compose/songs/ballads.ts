/** A bolero and a ballad. */
import { closing, closingDrums, type Song } from "../song.ts";

const BOLERO_PARTS = {
  guitar: "r.1232.1 | r.123423",
  drums: {
    lowConga: "x.......x.x.....",
    conga: "..oox.o...oox.x.",
    shaker: "o.o.x.o.o.o.x.o.",
    rim: "....x.......x...",
  },
  bass: "R---5-a- | R---R-5-",
};

/** A bolero in minor: a man's hum answered by the scalloped guitar. */
export const bolero: Song = {
  slug: "ghe-ve-ben-cu",
  key: "Bb",
  bpm: 98,
  beatsPerBar: 4,
  ritardando: { beats: 6, amount: 0.5 },
  tail: 3.2,
  fadeOut: 2.8,
  room: { size: 0.7, damping: 0.5, level: -5 },
  echo: 0.75,
  channels: {
    hum: { voice: "humLow", mix: { gain: 0, reverb: -7, delay: -20 } },
    lead: { voice: "scallopedGuitar", mix: { gain: -3, reverb: -7, delay: -15, pan: 0.3, chorus: 0.4 } },
    guitar: { voice: "nylonGuitar", mix: { gain: -7, reverb: -12, pan: -0.3 } },
    bass: { voice: "uprightBass", mix: { gain: -7 } },
    pad: { voice: "strings", mix: { gain: -15, reverb: -6 }, spread: 0.3 },
    drums: { voice: "drums", mix: { gain: -11, reverb: -14 } },
  },
  sections: [
    {
      chords: "Am | E7",
      parts: [
        { kind: "melody", channel: "lead", line: "0_ 3_ 6_ 7_ ~1' ~7_ 6_ | #5- ~3-" },
        { kind: "arpeggio", channel: "guitar", pattern: BOLERO_PARTS.guitar, low: 55 },
        { kind: "bass", channel: "bass", pattern: BOLERO_PARTS.bass },
      ],
    },
    {
      chords: "Am | Dm | E7 | Am | F | Dm | E7 | Am",
      parts: [
        {
          kind: "melody",
          channel: "hum",
          line: "0 3 6 5_ ~3_ | 4- 0_ 4_ 3_ 2_ | 3 2_ ~1_ 7,- | 1 2_ ~1_ 6,- | 0 1 4 3_ ~1_ | 2- 0_ 2_ 4_ 3_ | 3 #5_ 6_ 7 6_ #5_ | 6-- 0",
        },
        {
          kind: "melody",
          channel: "lead",
          line: "0--- | 0--- | 0--- | 0- 3_ 5_ 6_ ~5_ | 4--- | 0--- | 0--- | 0 1'_ ~7_ 6_ ~5_ 3",
          level: 0.8,
        },
        { kind: "arpeggio", channel: "guitar", pattern: BOLERO_PARTS.guitar, low: 55 },
        { kind: "bass", channel: "bass", pattern: BOLERO_PARTS.bass },
        { kind: "drums", channel: "drums", pattern: BOLERO_PARTS.drums },
      ],
    },
    {
      chords: "F | G | C | Am | Dm | E7 | Am | Am",
      parts: [
        {
          kind: "melody",
          channel: "hum",
          line: "0 6_ 6_ 1' 6_ ~5_ | 5- 0_ 5_ 6_ 7_ | 1' 7_ ~6_ 5 3_ 5_ | 6- 0 3 | 4 4_ 6_ 6 5_ ~4_ | 3- 0_ 3_ #5_ 7_ | 6_ ~7_ 1'_ ~7_ 6- | 6-- 0",
        },
        {
          kind: "melody",
          channel: "lead",
          line: "0--- | 0--- | 0--- | 0- 6_ ~7_ 1'_ ~6_ | 0--- | 0--- | 0--- | 0_ 3_ 6_ 1'_ ~3'-",
          level: 0.8,
        },
        { kind: "arpeggio", channel: "guitar", pattern: closing(BOLERO_PARTS.guitar, 8, "r.1234.."), low: 55 },
        { kind: "bass", channel: "bass", pattern: closing(BOLERO_PARTS.bass, 8, "R-------") },
        { kind: "chords", channel: "pad", pattern: "x-------", low: 55 },
        { kind: "drums", channel: "drums", pattern: closingDrums(BOLERO_PARTS.drums, 8, ["lowConga", "shaker"]) },
      ],
    },
  ],
};

const CHORUS =
  "5 1' 1'_ 7_ 1' | 7_ 5_ 3 5- | 6_ 6_ 1' 2'_ ~1'_ 6 | 5- 0_ 5_ 6_ 7_ | 1' 3' 3'_ 2'_ 1' | 7_ 5_ 3 5- | 6_ 1'_ 6_ 5_ 4 2_ ~3_ | 1---";

/** A piano ballad that opens up with strings. */
export const ballad: Song = {
  slug: "gui-nguoi-o-lai",
  stereo: true,
  key: "Bb",
  bpm: 78,
  beatsPerBar: 4,
  ritardando: { beats: 7, amount: 0.4 },
  tail: 4,
  fadeOut: 3.4,
  room: { size: 0.8, damping: 0.45, level: -4 },
  echo: 1,
  channels: {
    hum: { voice: "humOpen", takes: 1, mix: { gain: 0, reverb: -6, delay: -19 } },
    second: { voice: "humSoft", takes: 2, mix: { gain: -9, reverb: -5 } },
    piano: { voice: "feltPiano", mix: { gain: -5, reverb: -10 }, spread: 0.28 },
    strings: { voice: "strings", mix: { gain: -11, reverb: -7 }, spread: 0.35 },
    bass: { voice: "fingerBass", mix: { gain: -8 } },
    drums: { voice: "drums", mix: { gain: -12, reverb: -9 } },
  },
  sections: [
    {
      chords: "C G/B | Am F",
      parts: [
        { kind: "arpeggio", channel: "piano", pattern: "r1232123", low: 58 },
        { kind: "melody", channel: "piano", line: "0 5' 3'_ 2'_ 5 | 1'- 6 5" },
      ],
    },
    {
      chords: "C | G/B | Am | F G",
      parts: [
        { kind: "melody", channel: "hum", line: "0_ 3_ 3_ 2_ 3- | 0_ 2_ 2_ 1_ 2 5 | 1'_ 7_ 1' 6_ 5_ 3 | 4 3_ ~4_ 5-" },
        { kind: "arpeggio", channel: "piano", pattern: "r1232123", low: 58, level: 0.9 },
        { kind: "bass", channel: "bass", pattern: "R-------", level: 0.8 },
      ],
    },
    {
      chords: "C | Em7 | F | G | Am | Em7 | F G7 | C",
      parts: [
        { kind: "melody", channel: "hum", line: CHORUS },
        { kind: "harmony", channel: "second", line: CHORUS },
        { kind: "arpeggio", channel: "piano", pattern: closing("r1232123 | r2342324", 8, "r.1.2.3."), low: 58 },
        { kind: "chords", channel: "piano", pattern: closing("o---o---", 8, "o-------"), low: 58, level: 0.7 },
        { kind: "chords", channel: "strings", pattern: "x-------", low: 58 },
        { kind: "bass", channel: "bass", pattern: closing("R----5R- | R----5-a", 8, "R-------") },
        {
          kind: "drums",
          channel: "drums",
          pattern: closingDrums(
            { softKick: "x.....o.x.......", softSnare: "....x.......x...", hat: "o.o.o.o.o.o.o.o." },
            8,
            ["softKick"],
          ),
        },
      ],
    },
  ],
};
