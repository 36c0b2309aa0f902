import { expect, test } from "vitest";
import { readWholeNumber } from "./whole-number.ts";

test.each([
  ["299000", 299_000],
  [" 299.000 ", 299_000],
  ["1.299.000", 1_299_000],
  ["299 000", 299_000],
  ["299\u00a0000", 299_000],
  ["299,000", 299_000],
  ["-5000", -5000],
  ["0", 0],
  ["007", 7],
])("%j is %d", (text, value) => {
  expect(readWholeNumber(text)).toBe(value);
});

test.each([
  "",
  " ",
  "29.90",
  "49,5",
  "49.5",
  "5e3",
  "ba trăm",
  "299000 VND",
  "1.29.000",
  "--5",
  "0x10",
  "9".repeat(20),
])("%j is none", (text) => {
  expect(readWholeNumber(text)).toBeUndefined();
});
