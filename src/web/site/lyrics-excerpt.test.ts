import { describe, expect, it } from "vitest";
import { excerptOf } from "./lyrics-excerpt.ts";

describe("excerptOf", () => {
  it("returns null without lyrics", () => {
    expect(excerptOf(null)).toBeNull();
    expect(excerptOf(" \n ")).toBeNull();
  });

  it("cuts after 150 characters, not inside one", () => {
    expect(excerptOf("a".repeat(150))).toBe("a".repeat(150));
    expect(excerptOf("a".repeat(151))).toBe(`${"a".repeat(150)}...`);
    expect(excerptOf("🎵".repeat(200))).toBe(`${"🎵".repeat(150)}...`);
  });

  it("keeps lines, whose break counts as one character, and omits empty ones", () => {
    expect(excerptOf("Một\r\n\r\n hai   ba ")).toBe("Một\nhai ba");
    expect(excerptOf("một hai\n".repeat(40))).toBe(`${"một hai\n".repeat(18)}một ha...`);
    expect(excerptOf(`${"a".repeat(149)}\nb`)).toBe(`${"a".repeat(149)}...`);
  });
});
