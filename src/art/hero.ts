/**
 * The picture of the home page: a Đông Sơn drum, which is also a record, above hills shaped like waves. A sixth of the drum
 * is drawn and rotated five times, and each hill is drawn once and reused, so that the page stays small.
 */
import { bird, short, star, tight } from "./cover.ts";
import { seededRandom } from "./seed.ts";

const sectors = 6;
/** Seed of the eggshell and the gold leaf. */
const seed = 2024;

/** Radii of the eggshell mosaic. */
const shell = { inner: 178, outer: 230, rows: 4, columns: 11 };
const tones = [1, 0.86, 0.72];

/** Hills from back to front: start, vertical centre, width of half a wave, height of the waves at the left and the right. */
const hills = [
  { x: -90, y: 452, width: 150, from: 28, to: 74 },
  { x: -210, y: 494, width: 125, from: 23, to: 60 },
  { x: -120, y: 534, width: 110, from: 19, to: 50 },
  { x: -190, y: 572, width: 95, from: 14, to: 38 },
];
const traces = [8, 16, 24];
/** Path commands of the first step and of the second, relative one. */
const pens = ["M", "l"];

let cached: string | undefined;
let cachedHills: string | undefined;

/** Returns the drawing as an SVG string of 1440 by 640; always the same. */
export function heroArt(): string {
  cached ??= draw({ hasDrum: true });
  return cached;
}

/** Returns the drawing's hills and gold leaf without the drum, for the Premium page. */
export function hillsArt(): string {
  cachedHills ??= draw({ hasDrum: false });
  return cachedHills;
}

function draw({ hasDrum }: { hasDrum: boolean }): string {
  const random = seededRandom(seed);
  return (
    '<svg viewBox="0 0 1440 640" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">' +
    `${hasDrum ? `<g transform="translate(1030 292)">${drum(random)}</g>` : ""}${hills.map(hill).join("")}` +
    `<path fill="var(--art-gold)" opacity=".75" d="${goldLeaf(random)}"/></svg>`
  );
}

function drum(random: () => number): string {
  const copies = Array.from(
    { length: sectors - 1 },
    (_, i) => `<use href="#hero-sector" transform="rotate(${((i + 1) * 360) / sectors})"/>`,
  );
  return (
    '<g fill="none" stroke="var(--art-line)"><circle r="262" fill="var(--art-disc)" stroke="none"/>' +
    '<circle r="259"/><circle r="253"/><circle r="243" stroke-width="9" pathLength="150" stroke-dasharray=".36 .64"/>' +
    '<circle r="234"/><circle r="175"/><circle r="132"/>' +
    '<g pathLength="46" stroke-linecap="round"><circle r="122" stroke-width="11" pathLength="46" stroke-dasharray="0 1"/>' +
    '<circle r="122" stroke="var(--art-disc)" stroke-width="6" pathLength="46" stroke-dasharray="0 1"/></g>' +
    `<circle r="112"/></g><g id="hero-sector">${mosaic(random)}${birds()}${saw()}</g>${copies.join("")}` +
    '<circle r="97" fill="var(--art-wave-4)"/><g fill="none" stroke="var(--art-line)"><circle r="92"/><circle r="88"/></g>' +
    `<circle r="58" fill="var(--art-gold)" opacity=".28"/><path fill="var(--art-egg)" d="${star(14, 84, 27)}"/>` +
    '<circle r="12" fill="var(--art-disc)"/><circle r="5" fill="var(--art-line)"/>'
  );
}

/** Draws broken eggshell in lacquer: uneven pieces in three tones. The edges of adjacent sectors match. */
function mosaic(random: () => number): string {
  const { inner, outer, rows, columns } = shell;
  const shift = () => (random() - 0.5) * 0.55;
  const knots = Array.from({ length: rows + 1 }, (_, row) => {
    const knotsOfRow = Array.from({ length: columns }, () => ({ along: shift(), up: row % rows === 0 ? 0 : shift() }));
    return [...knotsOfRow, knotsOfRow[0]].map((knot, column) => {
      const radius = inner + ((row + (knot?.up ?? 0)) / rows) * (outer - inner);
      const angle = ((column + (knot?.along ?? 0) + row * 0.45) / columns) * ((2 * Math.PI) / sectors);
      return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    });
  });
  const pieces = tones.map(() => "");
  for (const [row, lower] of knots.slice(0, -1).entries()) {
    const upper = knots[row + 1] ?? [];
    for (let column = 0; column < columns; column++) {
      const corners = [lower[column], lower[column + 1], upper[column + 1], upper[column]].filter((each) => !!each);
      const tone = Math.floor(random() * tones.length);
      pieces[tone] += piece(corners);
    }
  }
  return pieces
    .map((d, tone) => `<path fill="var(--art-egg)"${tone === 0 ? "" : ` opacity="${tones[tone]}"`} d="${d}"/>`)
    .join("");
}

/** Draws a piece slightly smaller than its cell, so that the lacquer shows between pieces. */
function piece(corners: { x: number; y: number }[]): string {
  const middle = (axis: "x" | "y") => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  const [x, y] = [middle("x"), middle("y")];
  const points = corners.map((corner) => ({ x: x + (corner.x - x) * 0.88, y: y + (corner.y - y) * 0.88 }));
  return path(points);
}

/** Returns a closed outline in relative steps, each from the rounded position of the one before. */
function path(points: { x: number; y: number }[]): string {
  const pen = { x: 0, y: 0 };
  const steps = points.map((point, step) => {
    const [dx, dy] = [Math.round((point.x - pen.x) * 10) / 10, Math.round((point.y - pen.y) * 10) / 10];
    pen.x += dx;
    pen.y += dy;
    return `${pens[step] ?? " "}${dx} ${dy}`;
  });
  return `${tight(steps.join(""))}z`;
}

function birds(): string {
  const outline = tight(bird.map(([dx, dy], step) => `${pens[step] ?? " "}${dx} ${dy}`).join(""));
  const one = (angle: number) => `<path transform="rotate(${angle}) translate(0-154)scale(1.55)" d="${outline}z"/>`;
  return `<g fill="var(--art-line)">${one(0)}${one(30)}</g>`;
}

function saw(): string {
  const teeth = 7;
  const step = (2 * Math.PI) / sectors / teeth;
  const at = (radius: number, angle: number) => ({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
  const points = Array.from({ length: teeth }, (_, tooth) => [at(96, tooth * step), at(110, (tooth + 0.5) * step)]);
  return `<path fill="var(--art-line)" d="${path([...points.flat(), at(96, teeth * step), at(90, (teeth * step) / 2)])}"/>`;
}

/** Draws a hill whose waves grow towards the right: one outline, filled once and stroked in gold. */
function hill({ x, y, width, from, to }: (typeof hills)[number], index: number): string {
  const id = `hero-hill-${index + 1}`;
  let pen = y - from / 2;
  let d = `M${x} 700V${pen}`;
  for (let swing = 0; x + swing * width < 1450; swing++) {
    const share = Math.min(1, swing / Math.floor(1000 / width));
    const height = from + (to - from) * share;
    const next = Math.round(y + (swing % 2 === 0 ? height : -height) / 2);
    const [near, far, dy] = [Math.round(width * 0.36), Math.round(width * 0.64), next - pen];
    d += swing === 0 ? `c${near} 0 ${far} ${dy} ${width} ${dy}` : `s${far} ${dy} ${width} ${dy}`;
    pen = next;
  }
  const thin = traces.map((down, i) => `<use href="#${id}" y="${down}" opacity="${short(0.4 - i / 10)}"/>`).join("");
  return (
    `<defs><path id="${id}" d="${tight(d)}V700"/></defs><use href="#${id}" fill="var(--art-wave-${index + 1})"/>` +
    `<g fill="none" stroke="var(--art-gold)" stroke-width=".7">` +
    `<use href="#${id}" stroke-width="2"/>${thin}</g>`
  );
}

function goldLeaf(random: () => number): string {
  let d = "";
  for (let i = 0; i < 48; i++) {
    const size = 2 + random() * 4;
    d += `M${Math.round(random() * 1440)} ${Math.round(random() * 600)}l${short(size)} ${short(random() * 2 - 1)} ${short(-random() * 2)} ${short(size * 0.75)}z`;
  }
  return tight(d);
}
