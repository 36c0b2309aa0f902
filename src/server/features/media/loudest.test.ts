import { describe, expect, test } from "vitest";
import { loudestWindow } from "./loudest.ts";

const rate = 20;
/** A song of seconds with a loud part from `from` to `to`. */
const song = (seconds: number, from: number, to: number): number[] =>
  Array.from({ length: seconds * rate }, (_, i) => (i / rate >= from && i / rate < to ? 0.2 : 0.01));

describe("loudestWindow", () => {
  test.each([
    ["the loud part of a song", 180, [90, 110], { start: 90, seconds: 20 }],
    ["the first of equally loud seconds", 180, [60, 140], { start: 60, seconds: 20 }],
    ["a shorter loud part whole, from where it fits first", 180, [100, 105], { start: 85, seconds: 20 }],
    ["nothing of the last twenty seconds as a beginning", 180, [175, 180], { start: 160, seconds: 20 }],
    ["half of a short song", 30, [10, 30], { start: 10, seconds: 15 }],
    ["half of a song of 40 s", 40, [0, 40], { start: 0, seconds: 20 }],
  ])("takes %s", (_what, seconds, [from = 0, to = 0], window) => {
    const found = loudestWindow(song(seconds, from, to), rate, seconds);
    expect(found?.start).toBeCloseTo(window.start, 1);
    expect(found?.seconds).toBe(window.seconds);
  });

  test("takes nothing of silence and of a jingle", () => {
    expect(loudestWindow(song(60, 0, 0).fill(0), rate, 60)).toBeUndefined();
    expect(loudestWindow(song(1, 0, 1), rate, 1)).toBeUndefined();
    expect(loudestWindow([], rate, 0)).toBeUndefined();
  });
});
