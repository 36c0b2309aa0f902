import { describe, expect, test } from "vitest";
import { createTempoMeter } from "./tempo.ts";

const sampleRate = 44_100;

/** Sound that `sampleAt` gives for each sample, handed over in chunks as a decoder gives it. */
function tempoOf(seconds: number, sampleAt: (i: number) => number, rate = sampleRate): number | null {
  const meter = createTempoMeter();
  const chunk = 1152;
  for (let from = 0; from < seconds * rate; from += chunk) {
    const channel = Float32Array.from({ length: chunk }, (_, i) => sampleAt(from + i));
    meter.add([channel, channel], rate);
  }
  return meter.tempo();
}

/** A click of 30 ms that dies away at each beat. */
const clicks =
  (bpm: number, rate = sampleRate) =>
  (i: number) => {
    const since = (i / rate) % (60 / bpm);
    return since < 0.03 ? Math.sin(2 * Math.PI * 1000 * since) * Math.exp(-since * 100) * 0.8 : 0;
  };
/** Noise that is the same each time. */
function noise(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 30 - 1;
  };
}

describe("createTempoMeter", () => {
  test.each([60, 72, 90, 100, 118, 128, 140, 165, 180])("measures clicks at %i beats a minute within 3 %%", (bpm) => {
    const tempo = tempoOf(30, clicks(bpm)) ?? 0;
    expect(Math.abs(tempo - bpm) / bpm).toBeLessThan(0.03);
  });

  test("measures clicks over noise and a held tone, at another rate", () => {
    const hiss = noise();
    const click = clicks(96, 48_000);
    const tempo = tempoOf(
      40,
      (i) => click(i) + 0.02 * hiss() + 0.1 * Math.sin((2 * Math.PI * 220 * i) / 48_000),
      48_000,
    );
    expect(Math.abs((tempo ?? 0) - 96)).toBeLessThan(3);
  });

  test("takes the quick beat where each second one is a little louder", () => {
    const all = clicks(120);
    const tempo = tempoOf(30, (i) => all(i) * (Math.floor(i / (sampleRate / 2)) % 2 === 0 ? 1 : 0.9));
    expect(Math.abs((tempo ?? 0) - 120)).toBeLessThan(4);
  });

  test("finds no beat in silence, a held tone, noise, and what is too short", () => {
    expect(tempoOf(20, () => 0)).toBeNull();
    expect(tempoOf(20, (i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / sampleRate))).toBeNull();
    expect(tempoOf(20, noise())).toBeNull();
    expect(tempoOf(2, clicks(120))).toBeNull();
    expect(createTempoMeter().tempo()).toBeNull();
  });
});
