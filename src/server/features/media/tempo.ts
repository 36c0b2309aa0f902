/** Estimates the tempo of audio that is decoded in chunks, by the distance at which its onsets repeat. */

const slowest = 60;
const fastest = 180;
const framesPerSecond = 200;
/** Frames that are averaged, so that the waves of a low tone are no onsets. */
const smoothed = 4;
/** Seconds that are listened to: a song keeps its tempo. */
const mostSeconds = 240;
const fewestSeconds = 4;
/** Frames on both sides over which an onset is spread: beats fall between frames. */
const spread = 4;
/** Root mean square of the onsets, in powers of ten of energy, below which nothing begins: a held tone, silence. */
const faintest = 0.02;
/** Share of the onsets that must repeat; those of noise stay below. */
const leastRepeated = 0.12;
/** A beat at half the distance counts when it repeats nearly as well as the best. */
const nearlyBest = 0.85;

export interface TempoMeter {
  /** @param channels samples from -1 to 1, one array per channel, of equal length. */
  add(channels: readonly Float32Array[], sampleRate: number): void;
  /** Returns beats a minute, 60 to 180, as a whole number; null for what has no beat. */
  tempo(): number | null;
}

export function createTempoMeter(): TempoMeter {
  const frames: number[] = [];
  let rate = framesPerSecond;
  let energy = 0;
  let samples = 0;

  return {
    add(channels, sampleRate) {
      const frameLength = Math.max(1, Math.round(sampleRate / framesPerSecond));
      rate = sampleRate / frameLength;
      const length = channels[0]?.length ?? 0;
      for (let i = 0; i < length && frames.length < mostSeconds * framesPerSecond; i++) {
        for (const channel of channels) energy += (channel[i] ?? 0) ** 2 / channels.length;
        samples++;
        if (samples < frameLength) continue;
        frames.push(energy / samples);
        energy = 0;
        samples = 0;
      }
    },
    tempo() {
      if (frames.length < fewestSeconds * rate) return null;
      return tempoOf(onsetsOf(frames), rate);
    },
  };
}

/** Returns how much louder each frame begins than the one before, in powers of ten of energy. */
function onsetsOf(frames: readonly number[]): Float64Array {
  const onsets = new Float64Array(frames.length - smoothed);
  let sum = 0;
  let before = 0;
  for (const [i, energy] of frames.entries()) {
    sum += energy - (i >= smoothed ? (frames[i - smoothed] ?? 0) : 0);
    const loudness = Math.log10(Math.max(0, sum) / smoothed + 1e-6);
    if (i >= smoothed) onsets[i - smoothed] = Math.max(0, loudness - before);
    before = loudness;
  }
  return onsets;
}

/** Returns the tempo at which onsets repeat. @param rate onsets in a second */
function tempoOf(onsets: Float64Array, rate: number): number | null {
  const mean = onsets.reduce((sum, value) => sum + value, 0) / onsets.length;
  const power = onsets.reduce((sum, value) => sum + value ** 2, 0) / onsets.length;
  if (Math.sqrt(power) < faintest) return null;
  const beats = spreadOut(onsets).map((value) => value - mean);
  const variance = beats.reduce((sum, value) => sum + value ** 2, 0) / beats.length;

  /** Returns the share of the onsets that repeats after `lag` frames. */
  function repeated(lag: number): number {
    let sum = 0;
    for (let i = lag; i < beats.length; i++) sum += (beats[i] ?? 0) * (beats[i - lag] ?? 0);
    return sum / (beats.length - lag) / variance;
  }

  const first = Math.floor((60 * rate) / fastest) - 1;
  const last = Math.min(Math.ceil((60 * rate) / slowest) + 1, onsets.length - 2);
  const shares = Array.from({ length: last - first + 1 }, (_, i) => repeated(first + i));
  const at = (lag: number) => shares[lag - first] ?? 0;
  const peaks: { lag: number; share: number }[] = [];
  for (let lag = first + 1; lag < last; lag++) {
    if (at(lag) >= at(lag - 1) && at(lag) > at(lag + 1)) peaks.push(topOf(lag, at(lag - 1), at(lag), at(lag + 1)));
  }
  const best = Math.max(...peaks.map(({ share }) => share));
  if (!(best >= leastRepeated)) return null;
  const beat = peaks.find(({ share }) => share >= nearlyBest * best);
  return beat ? Math.min(fastest, Math.max(slowest, Math.round((60 * rate) / beat.lag))) : null;
}

/** Spreads each onset over its neighbours, the less the farther. */
function spreadOut(onsets: Float64Array): Float64Array {
  const weights = Array.from({ length: 2 * spread + 1 }, (_, i) => spread + 1 - Math.abs(i - spread));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return onsets.map((_, at) =>
    weights.reduce((sum, weight, i) => sum + (weight / all) * (onsets[at + i - spread] ?? 0), 0),
  );
}

/** Returns the top of the parabola through three neighbours. */
function topOf(lag: number, before: number, share: number, after: number): { lag: number; share: number } {
  const shift = (before - after) / (2 * (before - 2 * share + after));
  return { lag: lag + shift, share: share - ((before - after) * shift) / 4 };
}
