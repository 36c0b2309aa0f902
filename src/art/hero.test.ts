import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { heroArt, hillsArt } from "./hero.ts";

describe("heroArt", () => {
  it("is small, always the same, well formed and hidden from screen readers", () => {
    const svg = heroArt();
    expect(Buffer.byteLength(svg)).toBeLessThan(7500);
    expect(heroArt()).toBe(svg);
    expect(svg).toMatch(/^<svg [^>]*aria-hidden="true"/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg.match(/<g[ >]/g)?.length).toBe(svg.match(/<\/g>/g)?.length);
  });

  it("repeats only drawn shapes", () => {
    const svg = heroArt();
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const used = [...svg.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(used)).toEqual(new Set(ids));
  });

  it("takes its colours from the theme, in light and dark", () => {
    expect(heroArt()).not.toMatch(/(fill|stroke)="#/);
    const tokens = readFileSync(new URL("../web/styles/tokens.css", import.meta.url), "utf8");
    const names = [...heroArt().matchAll(/var\((--[\w-]+)\)/g)].map(([, name = ""]) => name);
    for (const name of new Set(names)) expect(tokens.split(`${name}:`), name).toHaveLength(1 + 2);
  });
});

describe("hillsArt", () => {
  it("has hills and gold leaf, and no drum", () => {
    const svg = hillsArt();
    expect(Buffer.byteLength(svg)).toBeLessThan(4500);
    expect(hillsArt()).toBe(svg);
    expect(svg).toContain('id="hero-hill-4"');
    expect(svg).not.toMatch(/<circle|hero-sector|NaN|undefined/);
  });
});
