/** Channels, effects and the master: everything from dry notes to the finished stereo song. */
import { designFilter, Filter, filterInPlace, gainOf, SAMPLE_RATE, smoothing, toSamples } from "./dsp.ts";

/** Left and right samples. */
export type Stereo = [Float32Array, Float32Array];

/** How a channel sits in the mix. The gain is its loudness beside the other channels' in decibels, pan -1 (left) to 1 (right). */
export type ChannelMix = {
  gain?: number;
  pan?: number;
  /** Send levels in decibels; left out means none. */
  reverb?: number;
  delay?: number;
  /** Corner frequencies in hertz. */
  lowpass?: number;
  highpass?: number;
  /** Overdrive before a guitar cabinet, in decibels of input gain. */
  drive?: number;
  /** Depth 0..1 of a slow stereo chorus. */
  chorus?: number;
  /** Depth 0..1 of a stereo tremolo (electric piano). */
  tremolo?: number;
};

/** The room: decay 0..1, damping 0..1, and level in decibels. */
export type Room = { size: number; damping: number; level: number };

/** Makes silent stereo samples. */
export function silence(length: number): Stereo {
  return [new Float32Array(length), new Float32Array(length)];
}

/** Adds mono samples to a stereo buffer at an offset, panned with equal power. */
export function addPanned(target: Stereo, source: Float32Array, offset: number, gain: number, pan: number): void {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  const gains = [Math.cos(angle) * gain * Math.SQRT2, Math.sin(angle) * gain * Math.SQRT2];
  target.forEach((side, index) => {
    const sideGain = gains[index] ?? 0;
    const end = Math.min(source.length, side.length - offset);
    for (let i = Math.max(0, -offset); i < end; i++) {
      side[offset + i] = (side[offset + i] ?? 0) + (source[i] ?? 0) * sideGain;
    }
  });
}

/** Adds one stereo buffer to another with a linear gain. */
export function addStereo(target: Stereo, source: Stereo, gain: number): void {
  target.forEach((side, index) => {
    const other = source[index] ?? side;
    for (let i = 0; i < side.length; i++) side[i] = (side[i] ?? 0) + (other[i] ?? 0) * gain;
  });
}

/** Applies a channel's inserts in place: drive, filters, chorus, tremolo. */
export function applyInserts(samples: Stereo, mix: ChannelMix): void {
  if (mix.drive !== undefined) for (const side of samples) overdrive(side, mix.drive);
  if (mix.chorus) chorus(samples, mix.chorus);
  for (const side of samples) {
    if (mix.highpass) filterInPlace(side, designFilter("highpass", mix.highpass));
    if (mix.lowpass) filterInPlace(side, designFilter("lowpass", mix.lowpass));
  }
  if (mix.tremolo) {
    const depth = mix.tremolo;
    const [left, right] = samples;
    for (let i = 0; i < left.length; i++) {
      const wave = Math.sin((2 * Math.PI * 4.4 * i) / SAMPLE_RATE) * depth * 0.5;
      left[i] = (left[i] ?? 0) * (1 + wave);
      right[i] = (right[i] ?? 0) * (1 - wave);
    }
  }
}

/** Overdrives at twice the sample rate (linear interpolation) and filters like a guitar cabinet. */
function overdrive(samples: Float32Array, decibels: number): void {
  const gain = gainOf(decibels);
  const tight = new Filter(designFilter("highpass", 120));
  const cabinet = [
    new Filter(designFilter("lowpass", 4200, 0.8)),
    new Filter(designFilter("lowpass", 5200, 0.7)),
    new Filter(designFilter("peak", 2400, 1, 3)),
    new Filter(designFilter("peak", 130, 1, 2.5)),
    new Filter(designFilter("highpass", 75)),
  ];
  const bias = 0.12;
  const offset = Math.tanh(bias);
  let last = 0;
  for (let i = 0; i < samples.length; i++) {
    const input = tight.process(samples[i] ?? 0) * gain;
    const middle = Math.tanh((input + last) / 2 + bias) - offset;
    const now = Math.tanh(input + bias) - offset;
    last = input;
    let value = (middle + now) * 0.3;
    for (const filter of cabinet) value = filter.process(value);
    samples[i] = value;
  }
}

/** Adds a slowly moving short delay to each side, a quarter turn apart. */
function chorus(samples: Stereo, depth: number): void {
  samples.forEach((side, index) => {
    const dry = side.slice();
    for (let i = 0; i < side.length; i++) {
      const sweep = Math.sin((2 * Math.PI * 0.55 * i) / SAMPLE_RATE + (index * Math.PI) / 2);
      const position = i - (0.014 + 0.0035 * sweep) * SAMPLE_RATE;
      if (position < 1) continue;
      const whole = Math.floor(position);
      const share = position - whole;
      const wet = (dry[whole] ?? 0) * (1 - share) + (dry[whole + 1] ?? 0) * share;
      side[i] = (dry[i] ?? 0) * (1 - depth * 0.3) + wet * depth * 0.7;
    }
  });
}

const COMBS = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617];
const ALLPASSES = [556, 441, 341, 225];
const STEREO_SPREAD = 23;

/**
 * Reverberates: Freeverb by Jezar (2000), eight damped combs and four
 * all-passes a side, with its delays scaled from 44.1 kHz, after 18 ms of
 * pre-delay and with the lows cut. Returns the wet sound alone.
 */
export function reverberate(input: Stereo, room: Room): Stereo {
  const length = input[0].length;
  const wet = silence(length);
  const predelay = toSamples(0.018);
  const mono = new Float32Array(length);
  for (let i = predelay; i < length; i++) {
    mono[i] = ((input[0][i - predelay] ?? 0) + (input[1][i - predelay] ?? 0)) * 0.5;
  }
  filterInPlace(mono, designFilter("highpass", 180));
  const feedback = 0.7 + 0.28 * room.size;
  const damping = room.damping * 0.4;
  const scale = SAMPLE_RATE / 44100;
  wet.forEach((side, index) => {
    for (const tuning of COMBS) {
      const line = new Float32Array(Math.round((tuning + index * STEREO_SPREAD) * scale));
      let store = 0;
      let position = 0;
      for (let i = 0; i < length; i++) {
        const value = line[position] ?? 0;
        store = value * (1 - damping) + store * damping;
        line[position] = (mono[i] ?? 0) + store * feedback;
        side[i] = (side[i] ?? 0) + value * 0.045;
        if (++position === line.length) position = 0;
      }
    }
    for (const tuning of ALLPASSES) {
      const line = new Float32Array(Math.round((tuning + index * STEREO_SPREAD) * scale));
      let position = 0;
      for (let i = 0; i < length; i++) {
        const delayed = line[position] ?? 0;
        const value = side[i] ?? 0;
        line[position] = value + delayed * 0.5;
        side[i] = delayed - value;
        if (++position === line.length) position = 0;
      }
    }
  });
  return wet;
}

/** Echoes from side to side every `seconds`, each softer and duller. Returns the echoes alone. */
export function pingPong(input: Stereo, seconds: number): Stereo {
  const length = input[0].length;
  const gap = toSamples(seconds);
  const [left, right] = silence(length);
  const dullLeft = new Filter(designFilter("lowpass", 3200));
  const dullRight = new Filter(designFilter("lowpass", 3200));
  for (let i = gap; i < length; i++) {
    const mono = ((input[0][i - gap] ?? 0) + (input[1][i - gap] ?? 0)) * 0.5;
    left[i] = dullLeft.process(mono + (right[i - gap] ?? 0) * 0.38);
    right[i] = dullRight.process((left[i - gap] ?? 0) * 0.7);
  }
  return [left, right];
}

/**
 * Measures integrated loudness in LUFS after ITU-R BS.1770-4: K-weighting,
 * 400 ms blocks every 100 ms, absolute gate at -70 and relative gate at -10.
 */
export function loudness(samples: Stereo): number {
  const weighted = samples.map((side) => {
    const copy = side.slice();
    filterInPlace(copy, designFilter("highshelf", 1682, Math.SQRT1_2, 4));
    filterInPlace(copy, designFilter("highpass", 38, 0.5));
    return copy;
  });
  const block = toSamples(0.4);
  const hop = toSamples(0.1);
  const powers: number[] = [];
  for (let start = 0; start + block <= samples[0].length; start += hop) {
    let power = 0;
    for (const side of weighted) {
      for (let i = start; i < start + block; i++) power += (side[i] ?? 0) ** 2;
    }
    powers.push(power / block);
  }
  const toLufs = (power: number) => -0.691 + 10 * Math.log10(power + 1e-12);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const loud = powers.filter((power) => toLufs(power) > -70);
  const gate = toLufs(mean(loud)) - 10;
  return toLufs(mean(loud.filter((power) => toLufs(power) > gate)));
}

/** Compresses both sides together in place, gently: ratio 2:1 above the threshold (decibels, RMS). */
function compress(samples: Stereo, threshold: number): void {
  const [left, right] = samples;
  const detect = smoothing(0.03);
  const attack = smoothing(0.02);
  const release = smoothing(0.25);
  let power = 0;
  let reduction = 0;
  for (let i = 0; i < left.length; i++) {
    power += detect * (((left[i] ?? 0) ** 2 + (right[i] ?? 0) ** 2) / 2 - power);
    const over = Math.max(0, 10 * Math.log10(power + 1e-10) - threshold);
    const wanted = over * 0.5;
    reduction += (wanted > reduction ? attack : release) * (wanted - reduction);
    const gain = gainOf(-reduction);
    left[i] = (left[i] ?? 0) * gain;
    right[i] = (right[i] ?? 0) * gain;
  }
}

/** Keeps peaks under a ceiling (linear) in place: 4 ms of look-ahead, 120 ms of release. */
function limit(samples: Stereo, ceiling: number): void {
  const [left, right] = samples;
  const length = left.length;
  const window = toSamples(0.004);
  const release = smoothing(0.12);
  const wanted = new Float32Array(length);
  let held = 1;
  for (let i = length - 1; i >= 0; i--) {
    const peak = Math.max(Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0));
    wanted[i] = peak > ceiling ? ceiling / peak : 1;
  }
  const lowest = new Float32Array(length);
  const queue: number[] = [];
  let head = 0;
  for (let i = 0; i < length + window; i++) {
    if (i < length) {
      while (queue.length > head && (wanted[queue.at(-1) ?? 0] ?? 1) >= (wanted[i] ?? 1)) queue.pop();
      queue.push(i);
    }
    const at = i - window;
    if (at >= 0) {
      while ((queue[head] ?? at) < at - window) head++;
      const floor = wanted[queue[head] ?? at] ?? 1;
      held = floor < held ? floor : held + release * (floor - held);
      lowest[at] = held;
    }
  }
  let sum = 0;
  const span = window + 1;
  for (let i = 0; i < length; i++) {
    sum += lowest[i] ?? 1;
    if (i >= span) sum -= lowest[i - span] ?? 1;
    const gain = sum / Math.min(i + 1, span);
    left[i] = (left[i] ?? 0) * gain;
    right[i] = (right[i] ?? 0) * gain;
  }
}

/** Fades both ends in place; lengths in seconds. */
function fade(samples: Stereo, fadeIn: number, fadeOut: number): void {
  const rise = Math.max(1, toSamples(fadeIn));
  const fall = Math.max(1, toSamples(fadeOut));
  for (const side of samples) {
    const length = side.length;
    for (let i = 0; i < rise && i < length; i++) side[i] = (side[i] ?? 0) * (i / rise);
    for (let i = 0; i < fall && i < length; i++) {
      const at = length - 1 - i;
      side[at] = (side[at] ?? 0) * (0.5 - 0.5 * Math.cos((Math.PI * i) / fall));
    }
  }
}

/** Brings samples in place to a loudness (LUFS) with their peaks under a ceiling (dBFS). */
function level(samples: Stereo, target: number, ceiling: number): void {
  for (let pass = 0; pass < 3; pass++) {
    scaleTo(samples, target);
    limit(samples, gainOf(ceiling));
  }
}

function scaleTo(samples: Stereo, target: number): void {
  const gain = gainOf(target - loudness(samples));
  for (const side of samples) for (let i = 0; i < side.length; i++) side[i] = (side[i] ?? 0) * gain;
}

/** The loudness every song is brought to (LUFS) and the highest peak (dBFS). */
const TARGET_LOUDNESS = -16;
const PEAK_CEILING = -2;

/** Masters a mix in place: tone, gentle compression, faded ends (seconds), loudness and peaks. */
export function master(samples: Stereo, fadeOut: number): void {
  for (const side of samples) {
    filterInPlace(side, designFilter("highpass", 32));
    filterInPlace(side, designFilter("highshelf", 7000, Math.SQRT1_2, 1));
  }
  scaleTo(samples, -18);
  compress(samples, -18);
  fade(samples, 0.01, fadeOut);
  level(samples, TARGET_LOUDNESS, PEAK_CEILING);
}

/** Returns a mastered recording mixed down to one channel, as loud as before. */
export function toMono([left, right]: Stereo): Float32Array {
  const mono = left.map((value, index) => (value + (right[index] ?? 0)) / 2);
  const both: Stereo = [mono, mono.slice()];
  level(both, TARGET_LOUDNESS, PEAK_CEILING);
  return both[0];
}
