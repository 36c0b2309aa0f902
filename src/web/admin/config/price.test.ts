import { describe, expect, it } from "vitest";
import { parsePrice } from "./price.ts";

describe("parsePrice", () => {
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
  ])("parses %j as %d", (text, price) => {
    expect(parsePrice(text)).toBe(price);
  });

  it.each(["29.90", "-5", "1e6", "ba trăm", "299000 VND", "1.29.000"])("returns NaN for %j", (text) => {
    expect(parsePrice(text)).toBeNaN();
  });
});
