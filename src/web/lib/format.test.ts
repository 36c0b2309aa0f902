import { describe, expect, it } from "vitest";
import { clockTime, countedNumber, groupedNumber, isoDuration, longTime, money, spokenTime } from "./format.ts";

describe("clockTime", () => {
  it.each([
    [0, "0:00"],
    [9.99, "0:09"],
    [60, "1:00"],
    [228.4, "3:48"],
    [3661, "61:01"],
    [-3, "0:00"],
    [Number.NaN, "0:00"],
    [Number.POSITIVE_INFINITY, "0:00"],
  ])("formats %d seconds as %s", (seconds, text) => expect(clockTime(seconds)).toBe(text));
});

describe("spokenTime", () => {
  it.each([
    [0, "0 giây"],
    [36, "36 giây"],
    [96.7, "1 phút 36 giây"],
    [120, "2 phút 0 giây"],
  ])("formats %d seconds as %s", (seconds, text) => expect(spokenTime(seconds)).toBe(text));
});

describe("isoDuration", () => {
  it.each([
    [0.4, "PT0S"],
    [44, "PT44S"],
    [99.6, "PT1M40S"],
    [3600, "PT60M0S"],
    [Number.NaN, "PT0S"],
  ])("formats %d seconds as %s", (seconds, text) => expect(isoDuration(seconds)).toBe(text));
});

it("says in countedNumber where a total was not counted to its end", () => {
  expect([10_000, 10_001, 10_002].map(countedNumber)).toEqual(["10.000", "hơn 10.000", "10.002"]);
});

describe("groupedNumber", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1234, "1.234"],
    [1234567, "1.234.567"],
    [-1234, "-1.234"],
  ])("formats %d as %s", (value, text) => expect(groupedNumber(value)).toBe(text));
});

describe("money", () => {
  it.each([
    [299_000, "VND", "299.000 VND"],
    [0, "VND", "0 VND"],
    [1_250_000, "USD", "1.250.000 USD"],
  ])("formats %d %s as %s", (amount, currency, text) => expect(money(amount, currency)).toBe(text));
});

describe("longTime", () => {
  it.each([
    [0, "chưa đến 1 phút"],
    [-5, "chưa đến 1 phút"],
    [59, "chưa đến 1 phút"],
    [60, "1 phút"],
    [3599, "59 phút"],
    [3600, "1 giờ 0 phút"],
    [7500, "2 giờ 5 phút"],
    [86_400, "1 ngày 0 giờ"],
    [273_600, "3 ngày 4 giờ"],
  ])("formats %d seconds as %s", (seconds, text) => expect(longTime(seconds)).toBe(text));
});
