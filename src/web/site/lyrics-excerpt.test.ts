import { describe, expect, it } from "vitest";
import { excerptOf } from "./lyrics-excerpt.ts";

describe("excerptOf", () => {
  it("gives nothing where there are no words", () => {
    expect(excerptOf(null, " / ")).toBeNull();
    expect(excerptOf(" \n ", "\n")).toBeNull();
  });

  it("cuts after 150 characters, whole ones", () => {
    expect(excerptOf("a".repeat(150), " / ")).toBe("a".repeat(150));
    expect(excerptOf("a".repeat(151), " / ")).toBe(`${"a".repeat(150)}...`);
    expect(excerptOf("🎵".repeat(200), "\n")).toBe(`${"🎵".repeat(150)}...`);
  });

  it("parts the lines as asked, and leaves out empty ones", () => {
    expect(excerptOf("Một\r\n\r\n hai   ba ", " / ")).toBe("Một / hai ba");
    expect(excerptOf("Một\r\n\r\n hai   ba ", "\n")).toBe("Một\nhai ba");
  });
});
