import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { songCover } from "./cover.ts";

const sample = Array.from({ length: 2000 }, (_, i) => ({ id: i + 1, title: `Mưa hạ trên phố ${i}` }));

describe("songCover", () => {
  it("draws the same picture for the same song, and another for another", () => {
    expect(songCover(6, "Mưa hạ trên phố cũ")).toBe(songCover(6, "Mưa hạ trên phố cũ"));
    expect(songCover(6, "Mưa hạ trên phố cũ")).not.toBe(songCover(7, "Mưa hạ trên phố cũ"));
    expect(songCover(6, "Mưa hạ trên phố cũ")).not.toBe(songCover(6, "Mưa hạ"));
  });

  it("keeps the pictures that listeners know", () => {
    const digest = createHash("sha256");
    for (const { id, title } of sample.slice(0, 100)) digest.update(songCover(id, title));
    expect(digest.digest("hex").slice(0, 16)).toMatchInlineSnapshot(`"d7845957aefa35ae"`);
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

  it("uses all palettes", () => {
    const palettes = new Set(
      sample.map(({ id, title }) => songCover(id, title).match(/data-palette="([a-z-]+)"/)?.[1]),
    );
    expect(palettes.size).toBe(8);
  });

  it("never carries the title into the markup", () => {
    expect(songCover(1, '"><script>alert(1)</script>')).not.toContain("script");
  });
});
