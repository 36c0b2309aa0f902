/** The drums: each takes a velocity 0..1 and randomness and returns its mono samples. */
import { decayFactor, designFilter, Filter, SAMPLE_RATE, toSamples } from "./dsp.ts";
import type { Random } from "./random.ts";

/** Plays one stroke. */
export type Drum = (velocity: number, random: Random) => Float32Array;

type SkinOptions = {
  /** Pitch the skin settles on and the share it starts above, hertz and ratio. */
  pitch: number;
  drop: number;
  /** Seconds of the pitch's fall (time constant) and of the ring (60 dB). */
  fall: number;
  ring: number;
  /** Level and centre of the stroke's noise. */
  noise: number;
  noiseCenter: number;
  /** Second mode of the skin (ratio 1.59 of a circular membrane), level. */
  overtone: number;
};

/** A struck skin: a sine falling in pitch, a membrane's second mode, and a burst of noise. */
function skin(options: SkinOptions): Drum {
  const { pitch, drop, fall, ring, noise, noiseCenter, overtone } = options;
  return (velocity, random) => {
    const total = toSamples(ring);
    const output = new Float32Array(total);
    const factor = decayFactor(ring);
    const quick = decayFactor(ring * 0.4);
    const burst = new Filter(designFilter("bandpass", noiseCenter, 0.7));
    const tune = 1 + (random() - 0.5) * 0.012;
    let amplitude = 1;
    let upper = overtone * (0.5 + velocity);
    let phase = 0;
    for (let i = 0; i < total; i++) {
      const time = i / SAMPLE_RATE;
      phase += (pitch * tune * (1 + drop * Math.exp(-time / fall))) / SAMPLE_RATE;
      const hit = noise * (0.4 + 0.6 * velocity) * Math.exp(-time * 45);
      output[i] =
        (Math.sin(2 * Math.PI * phase) * amplitude +
          Math.sin(2 * Math.PI * phase * 1.593) * upper +
          burst.process((random() * 2 - 1) * hit)) *
        Math.min(1, i / 24) *
        Math.min(1, (total - i) / 600) *
        velocity;
      amplitude *= factor;
      upper *= quick;
    }
    return output;
  };
}

type NoiseOptions = {
  /** Band of the noise, hertz. */
  low: number;
  high: number;
  /** Seconds of the rise and of the fall (60 dB). */
  rise: number;
  ring: number;
  level: number;
  /** Short struck tone mixed in: frequency, level, ring. */
  tone?: [number, number, number];
};

/** Filtered noise with an envelope: cymbals, brushes, shakers, snares. */
function noiseDrum(options: NoiseOptions): Drum {
  const { low, high, rise, ring, level, tone } = options;
  return (velocity, random) => {
    const total = toSamples(rise + ring);
    const output = new Float32Array(total);
    const highpass = new Filter(designFilter("highpass", low, 0.8));
    const lowpass = new Filter(designFilter("lowpass", high * (0.75 + 0.25 * velocity), 0.7));
    const factor = decayFactor(ring);
    const riseSamples = toSamples(rise) + 8;
    let amplitude = 1;
    const toneFactor = tone ? decayFactor(tone[2]) : 0;
    let toneLevel = tone ? tone[1] : 0;
    for (let i = 0; i < total; i++) {
      if (i > riseSamples) amplitude *= factor;
      const envelope = amplitude * Math.min(1, i / riseSamples);
      const hiss = lowpass.process(highpass.process(random() * 2 - 1)) * envelope * level;
      const body = tone ? Math.sin((2 * Math.PI * tone[0] * i) / SAMPLE_RATE) * toneLevel * Math.min(1, i / 20) : 0;
      toneLevel *= toneFactor;
      output[i] = (hiss + body) * velocity * Math.min(1, (total - i) / 200);
    }
    return output;
  };
}

/** A wooden click: two short decaying sines. */
function click(frequency: number, ring: number): Drum {
  return (velocity, random) => {
    const total = toSamples(ring);
    const output = new Float32Array(total);
    const factor = decayFactor(ring);
    const tune = frequency * (1 + (random() - 0.5) * 0.01);
    let amplitude = velocity * 0.6;
    for (let i = 0; i < total; i++) {
      const turn = (2 * Math.PI * i) / SAMPLE_RATE;
      output[i] = amplitude * (Math.sin(turn * tune) + 0.5 * Math.sin(turn * tune * 2.71)) * Math.min(1, i / 10);
      amplitude *= factor;
    }
    return output;
  };
}

/** A cymbal: six square waves at unrelated pitches and noise, high-passed. */
function cymbal(ring: number, low: number, level: number): Drum {
  const ratios = [2050, 3060, 3710, 4640, 5310, 6970];
  return (velocity, random) => {
    const total = toSamples(ring);
    const output = new Float32Array(total);
    const highpass = new Filter(designFilter("highpass", low, 0.8));
    const factor = decayFactor(ring);
    let amplitude = velocity * level;
    for (let i = 0; i < total; i++) {
      let sum = (random() * 2 - 1) * 1.6;
      for (const ratio of ratios) sum += ((ratio * i) / SAMPLE_RATE) % 1 < 0.5 ? 0.28 : -0.28;
      output[i] = highpass.process(sum) * amplitude * Math.min(1, i / 12) * Math.min(1, (total - i) / 400);
      amplitude *= factor;
    }
    return output;
  };
}

/** Rain on a tin roof for nine seconds: a band of hiss and scattered drops, swelling in and out so that strokes overlap. */
const rain: Drum = (velocity, random) => {
  const total = toSamples(9);
  const output = new Float32Array(total);
  const hiss = new Filter(designFilter("bandpass", 2600, 0.5));
  for (let i = 0; i < total; i++) output[i] = hiss.process(random() * 2 - 1) * 0.1;
  for (let drop = 0; drop < 130; drop++) {
    const start = Math.floor(random() * (total - 1600));
    const pitch = 1500 + 3000 * random();
    const loud = 0.1 * random() ** 2;
    for (let i = 0; i < 1200; i++) {
      output[start + i] =
        (output[start + i] ?? 0) + loud * Math.sin((2 * Math.PI * pitch * i) / SAMPLE_RATE) * Math.exp(-i / 160);
    }
  }
  for (let i = 0; i < total; i++) {
    output[i] = (output[i] ?? 0) * velocity * Math.sqrt(Math.max(0, Math.sin((Math.PI * i) / total)));
  }
  return output;
};

/** Every drum by the name patterns use. */
export const drums: Record<string, Drum> = {
  kick: skin({ pitch: 52, drop: 2.2, fall: 0.022, ring: 0.32, noise: 0.5, noiseCenter: 2200, overtone: 0.08 }),
  softKick: skin({ pitch: 50, drop: 1.3, fall: 0.025, ring: 0.26, noise: 0.15, noiseCenter: 900, overtone: 0.05 }),
  snare: noiseDrum({ low: 700, high: 8500, rise: 0, ring: 0.22, level: 0.75, tone: [188, 0.5, 0.12] }),
  softSnare: noiseDrum({ low: 500, high: 5200, rise: 0.001, ring: 0.17, level: 0.6, tone: [172, 0.35, 0.1] }),
  rim: click(1650, 0.05),
  block: click(880, 0.09),
  stick: click(2300, 0.045),
  hat: noiseDrum({ low: 6500, high: 14000, rise: 0, ring: 0.07, level: 0.5 }),
  openHat: noiseDrum({ low: 6000, high: 14000, rise: 0, ring: 0.35, level: 0.42 }),
  shaker: noiseDrum({ low: 4500, high: 10000, rise: 0.022, ring: 0.09, level: 0.4 }),
  brush: noiseDrum({ low: 1400, high: 6500, rise: 0.05, ring: 0.22, level: 0.3 }),
  brushTap: noiseDrum({ low: 900, high: 6000, rise: 0.002, ring: 0.14, level: 0.4, tone: [200, 0.12, 0.08] }),
  clap: noiseDrum({ low: 900, high: 5500, rise: 0.004, ring: 0.2, level: 0.6 }),
  crash: cymbal(2, 3600, 0.22),
  conga: skin({ pitch: 205, drop: 0.12, fall: 0.02, ring: 0.3, noise: 0.35, noiseCenter: 1200, overtone: 0.25 }),
  lowConga: skin({ pitch: 148, drop: 0.15, fall: 0.02, ring: 0.38, noise: 0.3, noiseCenter: 900, overtone: 0.22 }),
  taiko: skin({ pitch: 68, drop: 0.55, fall: 0.05, ring: 0.9, noise: 0.7, noiseCenter: 700, overtone: 0.3 }),
  shime: skin({ pitch: 330, drop: 0.25, fall: 0.015, ring: 0.22, noise: 0.8, noiseCenter: 2600, overtone: 0.35 }),
  bigDrum: skin({ pitch: 78, drop: 0.4, fall: 0.06, ring: 1.1, noise: 0.5, noiseCenter: 500, overtone: 0.35 }),
  rain,
  drumRim: click(1050, 0.08),
};
