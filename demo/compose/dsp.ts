/** Small signal-processing tools. All times are in seconds, all frequencies in hertz. */

/** Samples per second of everything rendered here. */
export const SAMPLE_RATE = 32000;

/** The coefficients of a second-order filter, already divided by a0. */
export type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

type FilterKind = "lowpass" | "highpass" | "bandpass" | "peak" | "highshelf";

/**
 * Designs a filter after Robert Bristow-Johnson's Audio EQ Cookbook.
 * The band-pass has 0 dB at its centre; gainDb is used by peak and highshelf.
 */
export function designFilter(kind: FilterKind, frequency: number, q = Math.SQRT1_2, gainDb = 0): Biquad {
  const omega = (2 * Math.PI * Math.min(frequency, SAMPLE_RATE * 0.49)) / SAMPLE_RATE;
  const cos = Math.cos(omega);
  const alpha = Math.sin(omega) / (2 * q);
  const gain = 10 ** (gainDb / 40);
  if (kind === "highshelf") {
    const root = 2 * Math.sqrt(gain) * alpha;
    const a0 = gain + 1 - (gain - 1) * cos + root;
    return {
      b0: (gain * (gain + 1 + (gain - 1) * cos + root)) / a0,
      b1: (-2 * gain * (gain - 1 + (gain + 1) * cos)) / a0,
      b2: (gain * (gain + 1 + (gain - 1) * cos - root)) / a0,
      a1: (2 * (gain - 1 - (gain + 1) * cos)) / a0,
      a2: (gain + 1 - (gain - 1) * cos - root) / a0,
    };
  }
  const a0 = kind === "peak" ? 1 + alpha / gain : 1 + alpha;
  const a1 = (-2 * cos) / a0;
  const a2 = (kind === "peak" ? 1 - alpha / gain : 1 - alpha) / a0;
  if (kind === "lowpass") return { b0: (1 - cos) / 2 / a0, b1: (1 - cos) / a0, b2: (1 - cos) / 2 / a0, a1, a2 };
  if (kind === "highpass") return { b0: (1 + cos) / 2 / a0, b1: -(1 + cos) / a0, b2: (1 + cos) / 2 / a0, a1, a2 };
  if (kind === "bandpass") return { b0: alpha / a0, b1: 0, b2: -alpha / a0, a1, a2 };
  return { b0: (1 + alpha * gain) / a0, b1: (-2 * cos) / a0, b2: (1 - alpha * gain) / a0, a1, a2 };
}

/** A second-order filter with its state (transposed direct form II). */
export class Filter {
  coefficients: Biquad;
  private first = 0;
  private second = 0;

  constructor(coefficients: Biquad) {
    this.coefficients = coefficients;
  }

  /** Filters one sample. */
  process(input: number): number {
    const c = this.coefficients;
    const output = c.b0 * input + this.first;
    this.first = c.b1 * input - c.a1 * output + this.second;
    this.second = c.b2 * input - c.a2 * output;
    return output;
  }
}

/** Filters a buffer in place. */
export function filterInPlace(samples: Float32Array, coefficients: Biquad): void {
  const filter = new Filter(coefficients);
  for (let i = 0; i < samples.length; i++) samples[i] = filter.process(samples[i] ?? 0);
}

/** Returns the number of samples in a time. */
export function toSamples(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

/** Returns the factor per sample that decays by 60 dB in a time. */
export function decayFactor(seconds: number): number {
  return 0.001 ** (1 / (Math.max(seconds, 0.001) * SAMPLE_RATE));
}

/** Returns the share of the way to a target gone per sample for a time constant. */
export function smoothing(seconds: number): number {
  return 1 - Math.exp(-1 / (Math.max(seconds, 1e-5) * SAMPLE_RATE));
}

/** Returns the linear gain of a level in decibels. */
export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** Returns the correction at a sawtooth's step that keeps it nearly free of aliasing (PolyBLEP, Välimäki 2007). */
function polyBlep(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step;
    return t + t - t * t - 1;
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step;
    return t * t + t + t + 1;
  }
  return 0;
}

/** Returns a sawtooth's value (-1..1) at a phase (0..1) advancing by a step per sample. */
export function sawtooth(phase: number, step: number): number {
  return 2 * phase - 1 - polyBlep(phase, step);
}
