/** A song for children. */
import type { Song } from "../song.ts";

const KITTEN = {
  a: "1_ 3_ 5 6_ 5_ 3 | 2_ 4_ 6 5- | 3_ 5_ 1' 7_ 6_ 5 | 4_ 3_ 2_ 4_ 3-",
  b: "1_ 3_ 5 6_ 5_ 3 | 2_ 4_ 6 5- | 6_ 5_ 4 5_ 4_ 2 | 1 5 1 0",
  c: "6_ 6_ 1' 6- | 5_ 5_ 7 5- | 4_ 6_ 5_ 4_ 6 4 | 5 0_ 5_ 6 7",
};

/** A kitten late for school: marimba, ukulele and wood blocks. */
export const kitten: Song = {
  slug: "chu-meo-di-hoc-tre",
  key: "Eb",
  bpm: 124,
  beatsPerBar: 4,
  swing: 0.58,
  ritardando: { beats: 3, amount: 0.3 },
  tail: 2.2,
  fadeOut: 1.8,
  room: { size: 0.45, damping: 0.4, level: -8 },
  channels: {
    hum: { voice: "humBright", takes: 2, mix: { gain: 0, reverb: -11 } },
    marimba: { voice: "marimba", mix: { gain: -4, reverb: -12, pan: 0.25 }, spread: 0.2 },
    bell: { voice: "glockenspiel", mix: { gain: -13, reverb: -9, pan: -0.3 } },
    ukulele: { voice: "ukulele", mix: { gain: -8, reverb: -14, pan: -0.3 } },
    bass: { voice: "uprightBass", mix: { gain: -6 } },
    drums: { voice: "drums", mix: { gain: -9, reverb: -14 } },
  },
  sections: [
    {
      chords: "C | G",
      parts: [
        { kind: "melody", channel: "marimba", line: "1'_ 5_ 3_ 5_ 1' 5 | 7_ 5_ 2_ 4_ 5-" },
        { kind: "bass", channel: "bass", pattern: "R-5-R-5-" },
        { kind: "drums", channel: "drums", pattern: { block: "x...x...x...x...", stick: "..x...x...x...xx" } },
      ],
    },
    {
      chords: "C | Dm G | C Em | G C | C | Dm G | F G7 | C",
      parts: [
        { kind: "melody", channel: "hum", line: `${KITTEN.a} | ${KITTEN.b}` },
        { kind: "melody", channel: "marimba", line: `${KITTEN.a} | ${KITTEN.b}`, level: 0.7 },
        { kind: "strum", channel: "ukulele", pattern: ".-D-.-D-", low: 60 },
        { kind: "bass", channel: "bass", pattern: "R-5-R-5-" },
        {
          kind: "drums",
          channel: "drums",
          pattern: { softKick: "x...x...", brushTap: "..x...x.", block: "......x.......xx" },
        },
      ],
    },
    {
      chords: "Am | Em | F | G",
      parts: [
        { kind: "melody", channel: "hum", line: KITTEN.c },
        { kind: "arpeggio", channel: "marimba", pattern: "13242313", low: 60 },
        { kind: "strum", channel: "ukulele", pattern: "D-duD-du", low: 60, level: 0.8 },
        { kind: "bass", channel: "bass", pattern: "R---5---" },
        { kind: "drums", channel: "drums", pattern: { shaker: "x.oox.oo", block: "x..x..x........." } },
      ],
    },
    {
      chords: "C | Dm G | F G7 | C | F G7 | C",
      parts: [
        { kind: "melody", channel: "hum", line: `${KITTEN.b} | 6_ 5_ 4 5_ 4_ 2 | 1 5 1' 0` },
        { kind: "melody", channel: "marimba", line: `${KITTEN.b} | 6_ 5_ 4 5_ 4_ 2 | 1 5 1' 0`, level: 0.7 },
        { kind: "melody", channel: "bell", line: `${KITTEN.b} | 6_ 5_ 4 5_ 4_ 2 | 1 5 1' 0`, octave: 1 },
        {
          kind: "strum",
          channel: "ukulele",
          pattern: ".-D-.-D- | .-D-.-D- | .-D-.-D- | .-D-.-D- | .-D-.-D- | D-D-D-..",
          low: 60,
        },
        { kind: "bass", channel: "bass", pattern: "R-5-R-5- | R-5-R-5- | R-5-R-5- | R-5-R-5- | R-5-R-5- | R-5-R-.." },
        {
          kind: "drums",
          channel: "drums",
          pattern: { softKick: "x...x...", brushTap: "..x...x.", block: "......x.......xx" },
        },
      ],
    },
  ],
};
