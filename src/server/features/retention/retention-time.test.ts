import { describe, expect, test } from "vitest";
import { keptSince, nextRun } from "./retention-time.ts";

describe("the first moment that is kept", () => {
  test.each([
    ["the beginning of the day in Vietnam", "2026-11-23", 24, "2024-11-22T17:00:00.000Z"],
    ["the last day of a shorter month", "2026-08-31", 6, "2026-02-27T17:00:00.000Z"],
    ["the last day of a shorter month in a leap year", "2028-08-31", 6, "2028-02-28T17:00:00.000Z"],
    ["28 February for a leap day", "2028-02-29", 24, "2026-02-27T17:00:00.000Z"],
    ["1 March on the day after a leap day", "2028-03-01", 24, "2026-02-28T17:00:00.000Z"],
    ["a leap day for a leap day four years later", "2028-02-29", 48, "2024-02-28T17:00:00.000Z"],
    ["30 September for 31 March", "2027-03-31", 6, "2026-09-29T17:00:00.000Z"],
    ["the December of the year before", "2027-06-30", 6, "2026-12-29T17:00:00.000Z"],
    ["ten years", "2036-01-31", 120, "2026-01-30T17:00:00.000Z"],
  ])("is %s", (_name, day, months, since) => {
    expect(keptSince(day, months)).toBe(since);
  });
});

describe("the next run", () => {
  test.each([
    ["at 3 in Vietnam on the same day", "2026-11-22T17:00:00.000Z", "2026-11-23", "2026-11-22T20:00:00.000Z"],
    ["the day after once it was due", "2026-11-22T20:00:00.000Z", "2026-11-24", "2026-11-23T20:00:00.000Z"],
    ["across the end of a year", "2026-12-31T10:00:00.000Z", "2027-01-01", "2026-12-31T20:00:00.000Z"],
  ])("is %s", (_name, now, day, at) => {
    expect(nextRun(Date.parse(now))).toEqual({ day, at: Date.parse(at) });
  });
});
