import { describe, expect, it } from "vitest";
import { expiryOf, matchingPackage } from "./premium-state.ts";

const now = Date.parse("2026-11-22T08:00:00.000Z");
const day = 24 * 60 * 60 * 1000;
const premium = (days: number | null) => ({
  subscription_type: "premium" as const,
  premium_expires_at: days === null ? null : new Date(now + days * day).toISOString(),
});
const free = { subscription_type: "free" as const, premium_expires_at: null };

describe("expiryOf", () => {
  it.each([
    [null, "Vĩnh viễn", "gold"],
    [3650.5, "Vĩnh viễn", "gold"],
    [3650, "Còn 3650 ngày", "success"],
    [7.1, "Còn 8 ngày", "success"],
    [7, "Còn 7 ngày", "warning"],
    [7 + 1 / 1440, "Còn 7 ngày", "warning"],
    [0.1, "Còn 1 ngày", "warning"],
    [0, "Hết hạn", "danger"],
    [-40, "Hết hạn", "danger"],
  ])("shows Premium of %s days as %s", (days, label, kind) => {
    expect(expiryOf(premium(days), now)).toEqual({ label, kind });
  });

  it("is nothing for a free user", () => {
    expect(expiryOf(free, now)).toBeUndefined();
  });
});

describe("matchingPackage", () => {
  const packages = [
    { id: 1, duration_days: 30, is_lifetime: false },
    { id: 2, duration_days: 90, is_lifetime: false },
    { id: 3, duration_days: null, is_lifetime: true },
  ];

  it.each([
    [29, 1],
    [31, 1],
    [28, undefined],
    [31.1, undefined],
    [90, 2],
    [3651, 3],
    [null, 3],
    [-1, undefined],
  ])("for %s days left is package %s", (days, id) => {
    expect(matchingPackage(premium(days), packages, now)?.id).toBe(id);
  });

  it("is none for a free user", () => {
    expect(matchingPackage(free, packages, now)).toBeUndefined();
  });
});
