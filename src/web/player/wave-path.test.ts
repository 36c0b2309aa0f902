import { describe, expect, it } from "vitest";
import { calmLevels, humpCount, wavePath } from "./wave-path.ts";

const numbers = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
const heights = (path: string) => numbers(path).filter((_, i) => i % 2 === 1);

describe("wavePath", () => {
  it("draws one hump per 7 to 8 pixels", () => {
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

  it("is high where the song is loud and low where it is quiet", () => {
    const path = wavePath([...Array.from({ length: 48 }, () => 0), ...Array.from({ length: 48 }, () => 100)], 720, 72);
    const swings = heights(path).map((y) => Math.abs(y - 36));
    expect(Math.max(...swings.slice(0, 80))).toBeLessThan(5);
    expect(Math.max(...swings.slice(120))).toBeGreaterThan(25);
  });

  it("draws something for no levels and for wild ones", () => {
    for (const levels of [[], [-40, 900, Number.MAX_SAFE_INTEGER]]) {
      const path = wavePath(levels, 300, 72);
      expect(path).not.toContain("NaN");
      expect(Math.max(...heights(path))).toBeLessThanOrEqual(70);
    }
  });
});

describe("calmLevels", () => {
  it("gives the same 96 levels for the same song, others for another", () => {
    expect(calmLevels(3)).toEqual(calmLevels(3));
    expect(calmLevels(3)).not.toEqual(calmLevels(4));
    for (let id = 1; id < 200; id++) {
      const levels = calmLevels(id);
      expect(levels).toHaveLength(96);
      expect(Math.min(...levels)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...levels)).toBeLessThanOrEqual(100);
    }
  });
});
