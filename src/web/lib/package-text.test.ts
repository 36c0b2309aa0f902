import { expect, it } from "vitest";
import { durationLabel, priceLabel } from "./package-text.ts";

it.each([
  [1, false, "1 ngày"],
  [7, false, "7 ngày"],
  [30, false, "1 tháng"],
  [45, false, "45 ngày"],
  [90, false, "3 tháng"],
  [180, false, "6 tháng"],
  [365, false, "1 năm"],
  [3650, false, "3650 ngày"],
  [null, true, "Vĩnh viễn"],
])("%s days, lifetime %s, are labelled %s", (days, isLifetime, label) => {
  expect(durationLabel(days, isLifetime)).toBe(label);
});

it("a price of 0 is free", () => {
  expect([0, 49_000, 1_250_000].map(priceLabel)).toEqual(["Miễn phí", "49.000 ₫", "1.250.000 ₫"]);
});
