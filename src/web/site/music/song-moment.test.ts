import { describe, expect, it } from "vitest";
import { songHref, startTimeOf } from "./song-moment.ts";

describe("startTimeOf", () => {
  it.each([
    ["?t=83", 83],
    ["?t=83.25", 83.25],
    ["?a=1&t=1:23", 83],
    ["?t=1%3A03.5", 63.5],
    ["?t=120:00", 7200],
  ])("reads %s as %d seconds", (query, seconds) => expect(startTimeOf(query)).toBe(seconds));

  it.each([
    "",
    "?t=",
    "?t=0",
    "?t=0:00",
    "?t=-5",
    "?t=1e3",
    "?t=abc",
    "?t=1:2:3",
    "?t=999999",
    "?x=5",
    "?t=%00",
  ])("finds no moment in %j", (query) => expect(startTimeOf(query)).toBeUndefined());
});

describe("songHref", () => {
  it("names a moment just within the line, and none for a line without a time", () => {
    expect(songHref(7, null)).toBe("/songs/7");
    expect(songHref(7, 61_500)).toBe("/songs/7?t=61.51");
    for (const ms of [0, 9, 1001, 4100, 61_289, 3_600_000]) {
      const seconds = startTimeOf(new URL(songHref(7, ms), "http://x").search) ?? 0;
      expect(seconds * 1000 - ms).toBeGreaterThan(0);
      expect(seconds * 1000 - ms).toBeLessThan(10.1);
    }
  });
});
