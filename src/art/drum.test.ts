import { expect, it } from "vitest";
import { songCover } from "./cover.ts";
import { drumOf } from "./drum.ts";

it("returns the whole drum of each cover, without ground and waves", () => {
  for (let id = 1; id <= 200; id++) {
    const { svg, radius } = drumOf(songCover(id, "Mưa hạ"));
    expect(radius).toBeGreaterThan(40);
    expect(svg.match(/<g/g)).toHaveLength(1);
    expect(svg).toMatch(/^<g class="disc".*<\/g>$/);
    const radii = [...svg.matchAll(/ r="([\d.]+)"/g)].map(([, value]) => Number(value));
    expect(Math.max(...radii)).toBe(radius);
  }
});
