import { expect, test } from "vitest";
import { levelsOf, outline, storedLevels } from "./levels.ts";

test("measures slices of 10 ms beside the loudest one", () => {
  const samples = new Float32Array(240);
  samples.fill(0.5, 80, 160);
  samples.fill(-0.25, 160);
  expect([...levelsOf(samples)]).toEqual([0, 100, 50]);
  expect([...levelsOf(new Float32Array(100))]).toEqual([0, 0]);
});

test("stored loudness has slices of the song's length", () => {
  expect(storedLevels({ waveform: [1, 2], duration: 8 })).toEqual({ values: [1, 2], sliceMs: 4000 });
  expect(storedLevels({ waveform: null, duration: 8 })).toBeUndefined();
  expect(storedLevels({ waveform: [1], duration: null })).toBeUndefined();
});

test("draws the loudest of what a column covers, and silence as a line", () => {
  const path = outline({ values: [0, 100, 0, 0], sliceMs: 10 }, 0, 40, 4, 44);
  expect(path).toBe("M0 2L2 21.3L4 21.3L4 22.8L2 22.8L0 42Z");
  expect(outline({ values: [], sliceMs: 10 }, -20, 20, 4, 44)).toContain("21.3");
});
