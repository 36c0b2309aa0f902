import { expect, test } from "vitest";
import { shortTime, timeOf, timeText } from "./line-time.ts";

test.each([
  ["1:02.5", 62_500],
  ["01:02,50", 62_500],
  ["1:02.005", 62_005],
  ["62", 62_000],
  ["0.25", 250],
  ["1:00:01", 3_601_000],
  ["90:00", 5_400_000],
  [" ", null],
  ["1:75", undefined],
  ["một", undefined],
  ["-1", undefined],
  ["25:00:00", undefined],
])("reads “%s”", (text, ms) => {
  expect(timeOf(text)).toBe(ms);
});

test("shows times as they are read", () => {
  for (const ms of [0, 62_500, 62_005, 3_601_000, 86_400_000]) expect(timeOf(timeText(ms))).toBe(ms);
  expect(timeText(null)).toBe("");
});

test("shows times to be read in hundredths", () => {
  expect([0, 62_504, 59_996, 3_601_000].map(shortTime)).toEqual(["0:00.00", "1:02.50", "1:00.00", "60:01.00"]);
});
