import { expect, it } from "vitest";
import { wholePrice } from "./price.ts";

it.each([
  ["299000", 299_000],
  [" 299.000 ", 299_000],
  ["1.299.000", 1_299_000],
  ["299 000", 299_000],
  ["299,000", 299_000],
  ["0", 0],
  ["", 0],
  ["  ", 0],
  [299_000, 299_000],
])("%j is %d", (text, price) => {
  expect(wholePrice(text)).toBe(price);
});

it.each(["29.90", "-5", "1e6", "ba trăm", "299000 VND", "1.29.000"])("%j is no price", (text) => {
  expect(wholePrice(text)).toBeNaN();
});
