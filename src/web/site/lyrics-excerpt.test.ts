import { describe, expect, it } from "vitest";
import { excerptOf } from "./lyrics-excerpt.ts";

describe("excerptOf", () => {
  it("gives nothing where there are no words", () => {
    expect(excerptOf(null)).toBeNull();
    expect(excerptOf(" \n ")).toBeNull();
  });

  it("cuts after 150 characters, whole ones", () => {
    expect(excerptOf("a".repeat(150))).toBe("a".repeat(150));
    expect(excerptOf("a".repeat(151))).toBe(`${"a".repeat(150)}...`);
    expect(excerptOf("🎵".repeat(200))).toBe(`${"🎵".repeat(150)}...`);
  });

  it("parts the lines by strokes, each counted as the one break it stands for, and leaves out empty ones", () => {
    expect(excerptOf("Một\r\n\r\n hai   ba ")).toBe("Một\u00a0/ hai ba");
    expect(excerptOf("một hai\n".repeat(40))).toBe(`${"một hai\u00a0/ ".repeat(18)}một ha...`);
    expect(excerptOf(`${"a".repeat(149)}\nb`)).toBe(`${"a".repeat(149)}...`);
  });
});
