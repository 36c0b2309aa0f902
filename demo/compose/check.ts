/**
 * Checks the songs: `npm run measure -- [slug ...]` prints for each
 * its length, how the tune fits the chords, and the sound's measures.
 */
import { sectionBeats } from "./arrange.ts";
import { SAMPLE_RATE } from "./dsp.ts";
import { loudness, type Stereo } from "./mixer.ts";
import { performSong } from "./perform.ts";
import type { Song } from "./song.ts";
import { songs } from "./songs/index.ts";
import { parseMelody, parseProgression } from "./theory.ts";

/** The share (by length) of a song's melody notes that are chord tones, and the long notes that clash. */
function tuneFit(song: Song): { share: number; clashes: string[]; low: number; high: number } {
  let fitting = 0;
  let whole = 0;
  let low = 200;
  let high = 0;
  const clashes: string[] = [];
  let bars = 0;
  for (const section of song.sections) {
    const spans = parseProgression(section.chords, song.beatsPerBar);
    for (const part of section.parts) {
      if (part.kind !== "melody") continue;
      for (const note of parseMelody(part.line, song.beatsPerBar)) {
        if (part.channel === "hum") {
          low = Math.min(low, note.pitch);
          high = Math.max(high, note.pitch);
        }
        const touched = spans.filter(
          (span) => span.start < note.start + note.length - 0.01 && span.start + span.length > note.start + 0.01,
        );
        for (const span of touched) {
          const length =
            Math.min(note.start + note.length, span.start + span.length) - Math.max(note.start, span.start);
          const tone = ((note.pitch % 12) + 12) % 12;
          whole += length;
          if (span.chord.tones.includes(tone)) fitting += length;
          else if (length >= 0.99 && span.chord.tones.some((other) => (tone - other + 12) % 12 === 1)) {
            clashes.push(
              `bar ${bars + Math.floor(note.start / song.beatsPerBar) + 1} ${part.channel} tone ${tone} on ${span.chord.name}`,
            );
          }
        }
      }
    }
    bars += sectionBeats(section, song.beatsPerBar) / song.beatsPerBar;
  }
  return { share: fitting / whole, clashes, low, high };
}

/** Returns peak and mean level, offset, opening silence, brightness and side-to-mid ratio of a recording. */
function measure([left, right]: Stereo) {
  let peak = 0;
  let offset = 0;
  let power = 0;
  let difference = 0;
  let side = 0;
  let first = -1;
  for (let i = 0; i < left.length; i++) {
    const l = left[i] ?? 0;
    const r = right[i] ?? 0;
    const loudest = Math.max(Math.abs(l), Math.abs(r));
    peak = Math.max(peak, loudest);
    if (first < 0 && loudest > 0.01) first = i;
    offset += (l + r) / 2;
    const mid = (l + r) / 2;
    const last = ((left[i - 1] ?? 0) + (right[i - 1] ?? 0)) / 2;
    power += mid * mid;
    difference += (mid - last) ** 2;
    side += ((l - r) / 2) ** 2;
  }
  return {
    peak: 20 * Math.log10(peak),
    rms: 10 * Math.log10(power / left.length),
    offset: offset / left.length,
    silence: first / SAMPLE_RATE,
    meanFrequency: (SAMPLE_RATE / Math.PI) * Math.asin(Math.min(1, Math.sqrt(difference / power) / 2)),
    side: 10 * Math.log10(side / power),
  };
}

const wanted = process.argv.slice(2);
for (const song of songs) {
  if (wanted.length && !wanted.includes(song.slug)) continue;
  const fit = tuneFit(song);
  const recording = performSong(song);
  const sound = measure(recording);
  console.log(
    `${song.slug.padEnd(24)} ${(recording[0].length / SAMPLE_RATE).toFixed(1)} s  chord tones ${(fit.share * 100).toFixed(0)} %${fit.high ? `  hum ${fit.low}..${fit.high}` : ""}` +
      `  ${loudness(recording).toFixed(1)} LUFS  peak ${sound.peak.toFixed(1)}  rms ${sound.rms.toFixed(1)}  dc ${sound.offset.toExponential(0)}` +
      `  start ${sound.silence.toFixed(2)} s  mean ${sound.meanFrequency.toFixed(0)} Hz  side ${sound.side.toFixed(1)} dB`,
  );
  for (const clash of fit.clashes) console.log(`  clash: ${clash}`);
}
