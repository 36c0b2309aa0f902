import { describe, expect, it } from "vitest";
import { humpCount, placeholderLevels, wavePath } from "./wave-path.ts";

const numbers = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
const heights = (path: string) => numbers(path).filter((_, i) => i % 2 === 1);

describe("wavePath", () => {
  it("draws one hump for every 7 to 8 pixels", () => {
    for (const width of [280, 330, 720, 1140]) {
      const humps = humpCount(width);
      expect(width / humps).toBeGreaterThanOrEqual(7);
      expect(width / humps).toBeLessThanOrEqual(8);
      expect(wavePath([50], width, 72).match(/[CS]/g)).toHaveLength(humps);
    }
  });

  it("stays within its box and ends at its width", () => {
    const path = wavePath(
      Array.from({ length: 96 }, () => 100),
      720,
      72,
    );
    expect(Math.min(...heights(path))).toBeGreaterThanOrEqual(2);
    expect(Math.max(...heights(path))).toBeLessThanOrEqual(70);
    expect(path.endsWith("720 36")).toBe(true);
  });

  it("is higher for loud levels than for quiet ones", () => {
    const path = wavePath([...Array.from({ length: 48 }, () => 0), ...Array.from({ length: 48 }, () => 100)], 720, 72);
    const amplitudes = heights(path).map((y) => Math.abs(y - 36));
    expect(Math.max(...amplitudes.slice(0, 80))).toBeLessThan(5);
    expect(Math.max(...amplitudes.slice(120))).toBeGreaterThan(25);
  });

  it("draws a valid path for missing and out-of-range levels", () => {
    for (const levels of [[], [-40, 900, Number.MAX_SAFE_INTEGER]]) {
      const path = wavePath(levels, 300, 72);
      expect(path).not.toContain("NaN");
      expect(Math.max(...heights(path))).toBeLessThanOrEqual(70);
    }
  });
});

describe("placeholderLevels", () => {
  it("returns the same 96 levels for the same song, and others for another", () => {
    expect(placeholderLevels(3)).toEqual(placeholderLevels(3));
    expect(placeholderLevels(3)).not.toEqual(placeholderLevels(4));
    for (let id = 1; id < 200; id++) {
      const levels = placeholderLevels(id);
      expect(levels).toHaveLength(96);
      expect(Math.min(...levels)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...levels)).toBeLessThanOrEqual(100);
    }
  });
});
