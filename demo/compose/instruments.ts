/**
 * The note instruments: each function takes one note and returns its mono
 * samples, peak near the note's velocity.
 */
import { decayFactor, designFilter, Filter, SAMPLE_RATE, sawtooth, smoothing, toSamples } from "./dsp.ts";
import type { Random } from "./random.ts";

/** A note to play: hertz, held seconds, velocity 0..1, and the randomness to use. */
export type NoteSpec = { frequency: number; seconds: number; velocity: number; random: Random };

/** Plays one note. */
export type Instrument = (note: NoteSpec) => Float32Array;

type PluckOptions = {
  /** Seconds to fall by 60 dB at 220 Hz when not damped. */
  decay: number;
  /** 0 (dull) to 1 (bright): the colour of the attack. */
  attack: number;
  /** Loss of high partials per turn of the string, 0 (none) to 0.5. */
  loss: number;
  /** Where the string is plucked, as a share of its length. */
  position: number;
  /** Seconds of fading after the note's end. */
  release: number;
  /** Depth of the vibrato made after the pluck, in semitones. */
  vibrato?: number;
  /** Body resonances: frequency, Q, gain in dB. */
  body: [number, number, number][];
};

/**
 * A plucked string: Karplus & Strong 1983 with the loop gain, the pluck
 * position and the fractional delay of Jaffe & Smith 1983 (read by four-point
 * Lagrange interpolation, so that the pitch may bend).
 */
function pluckedString(options: PluckOptions): Instrument {
  const { decay, attack, loss, position, release, vibrato = 0, body } = options;
  return ({ frequency, seconds, velocity, random }) => {
    const ring = Math.min(seconds, decay * 1.2);
    const total = toSamples(ring + release);
    const output = new Float32Array(total);
    const period = SAMPLE_RATE / frequency;
    const line = new Float32Array(Math.ceil(period * 1.06) + 8);
    const excitation = new Float32Array(Math.round(period));
    const tone = Math.min(0.95, 0.06 + attack * (0.4 + 0.6 * velocity));
    let dull = 0;
    let duller = 0;
    let mean = 0;
    for (let i = 0; i < excitation.length; i++) {
      dull += tone * (random() * 2 - 1 - dull);
      duller += Math.min(1, tone * 1.5) * (dull - duller);
      excitation[i] = duller;
      mean += duller / excitation.length;
    }
    let energy = 0;
    for (let i = 0; i < excitation.length; i++) {
      excitation[i] = (excitation[i] ?? 0) - mean;
      energy += (excitation[i] ?? 0) ** 2;
    }
    const level = 0.4 / Math.sqrt(energy / excitation.length + 1e-9);
    const pluckGap = Math.max(1, Math.round(position * period));
    const stringDecay = decay * (220 / frequency) ** 0.45;
    const loopGain = 0.001 ** (1 / (frequency * stringDecay));
    let write = 0;
    let previous = 0;
    for (let i = 0; i < total; i++) {
      const time = i / SAMPLE_RATE;
      const bend = vibrato
        ? vibrato *
          Math.min(1, Math.max(0, (time - 0.18) / 0.3)) *
          Math.sin(2 * Math.PI * 5.4 * (time - 0.18)) *
          Math.exp(-time * 0.9)
        : 0;
      const delay = period * (1 - bend * 0.0578) - loss;
      const whole = Math.floor(delay) - 1;
      const x = delay - whole;
      const start = write - whole + line.length * 2;
      const y0 = line[start % line.length] ?? 0;
      const y1 = line[(start - 1) % line.length] ?? 0;
      const y2 = line[(start - 2) % line.length] ?? 0;
      const y3 = line[(start - 3) % line.length] ?? 0;
      const read =
        (-y0 * (x - 1) * (x - 2) * (x - 3)) / 6 +
        (y1 * x * (x - 2) * (x - 3)) / 2 -
        (y2 * x * (x - 1) * (x - 3)) / 2 +
        (y3 * x * (x - 1) * (x - 2)) / 6;
      const filtered = (1 - loss) * read + loss * previous;
      previous = read;
      const pluck =
        i < excitation.length + pluckGap ? ((excitation[i] ?? 0) - 0.8 * (excitation[i - pluckGap] ?? 0)) * level : 0;
      const value = filtered * loopGain + pluck;
      line[write % line.length] = value;
      write++;
      output[i] = value;
    }
    for (const [center, q, gain] of body) {
      const filter = new Filter(designFilter("peak", center, q, gain));
      for (let i = 0; i < total; i++) output[i] = filter.process(output[i] ?? 0);
    }
    finish(output, velocity * 0.8, 0.001, release);
    return output;
  };
}

/** Scales a note by its velocity and shapes both ends so that neither clicks. */
function finish(samples: Float32Array, gain: number, attack: number, release: number): void {
  const rise = Math.max(1, toSamples(attack));
  const fall = Math.max(1, toSamples(release));
  const length = samples.length;
  for (let i = 0; i < length; i++) {
    const left = length - i;
    const start = i < rise ? i / rise : 1;
    const end = left < fall ? 0.5 - 0.5 * Math.cos((Math.PI * left) / fall) : 1;
    samples[i] = (samples[i] ?? 0) * gain * start * end;
  }
}

/** Acoustic guitar on nylon strings. */
export const nylonGuitar = pluckedString({
  decay: 2.6,
  attack: 0.35,
  loss: 0.28,
  position: 0.22,
  release: 0.12,
  body: [
    [110, 3, 3],
    [215, 3, 2.5],
    [420, 2, 1.5],
    [3000, 0.8, -3],
  ],
});

/** Acoustic guitar on steel strings. */
export const steelGuitar = pluckedString({
  decay: 3.4,
  attack: 0.7,
  loss: 0.16,
  position: 0.16,
  release: 0.1,
  body: [
    [105, 3, 2],
    [200, 2.5, 2],
    [2600, 1, 1.5],
  ],
});

/** Đàn tranh: a bright zither with a long ring and the left hand's vibrato. */
export const danTranh = pluckedString({
  decay: 3.6,
  attack: 0.95,
  loss: 0.1,
  position: 0.1,
  release: 0.5,
  vibrato: 0.28,
  body: [
    [320, 2, 2],
    [1500, 1.5, 2],
    [4200, 1, 1.5],
  ],
});

/** Đàn nguyệt: a moon lute, short and round. */
export const danNguyet = pluckedString({
  decay: 1.3,
  attack: 0.6,
  loss: 0.3,
  position: 0.12,
  release: 0.15,
  vibrato: 0.22,
  body: [
    [260, 2.5, 4],
    [900, 1.5, 2],
  ],
});

/** Ukulele. */
export const ukulele = pluckedString({
  decay: 1.1,
  attack: 0.5,
  loss: 0.24,
  position: 0.25,
  release: 0.1,
  body: [
    [380, 2.5, 4],
    [700, 2, 1.5],
  ],
});

/** Upright bass. */
export const uprightBass = pluckedString({
  decay: 1.7,
  attack: 0.14,
  loss: 0.45,
  position: 0.3,
  release: 0.09,
  body: [
    [90, 2, 3],
    [180, 2, 2],
    [1200, 1, -4],
  ],
});

/** Electric bass played with fingers. */
export const fingerBass = pluckedString({
  decay: 2.6,
  attack: 0.3,
  loss: 0.38,
  position: 0.18,
  release: 0.07,
  body: [
    [80, 1.5, 2],
    [700, 1.2, 2],
  ],
});

/** A partial: ratio to the pitch, level, and its decay time at 440 Hz in seconds. */
type Partial = [number, number, number];

/** A struck bar or bell as a sum of decaying sine partials with a short mallet noise. */
function struckBar(partials: Partial[], mallet: number, release: number, damped: boolean): Instrument {
  return ({ frequency, seconds, velocity, random }) => {
    const scale = Math.min(2, Math.sqrt(440 / frequency));
    const longest = Math.max(...partials.map(([, , decay]) => decay)) * scale;
    const total = toSamples(damped ? Math.min(seconds + release, longest) : longest);
    const output = new Float32Array(total);
    partials.forEach(([ratio, level, decay], index) => {
      const step = (2 * Math.PI * frequency * ratio) / SAMPLE_RATE;
      if (step > 2.7) return;
      const factor = decayFactor(decay * scale);
      let amplitude = level * (index === 0 ? 1 : 0.45 + 0.55 * velocity);
      for (let i = 0; i < total; i++) {
        output[i] = (output[i] ?? 0) + amplitude * Math.sin(step * i);
        amplitude *= factor;
      }
    });
    const noise = new Filter(designFilter("bandpass", Math.min(frequency * 3, 5000), 0.8));
    const noiseLength = Math.min(total, toSamples(0.03));
    for (let i = 0; i < noiseLength; i++) {
      output[i] = (output[i] ?? 0) + noise.process((random() * 2 - 1) * mallet * (1 - i / noiseLength) ** 3);
    }
    finish(output, velocity * 0.7, 0.0008, release);
    return output;
  };
}

/** Marimba: bars tuned 1 : 4 : 9.2. */
export const marimba = struckBar(
  [
    [1, 1, 1.1],
    [3.98, 0.28, 0.4],
    [9.2, 0.08, 0.16],
  ],
  0.5,
  0.2,
  false,
);

/** Music box: a comb's bright long tines. */
export const musicBox = struckBar(
  [
    [1, 1, 1.9],
    [2, 0.22, 1.2],
    [3.01, 0.12, 0.7],
    [5.43, 0.14, 0.35],
    [8.9, 0.05, 0.12],
  ],
  0.25,
  0.3,
  false,
);

/** Vibraphone: bars tuned 1 : 4 : 10, ringing until damped. */
export const vibraphone = struckBar(
  [
    [1, 1, 4],
    [3.99, 0.16, 1.4],
    [10.1, 0.03, 0.3],
  ],
  0.25,
  0.35,
  true,
);

/** Glockenspiel: a free bar's partials. */
export const glockenspiel = struckBar(
  [
    [1, 1, 1.7],
    [2.76, 0.32, 0.9],
    [5.4, 0.16, 0.4],
  ],
  0.3,
  0.3,
  false,
);

/** Kalimba: a plucked tongue with a woody knock. */
export const kalimba = struckBar(
  [
    [1, 1, 1.5],
    [2.01, 0.1, 0.7],
    [5.2, 0.16, 0.16],
    [6.3, 0.08, 0.1],
  ],
  0.7,
  0.2,
  false,
);

/** Felt piano: slightly stretched partials, each decaying in two stages, and a soft hammer. */
export const feltPiano: Instrument = ({ frequency, seconds, velocity, random }) => {
  const release = 0.25;
  const stretch = 0.00035;
  const total = toSamples(Math.min(seconds, 5) + release);
  const output = new Float32Array(total);
  const base = 7 * Math.min(2.2, (220 / frequency) ** 0.5);
  for (let n = 1; n <= 14; n++) {
    const partial = frequency * n * Math.sqrt(1 + stretch * n * n);
    if (partial > 9000) break;
    const tilt = n ** -(2.15 - 0.75 * velocity);
    const dip = Math.abs(Math.sin(Math.PI * n * 0.13)) + 0.15;
    const detune = 1 + (random() - 0.5) * 0.0006;
    const step = (2 * Math.PI * partial) / SAMPLE_RATE;
    const fast = decayFactor((base * 0.28) / (1 + 0.16 * n));
    const slow = decayFactor(base / (1 + 0.16 * n));
    let quick = tilt * dip * 0.7;
    let late = tilt * dip * 0.3;
    const phase = random() * 0.4;
    for (let i = 0; i < total; i++) {
      output[i] = (output[i] ?? 0) + quick * Math.sin(step * i + phase) + late * Math.sin(step * detune * i + phase);
      quick *= fast;
      late *= slow;
    }
  }
  const hammer = new Filter(designFilter("bandpass", 420, 0.7));
  const hammerLength = Math.min(total, toSamples(0.06));
  for (let i = 0; i < hammerLength; i++) {
    output[i] = (output[i] ?? 0) + hammer.process((random() * 2 - 1) * 0.35 * (1 - i / hammerLength) ** 2);
  }
  finish(output, velocity * 0.62, 0.004, release);
  return output;
};

/** Electric piano by frequency modulation: a body at 1:1 and a short tine at 14:1 (after Chowning 1973). */
export const electricPiano: Instrument = ({ frequency, seconds, velocity }) => {
  const release = 0.18;
  const total = toSamples(Math.min(seconds, 4.5) + release);
  const output = new Float32Array(total);
  const step = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const bodyDecay = decayFactor(4.5 * Math.min(1.6, (260 / frequency) ** 0.5));
  const indexDecay = decayFactor(1.6);
  const tineDecay = decayFactor(0.35);
  const tine = frequency * 14 < 11000 ? 0.22 * velocity : 0;
  let amplitude = 1;
  let index = 0.5 + 1.1 * velocity * velocity;
  let tineLevel = tine;
  for (let i = 0; i < total; i++) {
    const turn = step * i;
    output[i] =
      amplitude *
      (Math.sin(turn + index * Math.sin(turn)) + 0.25 * Math.sin(2 * turn * 1.0007) + tineLevel * Math.sin(14 * turn));
    amplitude *= bodyDecay;
    index *= indexDecay;
    tineLevel *= tineDecay;
  }
  finish(output, velocity * 0.6, 0.003, release);
  return output;
};

/** Detuned sawtooths through a low-pass that opens with the note: strings and pads. */
function ensemble(attack: number, release: number, cutoff: number, detune: number, motion: number): Instrument {
  return ({ frequency, seconds, velocity, random }) => {
    const total = toSamples(seconds + release);
    const output = new Float32Array(total);
    const voices = [-1, -0.35, 0.4, 1].map((spread) => ({
      phase: random(),
      step: (frequency * 2 ** ((spread * detune) / 1200)) / SAMPLE_RATE,
      rate: 0.3 + random() * 0.7,
    }));
    const rise = toSamples(attack);
    const top = Math.min(9000, cutoff * (0.7 + 0.5 * velocity) + frequency);
    const first = new Filter(designFilter("lowpass", top, 0.6));
    const second = new Filter(designFilter("lowpass", top * 1.6, 0.6));
    for (let i = 0; i < total; i++) {
      const time = i / SAMPLE_RATE;
      let sum = 0;
      for (const voice of voices) {
        const wave = 1 + motion * Math.sin(2 * Math.PI * voice.rate * 5 * time + voice.phase * 6);
        const step = voice.step * wave;
        voice.phase += step;
        if (voice.phase >= 1) voice.phase -= 1;
        sum += sawtooth(voice.phase, step);
      }
      const grow = i < rise ? 0.5 - 0.5 * Math.cos((Math.PI * i) / rise) : 1;
      output[i] = second.process(first.process(sum * 0.25)) * grow;
    }
    finish(output, velocity * 0.7, 0.001, release);
    return output;
  };
}

/** A slow warm pad. */
export const warmPad = ensemble(0.7, 1.1, 520, 9, 0.0006);

/** A string section. */
export const strings = ensemble(0.22, 0.45, 1500, 8, 0.0015);

/** A glassy, airy pad an octave wide, made of slowly beating sines. */
export const airPad: Instrument = ({ frequency, seconds, velocity, random }) => {
  const release = 1.8;
  const total = toSamples(seconds + release);
  const output = new Float32Array(total);
  const rise = toSamples(1.2);
  for (const [ratio, level] of [
    [1, 1],
    [1.004, 0.8],
    [2.003, 0.35],
    [2.996, 0.16],
    [4.01, 0.1],
  ] as const) {
    const step = (2 * Math.PI * frequency * ratio) / SAMPLE_RATE;
    const phase = random() * 6;
    const rate = (0.1 + random() * 0.25) * 2 * Math.PI;
    for (let i = 0; i < total; i++) {
      const swell = 0.75 + 0.25 * Math.sin((rate * i) / SAMPLE_RATE + phase);
      output[i] = (output[i] ?? 0) + level * swell * Math.sin(step * i + phase);
    }
  }
  for (let i = 0; i < rise && i < total; i++) {
    output[i] = (output[i] ?? 0) * (0.5 - 0.5 * Math.cos((Math.PI * i) / rise));
  }
  finish(output, velocity * 0.35, 0.001, release);
  return output;
};

/** A raw sawtooth pair for an overdriven guitar; the channel's drive does the rest. */
export const sawGuitar: Instrument = ({ frequency, seconds, velocity, random }) => {
  const release = 0.07;
  const total = toSamples(seconds + release);
  const output = new Float32Array(total);
  const step = frequency / SAMPLE_RATE;
  let phase = random();
  let other = random();
  let dull = 0;
  const bright = smoothing(1 / (2 * Math.PI * 2600));
  const fade = decayFactor(6);
  let amplitude = 1;
  for (let i = 0; i < total; i++) {
    const time = i / SAMPLE_RATE;
    const vibrato =
      seconds > 0.5 ? 1 + 0.004 * Math.min(1, Math.max(0, time - 0.3) * 3) * Math.sin(2 * Math.PI * 5.2 * time) : 1;
    phase = (phase + step * vibrato) % 1;
    other = (other + step * vibrato * 1.0025) % 1;
    const pick = 1 + 0.8 * Math.exp(-time * 60);
    dull += bright * ((sawtooth(phase, step) + 0.6 * sawtooth(other, step)) * 0.6 - dull);
    output[i] = dull * amplitude * pick;
    amplitude *= fade;
  }
  finish(output, velocity * 0.5, 0.002, release);
  return output;
};

/** A round synthesiser bass. */
export const synthBass: Instrument = ({ frequency, seconds, velocity }) => {
  const release = 0.06;
  const total = toSamples(seconds + release);
  const output = new Float32Array(total);
  const step = frequency / SAMPLE_RATE;
  let phase = 0;
  const low = new Filter(designFilter("lowpass", 300 + 500 * velocity, 0.8));
  for (let i = 0; i < total; i++) {
    phase = (phase + step) % 1;
    const envelope = 0.55 + 0.45 * Math.exp((-i / SAMPLE_RATE) * 5);
    output[i] = (Math.sin(2 * Math.PI * phase) * 0.75 + low.process(sawtooth(phase, step)) * 0.4) * envelope;
  }
  finish(output, velocity * 0.7, 0.004, release);
  return output;
};
