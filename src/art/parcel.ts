/** A lacquer box with a ribbon, for gifts that are closed, on a canvas of 200 by 200. Its lid stands apart, so that it can open. */
import { flock, star } from "./cover.ts";
import { markStroke } from "./mark.ts";

const line = "#dcb565";
const egg = "#f4e8d0";
const fold = "#d9c5a0";

const ring = (radius: number, width: number, extra = "") => `<circle r="${radius}" stroke-width="${width}"${extra}/>`;

/** The lid: cinnabar with the rings of a drum in gold. */
export const parcelLid =
  `<path fill="#8d2314" d="M0 0h200v200H0z"/>` +
  `<path fill="none" stroke="${line}" stroke-opacity=".55" stroke-width=".8" d="M7 7h186v186H7z"/>` +
  `<g transform="translate(100 100)" fill="none" stroke="${line}">` +
  `<circle r="78" fill="#7c1d10"/>${ring(76.5, 0.9)}${ring(73, 0.4)}${ring(60, 0.5)}${ring(57.5, 0.4)}${ring(42, 0.7)}` +
  `<path fill="${line}" fill-opacity=".8" stroke="none" d="${flock(8, 66)}"/>` +
  `<path stroke-width=".5" d="${star(24, 56, 44)}"/><path fill="${line}" fill-opacity=".75" stroke="none" d="${star(12, 39, 14)}"/></g>`;

const band = (d: string, folds: string) =>
  `<path fill="${egg}" d="${d}"/><path fill="none" stroke="${fold}" stroke-width=".8" d="${folds}"/>`;

/** The ribbon from top to bottom. */
export const ribbonDown = band("M89 0h22v200H89z", "M92 0v200M108 0v200");
/** The ribbon from left to right. */
export const ribbonAcross = band("M0 89h200v22H0z", "M0 92h200M0 108h200");

/** The seal where the ribbons cross: the mark of the house. */
export const parcelSeal =
  `<g transform="translate(79 79) scale(1.3125)"><rect width="32" height="32" rx="10" fill="#b02d18"/>` +
  `<rect x=".6" y=".6" width="30.8" height="30.8" rx="9.4" fill="none" stroke="#fff6e8" stroke-opacity=".35" stroke-width=".7"/>` +
  `<path d="${markStroke}" fill="none" stroke="#fff6e8" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></g>`;

/** Returns the whole box, without the element around it. */
export function parcel(): string {
  return parcelLid + ribbonAcross + ribbonDown + parcelSeal;
}
