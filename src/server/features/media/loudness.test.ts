import { describe, expect, test } from "vitest";
import { createLoudnessMeter } from "./loudness.ts";

const sine = (seconds: number, volume: number) =>
  Float32Array.from({ length: 8000 * seconds }, (_, i) => volume * Math.sin(i / 5));

describe("createLoudnessMeter", () => {
  test("gives the root mean square in equal slices, the loudest being 100", () => {
    const meter = createLoudnessMeter();
    for (const volume of [0.1, 0.2, 0.4, 0]) meter.add([sine(1, volume)], 8000);
    expect(meter.slices(4)).toEqual([25, 50, 100, 0]);
    expect(meter.slices(8)).toEqual([25, 25, 50, 50, 100, 100, 0, 0]);
  });

  test("gives the same curve for pieces of any length and averages channels by energy", () => {
    const whole = createLoudnessMeter();
    const pieces = createLoudnessMeter();
    const samples = Float32Array.from({ length: 24_000 }, (_, i) => (i / 24_000) * Math.sin(i / 3));
    whole.add([samples, samples], 8000);
    for (let i = 0; i < samples.length; i += 777)
      pieces.add([samples.subarray(i, i + 777), samples.subarray(i, i + 777)], 8000);
    expect(pieces.slices(20)).toEqual(whole.slices(20));
  });

  test("returns no slices for silence and for an empty input", () => {
    const meter = createLoudnessMeter();
    expect(meter.slices(10)).toEqual([]);
    meter.add([new Float32Array(8000)], 8000);
    expect(meter.slices(10)).toEqual([]);
  });
});
