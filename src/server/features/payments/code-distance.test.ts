import { expect, test } from "vitest";
import { codeDistance } from "./code-distance.ts";

test.each([
  ["..hm7k2qf9xg..", 0],
  ["chuyen tien hm 7k2q-f9xg", 0],
  ["HM7K2QF9XJ", 1],
  ["HM7K2QF9X", 1],
  ["HM7K2QQF9XG", 1],
  ["HM72KQF9XG", 2],
  ["7K2QF9XG", 2],
  ["chuyen tien mua goi", null],
  ["", null],
])("the distance of a code to “%s” is %s", (memo, distance) => {
  expect(codeDistance(memo, "HM7K2QF9XG")).toBe(distance);
});
