import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { songCover } from "./cover.ts";
import { drumOf } from "./drum.ts";

const sample = Array.from({ length: 2000 }, (_, i) => ({ id: i + 1, title: `Mưa hạ trên phố ${i}` }));

/** Returns the palette of a cover, and its composition: the size of its drum. */
function dealt(id: number, title: string) {
  const cover = songCover(id, title);
  return { palette: cover.match(/data-palette="([a-z-]+)"/)?.[1], layout: drumOf(cover).radius };
}

describe("songCover", () => {
  it("draws the same picture for the same song, and another for another", () => {
    expect(songCover(6, "Mưa hạ trên phố cũ")).toBe(songCover(6, "Mưa hạ trên phố cũ"));
    expect(songCover(6, "Mưa hạ trên phố cũ")).not.toBe(songCover(7, "Mưa hạ trên phố cũ"));
    expect(songCover(6, "Mưa hạ trên phố cũ")).not.toBe(songCover(6, "Mưa hạ"));
  });

  it("keeps the pictures that listeners know", () => {
    const digest = createHash("sha256");
    for (const { id, title } of sample.slice(0, 100)) digest.update(songCover(id, title));
    expect(digest.digest("hex").slice(0, 16)).toMatchInlineSnapshot(`"a0259e780f806d7c"`);
  });

  it("stays under 3,000 bytes, well formed, with one turning disc and hidden from screen readers", () => {
    for (const { id, title } of sample) {
      const svg = songCover(id, title);
      expect(Buffer.byteLength(svg)).toBeLessThan(3000);
      expect(svg.match(/class="disc"/g)).toHaveLength(1);
      expect(svg).toMatch(/^<svg [^>]*aria-hidden="true"/);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      expect(svg.match(/<g/g)?.length).toBe(svg.match(/<\/g>/g)?.length);
    }
  });

  it("draws songs of neighbouring ids, in rows of three or four too, with another palette and composition", () => {
    for (const { id, title } of sample) {
      for (const step of [1, 3, 4]) {
        const [mine, other] = [dealt(id, title), dealt(id + step, title)];
        expect(mine.palette, `${id} and ${id + step}`).not.toBe(other.palette);
        expect(mine.layout, `${id} and ${id + step}`).not.toBe(other.layout);
      }
    }
  });

  it("pairs each of 8 palettes with each of 6 compositions", () => {
    const pairs = new Set(sample.map(({ id, title }) => JSON.stringify(dealt(id, title))));
    expect(pairs.size).toBe(48);
  });

  it("never carries the title into the markup", () => {
    expect(songCover(1, '"><script>alert(1)</script>')).not.toContain("script");
  });
});
