import { expect, it } from "vitest";
import { durationBesideName, isMostPopular, lowestPrice, monthlyPrice, type OfferedPackage } from "./offer.ts";

const offer = (fields: Partial<OfferedPackage>): OfferedPackage => ({
  id: 1,
  name: "Gói",
  price: 399_000,
  duration_days: 365,
  is_lifetime: false,
  description: null,
  sort_order: 3,
  ...fields,
});

it.each([
  [{}, "33.250 ₫ mỗi tháng"],
  [{ duration_days: 730, price: 600_000 }, "25.000 ₫ mỗi tháng"],
  [{ duration_days: 90, price: 129_000 }, "43.000 ₫ mỗi tháng"],
  [{ duration_days: 30, price: 49_000 }, undefined],
  [{ duration_days: 7, price: 19_000 }, undefined],
  [{ price: 0 }, undefined],
  [{ is_lifetime: true, duration_days: null }, undefined],
])("the package %o costs %s", (fields, expected) => {
  expect(monthlyPrice(offer(fields))).toBe(expected);
});

it.each([
  [{ sort_order: 1 }, true],
  [{ name: "Gói PHỔ BIẾN nhất" }, true],
  [{ name: "Gói phổ biến".normalize("NFD") }, true],
  [{ name: "Phở biển" }, false],
  [{ sort_order: 0 }, false],
  [{ sort_order: 11 }, false],
])("the package %o is the most popular: %s", (fields, expected) => {
  expect(isMostPopular(offer(fields))).toBe(expected);
});

it.each([
  ["Gói Năm", 365, "1 năm"],
  ["Gói 1 NĂM", 365, undefined],
  ["1 tháng", 30, undefined],
  ["11 tháng", 30, "1 tháng"],
  ["Trọn đời", null, undefined],
  ["Mãi mãi", null, "Vĩnh viễn"],
])("beside the name %s stands the duration of %s days as %s", (name, duration_days, expected) => {
  expect(durationBesideName(offer({ name, duration_days, is_lifetime: duration_days === null }))).toBe(expected);
});

it.each([
  [[], undefined],
  [[{}], "399.000 ₫ cho 1 năm"],
  [[{}, { price: 49_000, duration_days: 30 }], "từ 49.000 ₫ cho 1 tháng"],
  [[{ price: 999_000, is_lifetime: true, duration_days: null }], "999.000 ₫ cho trọn đời"],
  [[{ price: 0, duration_days: 7 }], "miễn phí 7 ngày"],
  [[{}, { price: 0, duration_days: 7 }], "miễn phí 7 ngày, hoặc 399.000 ₫ cho 1 năm"],
])("the packages %o cost at least %s", (packages, expected) => {
  expect(lowestPrice(packages.map(offer))).toBe(expected);
});
