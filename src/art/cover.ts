/**
 * The cover of a song without an image: a Đông Sơn drum seen from above, which is also a record, on a lacquer ground. Pure:
 * the same id and title always draw the same cover, on server and browser.
 */
import { hashText, seededRandom } from "./seed.ts";

interface Palette {
  name: string;
  ground: string;
  disc: string;
  line: string;
  ink: string;
  wave: string;
  /** The star's ink where the label is pale. */
  paleStar?: string;
}

const palettes = [
  { name: "then", ground: "#1c1214", disc: "#8d2314", line: "#dcb565", ink: "#f4e8d0", wave: "#35191a" },
  { name: "son", ground: "#a92d19", disc: "#1c1113", line: "#e3bd6d", ink: "#f4e8d0", wave: "#7c1d10" },
  {
    name: "canh-gian",
    ground: "#4b2417",
    disc: "#efe2c7",
    line: "#9c2a17",
    ink: "#2a1410",
    wave: "#2f150e",
    paleStar: "#e9c987",
  },
  {
    name: "vo-trung",
    ground: "#e9ddc3",
    disc: "#ab2f1b",
    line: "#f3dca6",
    ink: "#1c1113",
    wave: "#d2bd94",
    paleStar: "#ab2f1b",
  },
  { name: "vang-thep", ground: "#c99d4a", disc: "#24150f", line: "#e9d19a", ink: "#c23c24", wave: "#a67729" },
  { name: "cham", ground: "#1b3346", disc: "#0f1a24", line: "#d9b566", ink: "#eee2ca", wave: "#12222f" },
  { name: "luc", ground: "#23463a", disc: "#11211b", line: "#dcb867", ink: "#d4512f", wave: "#17302a" },
  { name: "man", ground: "#471b38", disc: "#210d1b", line: "#e5ac5c", ink: "#efdcc3", wave: "#310f26" },
] as const satisfies readonly Palette[];

/** Position and size of the disc, on a canvas of 200 by 200. */
interface Layout {
  x: number;
  y: number;
  radius: number;
  /** Vertical positions of the waves. */
  waves?: readonly number[];
}

const layouts = ["centred", "moonrise", "cropped", "half sun", "far moon", "fan"] as const;

const starPoints = [8, 10, 12, 14, 16] as const;

/** A Lạc bird flying to the right, as relative steps from its tail. */
export const bird = [
  [-11, 1],
  [7, -2],
  [2, -3],
  [2, 2],
  [4, -5],
  [1, 5],
  [7, -1],
  [-6, 4],
  [-4, 1],
  [-1, 4],
  [-3, -4],
] as const;

/** Bytes after which no ring is added, so that the whole drawing stays under 3,000 bytes. */
const ringBudget = 1500;

/**
 * Draws a song's cover as an SVG string of at most 3,000 bytes. Palette and layout are dealt by the id, so that songs that stand side by
 * side or one below the other differ in both; id and title seed the rest of the drawing. The title is not part of it.
 */
export function songCover(id: number, title: string): string {
  const random = seededRandom(hashText(`${id}:${title}`));
  const palette: Palette = palettes[(3 * id) % palettes.length] ?? palettes[0];
  const flipped = random() < 0.5;
  const layout = layoutOf(layoutNameOf(id), flipped);
  const points = starPoints[Math.floor(random() * starPoints.length)] ?? starPoints[0];

  let svg =
    `<svg viewBox="0 0 200 200" aria-hidden="true" data-palette="${palette.name}">` +
    `<path fill="${palette.ground}" d="M-1-1h202v202H-1z"/>${goldLeaf(palette, random)}` +
    `<g transform="translate(${layout.x} ${layout.y})"><g class="disc" fill="none" stroke="${palette.line}">` +
    `<circle r="${layout.radius}" fill="${palette.disc}"/>${ring(layout.radius - 1.5, 0.8)}${ring(layout.radius - 4, 0.4)}`;
  const bands = drumBands(palette, layout.radius, random, svg.length);
  svg += `${bands.svg}${label(palette, bands.inner, layout.radius, points)}</g></g>`;
  if (layout.waves) svg += hummingWaves(palette, layout.waves, flipped, random);
  return `${svg}</svg>`;
}

/** The step after 24 ids, at which palettes and layouts meet again, makes each pair of them possible. */
function layoutNameOf(id: number): (typeof layouts)[number] {
  return layouts[(id + Math.floor(id / 24)) % layouts.length] ?? "centred";
}

function layoutOf(name: (typeof layouts)[number], flipped: boolean): Layout {
  switch (name) {
    case "centred":
      return { x: 100, y: 100, radius: 86 };
    case "moonrise":
      return { x: 100, y: 92, radius: 74, waves: [150, 167] };
    case "cropped":
      return { x: flipped ? 62 : 138, y: 128, radius: 112 };
    case "half sun":
      return { x: 100, y: 176, radius: 128, waves: [166, 183] };
    case "far moon":
      return { x: flipped ? 66 : 134, y: 64, radius: 44, waves: [112, 132, 152, 174] };
    case "fan":
      return { x: flipped ? 8 : 192, y: 196, radius: 168 };
  }
}

function goldLeaf(palette: Palette, random: () => number): string {
  let flecks = "";
  for (let i = 0; i < 6; i++) {
    const width = 1 + random() * 3.2;
    flecks += `M${short(random() * 196)} ${short(random() * 196)}l${short(width)} ${short(random() * 2 - 1)} ${short(-random())} ${short(width * 0.8)}z`;
  }
  return `<path fill="${palette.line}" opacity=".6" d="${tight(flecks)}"/>`;
}

/** Draws the rings of the drum from the rim inwards. @returns also the radius of the label inside them. */
function drumBands(palette: Palette, rim: number, random: () => number, drawn: number): { svg: string; inner: number } {
  const end = rim * 0.42;
  const scale = Math.max(1, rim / 86);
  let radius = rim - 6;
  let svg = "";
  let last = -1;
  let hasSaw = false;
  let hasBirds = false;
  while (radius - 8 * scale > end && drawn + svg.length < ringBudget) {
    let kind = Math.floor(random() * 6);
    let band = (7 + random() * 3) * scale;
    const middle = radius - band / 2;
    if (kind === last) kind = (kind + 1) % 6;
    last = kind;
    if (kind === 0) {
      svg += ring(middle, band - 2.5, undefined, marks(Math.round((radius * 1.4) / scale), 0.35));
    } else if (kind === 1) {
      svg += ring(middle, 2.6 * scale, palette.ink, dots(Math.round((radius * 0.8) / scale)));
    } else if (kind === 2) {
      const count = Math.round((radius * 0.55) / scale);
      svg += ring(middle, band - 1.5, undefined, dots(count));
      svg += ring(middle, band - 4.5 * scale, palette.disc, dots(count));
    } else if (kind === 3 && !hasSaw) {
      hasSaw = true;
      const teeth = Math.round(Math.min(26, (radius * 0.42) / scale));
      svg += solid(palette.line, star(teeth, radius - 0.5, radius - band + 1.5));
      svg += `<circle r="${short(radius - band + 1)}" fill="${palette.disc}" stroke="none"/>`;
    } else if (kind === 4 && !hasBirds && radius - 16 > end) {
      hasBirds = true;
      band = 15;
      svg += solid(palette.ink, flock(Math.min(6, Math.round(radius / 12)), radius - 9));
    } else {
      svg += ring(radius - band * 0.3, 0.4) + ring(middle, 0.4) + ring(radius - band * 0.7, 0.4);
    }
    radius -= band;
    svg += ring(radius, 0.7);
    radius -= 1.2;
  }
  return { svg, inner: radius };
}

function label(palette: Palette, radius: number, rim: number, points: number): string {
  const pale = palette.paleStar !== undefined;
  return (
    `<circle r="${short(radius - 1)}" fill="${pale ? palette.ground : palette.wave}"/>${ring(radius - 3, 0.5)}` +
    `<circle r="${short(radius * 0.62)}" stroke="none" fill="${palette.line}" opacity=".3"/>` +
    solid(palette.paleStar ?? palette.ink, star(points, radius - 5, radius * 0.3)) +
    `<circle r="${short(rim * 0.045)}" fill="${palette.ground}" stroke="none"/>`
  );
}

function hummingWaves(palette: Palette, heights: readonly number[], flipped: boolean, random: () => number): string {
  const swell = 15 + random() * 8;
  let svg = "";
  for (const [i, height] of heights.entries()) {
    const x = -50 + (flipped ? 1 : -1) * (i % 3) * 14 - random() * 20;
    const d = `M${short(x)} ${height}q25 ${short(-swell)} 50 0t50 0 50 0 50 0 50 0 50 0`;
    svg += `<path fill="${i % 2 ? palette.ground : palette.wave}" d="${d}V202H-70z"/>`;
    svg += `<path fill="none" stroke="${palette.line}" stroke-width="1.1" d="${d}"/>`;
  }
  return svg;
}

/** A stroked circle; without a colour it inherits that of its group. */
function ring(radius: number, width: number, color?: string, extra = ""): string {
  return `<circle r="${short(radius)}"${color ? ` stroke="${color}"` : ""} stroke-width="${short(width)}"${extra}/>`;
}

function solid(color: string, d: string): string {
  return `<path fill="${color}" stroke="none" d="${d}"/>`;
}

/** Dashes on a ring. @param on share of a dash in its step. `pathLength` keeps the seam invisible. */
function marks(count: number, on: number): string {
  return ` pathLength="${count}" stroke-dasharray="${on} ${short(1 - on)}"`;
}

function dots(count: number): string {
  return `${marks(count, 0)} stroke-linecap="round"`;
}

/** The outline of a star around the origin. */
export function star(points: number, outer: number, inner: number): string {
  let d = "";
  for (let i = 0; i < points * 2; i++) {
    const radius = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    d += `${i ? "L" : "M"}${short(radius * Math.cos(angle))} ${short(radius * Math.sin(angle))}`;
  }
  return `${tight(d)}z`;
}

/** Lạc birds in a circle as one path: rotating the outline here is shorter than markup. */
export function flock(count: number, radius: number): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    for (const [step, [dx, dy]] of bird.entries()) {
      const y = step === 0 ? dy - radius : dy;
      d += step === 0 ? "M" : step === 1 ? "l" : " ";
      d += `${short(dx * cos - y * sin)} ${short(dx * sin + y * cos)}`;
    }
    d += "z";
  }
  return tight(d);
}

/** Formats a number with at most one decimal. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Removes blanks before minus signs, which separate numbers already. */
export function tight(d: string): string {
  return d.replaceAll(" -", "-");
}
