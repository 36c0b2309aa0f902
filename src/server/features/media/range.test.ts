import { expect, test } from "vitest";
import { parseRange } from "./range.ts";

const whole = undefined;
test.each([
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=10-10", { start: 10, end: 10 }],
  ["bytes=990-", { start: 990, end: 999 }],
  ["bytes=990-5000", { start: 990, end: 999 }],
  ["bytes=-10", { start: 990, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["Bytes=0-0", { start: 0, end: 0 }],
  ["bytes= 1-2 ", { start: 1, end: 2 }],
  ["bytes=0-99999999999999999999999999", { start: 0, end: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=99999999999999999999999-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-2", whole],
  ["bytes=-", whole],
  ["bytes=", whole],
  ["bytes=a-b", whole],
  ["bytes=1.5-2", whole],
  ["bytes=0-1,3-4", whole],
  ["bytes=--5", whole],
  ["items=0-1", whole],
  ["0-1", whole],
  ["", whole],
  [undefined, whole],
])("%s of 1000 bytes", (header, expected) => {
  expect(parseRange(header, 1000)).toEqual(expected);
});

test("an empty file has no range", () => {
  expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseRange("bytes=-5", 0)).toBe("unsatisfiable");
});
