import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Cover } from "./cover.tsx";

const stored = `/uploads/images/${"0a".repeat(16)}.jpg`;
const markup = (props: { image: string | null; sizes?: string; priority?: boolean }) =>
  renderToStaticMarkup(createElement(Cover, { id: 1, title: "Mưa hạ", sizes: "4rem", ...props }));

describe("Cover", () => {
  it("draws a cover for a song without an image", () => {
    expect(markup({ image: null })).toMatch(/^<div class="cover" aria-hidden="true"><svg /);
  });

  it("offers a stored image as AVIF, then WebP, in several sizes, with its width and height", () => {
    const html = markup({ image: stored });
    expect([...html.matchAll(/<source type="([^"]+)" srcSet="([^ ]+) 96w,[^"]+" sizes="auto, 4rem"/g)]).toHaveLength(2);
    expect(html.indexOf("image/avif")).toBeLessThan(html.indexOf("image/webp"));
    expect(html).toContain(`<img class="cover__image" src="${stored}" alt="" width="400" height="400"`);
    expect(html).toContain('loading="lazy"');
  });

  it("offers no other formats of an image on another host", () => {
    const html = markup({ image: "https://example.com/a.jpg" });
    expect(html).not.toContain("<source");
    expect(html).toContain('src="https://example.com/a.jpg"');
  });

  it("loads a priority image eagerly", () => {
    const html = markup({ image: stored, sizes: "18rem", priority: true });
    expect(html).toContain('sizes="18rem"');
    expect(html).toContain('loading="eager"');
    expect(html).toContain('fetchPriority="high"');
  });
});
