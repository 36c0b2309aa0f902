/**
 * The line instruments: they take a whole melody and return its mono samples, so
 * that pitch, breath and phrasing run on from note to note.
 */
import { decayFactor, designFilter, Filter, SAMPLE_RATE, sawtooth, smoothing, toSamples } from "./dsp.ts";
import { gaussian, type Random } from "./random.ts";
import { pitchToHz } from "./theory.ts";

/** A note of a line: seconds, MIDI pitch (may lie between keys), velocity 0..1. */
export type LineNote = {
  start: number;
  seconds: number;
  pitch: number;
  velocity: number;
  slide: boolean;
  ornament: boolean;
};

/** Plays a line of the given total length in seconds. */
export type Singer = (notes: LineNote[], seconds: number, random: Random) => Float32Array;

type Style = {
  /** Time constants in seconds. */
  attack: number;
  release: number;
  glide: number;
  slideGlide: number;
  /** Vibrato: rate in hertz, depth in semitones, seconds before it starts. */
  vibrato: [number, number, number];
  /** Semitones below the pitch a phrase starts from. */
  scoop: number;
  /** Depth of the dip between two notes, 0..1. */
  tongue: number;
};

type Controls = {
  /** MIDI pitch, level 0..1 and seconds since the note was articulated, for each sample. */
  pitch: Float32Array;
  level: Float32Array;
  age: Float32Array;
  /** Which articulated note (0, 1, ...) sounds at each sample. */
  syllable: Int32Array;
};

/** Works out the continuous pitch and level of a line. */
function perform(notes: LineNote[], seconds: number, style: Style, random: Random): Controls {
  const total = toSamples(seconds);
  const controls: Controls = {
    pitch: new Float32Array(total),
    level: new Float32Array(total),
    age: new Float32Array(total).fill(9),
    syllable: new Int32Array(total),
  };
  const rise = smoothing(style.attack);
  const fall = smoothing(style.release);
  const dip = smoothing(0.012);
  const [rate, depth, wait] = style.vibrato;
  let index = -1;
  let syllable = 0;
  let current = notes[0]?.pitch ?? 60;
  let level = 0;
  let age = 9;
  let held = 0;
  let tongued = false;
  let drift = 0;
  let driftTarget = 0;
  let vibratoPhase = 0;
  let vibratoRate = rate;
  const driftSpeed = smoothing(0.3);
  for (let i = 0; i < total; i++) {
    const time = i / SAMPLE_RATE;
    const next = notes[index + 1];
    if (next && time >= next.start) {
      const before = notes[index];
      const connected = before !== undefined && next.start - before.start - before.seconds < 0.06;
      index++;
      held = 0;
      if (!next.slide || !connected) {
        age = 0;
        syllable++;
        vibratoPhase = 0;
        vibratoRate = rate * (1 + 0.05 * gaussian(random));
        tongued = connected;
        if (!connected) current = next.pitch - style.scoop;
      }
    }
    const note = notes[index];
    const sounding = note !== undefined && time < note.start + note.seconds;
    if (note) {
      const turn = note.ornament && held > 0.05 && held < 0.135 ? 2 : 0;
      const speed = note.slide ? style.slideGlide : note.ornament ? 0.014 : style.glide;
      current += smoothing(speed) * (note.pitch + turn - current);
    }
    if (i % 2048 === 0) driftTarget = gaussian(random) * 0.035;
    drift += driftSpeed * (driftTarget - drift);
    const swell = Math.min(1, Math.max(0, (held - wait) / 0.45));
    vibratoPhase += vibratoRate / SAMPLE_RATE;
    controls.pitch[i] = current + drift + depth * swell * Math.sin(2 * Math.PI * vibratoPhase);
    const target = sounding && note ? note.velocity * (1 - 0.12 * Math.min(1, held / Math.max(note.seconds, 0.2))) : 0;
    if (tongued && held < 0.04) level += dip * (target * (1 - style.tongue) - level);
    else level += (target > level ? rise : fall) * (target - level);
    controls.level[i] = level;
    controls.age[i] = age;
    controls.syllable[i] = syllable;
    age += 1 / SAMPLE_RATE;
    held += 1 / SAMPLE_RATE;
  }
  return controls;
}

/** Formants of a sound: frequency, bandwidth, level for each. */
type Vowel = [number, number, number][];

const VOWELS: Record<string, Vowel> = {
  ng: [
    [280, 110, 1],
    [1050, 220, 0.12],
    [2350, 300, 0.06],
    [3400, 350, 0.02],
  ],
  a: [
    [760, 140, 1],
    [1250, 150, 0.65],
    [2650, 200, 0.34],
    [3600, 280, 0.18],
  ],
  ư: [
    [370, 120, 1],
    [1350, 160, 0.4],
    [2450, 200, 0.25],
    [3500, 280, 0.12],
  ],
  u: [
    [340, 120, 1],
    [760, 140, 0.5],
    [2350, 220, 0.13],
    [3400, 280, 0.06],
  ],
  ơ: [
    [520, 130, 1],
    [1280, 150, 0.52],
    [2550, 200, 0.3],
    [3500, 280, 0.14],
  ],
  i: [
    [310, 110, 1],
    [2250, 170, 0.4],
    [2900, 210, 0.28],
    [3600, 280, 0.13],
  ],
};

/**
 * A humming voice: a sawtooth softened to a glottal slope goes through four
 * parallel formants, which start each syllable at "ng" and open to a vowel.
 * `size` scales the formants (1 for a man, about 1.17 for a woman); `brightness`
 * is the corner of the glottal slope in hertz.
 */
function hum(vowels: string[], size: number, brightness: number): Singer {
  return (notes, seconds, random) => {
    const style: Style = {
      attack: 0.045,
      release: 0.09,
      glide: 0.022,
      slideGlide: 0.07,
      vibrato: [5.3, 0.24, 0.3],
      scoop: 0.9,
      tongue: 0.45,
    };
    const { pitch, level, age, syllable } = perform(notes, seconds, style, random);
    const output = new Float32Array(pitch.length);
    const nasal = VOWELS.ng ?? [];
    const state = nasal.map(([frequency, width, gain]) => ({
      frequency,
      width,
      gain,
      filter: new Filter(designFilter("bandpass", frequency, frequency / width)),
    }));
    const breathBand = new Filter(designFilter("highpass", 1800));
    const slope = smoothing(1 / (2 * Math.PI * brightness));
    let phase = 0;
    let soft = 0;
    let softer = 0;
    let flutter = 1;
    for (let i = 0; i < output.length; i++) {
      const loud = level[i] ?? 0;
      const frequency = pitchToHz(pitch[i] ?? 60);
      if (i % 32 === 0) {
        const vowel = VOWELS[vowels[(syllable[i] ?? 0) % vowels.length] ?? "a"] ?? nasal;
        const target = (age[i] ?? 9) < 0.075 || loud < 0.02 ? nasal : vowel;
        state.forEach((formant, index) => {
          const [center = 500, width = 100, gain = 0] = target[index] ?? [];
          const wanted = index === 0 ? Math.max(center * size, frequency * 1.03) : center * size;
          formant.frequency += 0.022 * (wanted - formant.frequency);
          formant.width += 0.022 * (width - formant.width);
          formant.gain += 0.022 * (gain - formant.gain);
          formant.filter.coefficients = designFilter("bandpass", formant.frequency, formant.frequency / formant.width);
        });
        flutter += 0.08 * (1 + 0.05 * gaussian(random) - flutter);
      }
      const step = frequency / SAMPLE_RATE;
      phase += step;
      if (phase >= 1) phase -= 1;
      soft += slope * (sawtooth(phase, step) - soft);
      softer += slope * 3 * (soft - softer);
      const noise = random() * 2 - 1;
      const source = softer * flutter + noise * 0.012;
      let voice = 0;
      for (const formant of state) voice += formant.filter.process(source) * formant.gain;
      const breath = breathBand.process(noise) * 0.006;
      output[i] = (voice * 2.2 + softer * 0.4 + breath) * loud;
    }
    return output;
  };
}

/** A woman humming, closed and soft. */
export const humSoft = hum(["ư", "u", "ơ"], 1.16, 1400);

/** A woman singing "nga", open. */
export const humOpen = hum(["a", "ơ", "a", "ư"], 1.16, 2600);

/** A man humming low. */
export const humLow = hum(["ơ", "ư", "a", "ơ"], 0.98, 2000);

/** A small choir vowel for children's songs. */
export const humBright = hum(["a", "i", "a", "ơ"], 1.3, 2600);

/** Sáo trúc, a bamboo flute: four harmonics, breath around the pitch, tremor and vibrato together. */
export const bambooFlute: Singer = (notes, seconds, random) => {
  const style: Style = {
    attack: 0.035,
    release: 0.06,
    glide: 0.012,
    slideGlide: 0.055,
    vibrato: [5.0, 0.16, 0.28],
    scoop: 0.5,
    tongue: 0.6,
  };
  const { pitch, level, age } = perform(notes, seconds, style, random);
  const output = new Float32Array(pitch.length);
  const air = new Filter(designFilter("bandpass", 1000, 2.5));
  const hiss = new Filter(designFilter("highpass", 3000));
  let phase = 0;
  for (let i = 0; i < output.length; i++) {
    const frequency = pitchToHz(pitch[i] ?? 60);
    if (i % 64 === 0) air.coefficients = designFilter("bandpass", frequency * 1.5, 2.2);
    phase = (phase + frequency / SAMPLE_RATE) % 1;
    const loud = level[i] ?? 0;
    const turn = 2 * Math.PI * phase;
    const tone =
      Math.sin(turn) +
      (0.18 + 0.3 * loud) * Math.sin(2 * turn + 0.4) +
      0.16 * loud * Math.sin(3 * turn + 1) +
      0.05 * loud * Math.sin(4 * turn);
    const noise = random() * 2 - 1;
    const chiff = 1 + 4 * Math.exp(-(age[i] ?? 9) * 28);
    output[i] = loud * (tone * 0.5 + air.process(noise) * 0.1 * chiff + hiss.process(noise) * 0.012 * chiff);
  }
  return output;
};

/** A plucked line that keeps its ring through slides: đàn bầu and whistling slide guitar. */
function bentString(harmonics: number[], ring: number, style: Style): Singer {
  return (notes, seconds, random) => {
    const { pitch, level, age } = perform(notes, seconds, style, random);
    const output = new Float32Array(pitch.length);
    const fades = harmonics.map((_, index) => decayFactor(ring / (1 + index * 0.7)));
    const amplitudes = harmonics.map(() => 0);
    const coming = harmonics.map(() => 0);
    const rise = smoothing(0.0015);
    let phase = 0;
    let lastAge = 9;
    for (let i = 0; i < output.length; i++) {
      const now = age[i] ?? 9;
      if (now < lastAge) for (let h = 0; h < coming.length; h++) coming[h] = (harmonics[h] ?? 0) - (amplitudes[h] ?? 0);
      lastAge = now;
      phase += pitchToHz(pitch[i] ?? 60) / SAMPLE_RATE;
      if (phase >= 64) phase -= 64;
      let sum = 0;
      for (let h = 0; h < amplitudes.length; h++) {
        const added = (coming[h] ?? 0) * rise;
        coming[h] = (coming[h] ?? 0) - added;
        const amplitude = (amplitudes[h] ?? 0) + added;
        sum += amplitude * Math.sin(2 * Math.PI * phase * (h + 1));
        amplitudes[h] = amplitude * (fades[h] ?? 0);
      }
      const pluck = Math.exp(-now * 300) * (random() * 2 - 1) * 0.12;
      output[i] = (sum + pluck) * (level[i] ?? 0) * 0.6;
    }
    return output;
  };
}

/** Đàn bầu, the monochord: a harmonic's pure tone, bent with the rod, wide vibrato. */
export const danBau = bentString([1, 0.32, 0.16, 0.07, 0.03], 3.6, {
  attack: 0.004,
  release: 0.14,
  glide: 0.02,
  slideGlide: 0.09,
  vibrato: [5.6, 0.42, 0.2],
  scoop: 1.6,
  tongue: 0.25,
});

/** Phím lõm, the scalloped guitar of cải lương and bolero: steel with deep bends. */
export const scallopedGuitar = bentString([1, 0.6, 0.45, 0.3, 0.2, 0.14, 0.09, 0.06, 0.04], 2.4, {
  attack: 0.002,
  release: 0.1,
  glide: 0.008,
  slideGlide: 0.06,
  vibrato: [5.8, 0.3, 0.16],
  scoop: 0,
  tongue: 0.15,
});

/** Đàn nhị, a two-string fiddle: a bowed sawtooth through a small skin body. */
export const fiddle: Singer = (notes, seconds, random) => {
  const style: Style = {
    attack: 0.06,
    release: 0.08,
    glide: 0.02,
    slideGlide: 0.06,
    vibrato: [5.6, 0.28, 0.18],
    scoop: 0.7,
    tongue: 0.35,
  };
  const { pitch, level } = perform(notes, seconds, style, random);
  const output = new Float32Array(pitch.length);
  const body = [
    [480, 2.2, 1],
    [980, 2.5, 0.8],
    [1900, 2, 0.45],
    [3200, 2, 0.18],
  ].map(([center = 0, q = 1, gain = 0]) => ({
    gain,
    filter: new Filter(designFilter("bandpass", center, q)),
  }));
  let phase = 0;
  let soft = 0;
  const slope = smoothing(1 / (2 * Math.PI * 2500));
  for (let i = 0; i < output.length; i++) {
    const step = pitchToHz(pitch[i] ?? 60) / SAMPLE_RATE;
    phase += step;
    if (phase >= 1) phase -= 1;
    soft += slope * (sawtooth(phase, step) + (random() - 0.5) * 0.12 - soft);
    let sum = soft * 0.12;
    for (const { gain, filter } of body) sum += filter.process(soft) * gain;
    output[i] = sum * (level[i] ?? 0) * 0.75;
  }
  return output;
};

/** A soft whistle-like synthesiser lead. */
export const softLead: Singer = (notes, seconds, random) => {
  const style: Style = {
    attack: 0.02,
    release: 0.08,
    glide: 0.018,
    slideGlide: 0.06,
    vibrato: [5.1, 0.14, 0.3],
    scoop: 0,
    tongue: 0.35,
  };
  const { pitch, level } = perform(notes, seconds, style, random);
  const output = new Float32Array(pitch.length);
  const low = new Filter(designFilter("lowpass", 2600, 0.8));
  let phase = 0;
  let other = 0;
  for (let i = 0; i < output.length; i++) {
    const step = pitchToHz(pitch[i] ?? 60) / SAMPLE_RATE;
    phase = (phase + step) % 1;
    other = (other + step * 1.004) % 1;
    const square = sawtooth(phase, step) - sawtooth((phase + 0.5) % 1, step);
    const wave = square * 0.4 + sawtooth(other, step * 1.004) * 0.35 + Math.sin(2 * Math.PI * phase) * 0.5;
    output[i] = low.process(wave) * (level[i] ?? 0) * 0.6;
  }
  return output;
};

/** Distorted lead guitar with bends; the channel's drive adds the overtones. */
export const leadGuitar: Singer = (notes, seconds, random) => {
  const style: Style = {
    attack: 0.004,
    release: 0.07,
    glide: 0.006,
    slideGlide: 0.07,
    vibrato: [5.6, 0.3, 0.25],
    scoop: 0,
    tongue: 0.3,
  };
  const { pitch, level, age } = perform(notes, seconds, style, random);
  const output = new Float32Array(pitch.length);
  const low = new Filter(designFilter("lowpass", 3200, 0.7));
  let phase = 0;
  for (let i = 0; i < output.length; i++) {
    const step = pitchToHz(pitch[i] ?? 60) / SAMPLE_RATE;
    phase = (phase + step) % 1;
    const pick = 0.75 + 0.6 * Math.exp(-(age[i] ?? 9) * 14);
    output[i] = low.process(sawtooth(phase, step)) * (level[i] ?? 0) * pick * 0.6;
  }
  return output;
};
