/** The seek wave as an SVG path: a hum that swells where the song is loud. */
import { hashText, seededRandom } from "#art/seed.ts";

/** Pixels from one hump to the next. */
const humpWidth = 7.5;
/** Space kept free above and below for the stroke, in pixels. */
const edge = 4;
/** The amplitude of silence, in pixels. */
const quiet = 2.5;

/** How many humps a wave of a width in pixels has. */
export function humpCount(width: number): number {
  return Math.max(2, Math.round(width / humpWidth));
}

/**
 * A path over `width` by `height` pixels with one hump for each level.
 * @param levels loudness in equal slices of time, 0 to 100, of any number
 */
export function wavePath(levels: readonly number[], width: number, height: number): string {
  const humps = humpCount(width);
  const step = width / humps;
  const middle = height / 2;
  const reach = middle - edge - quiet;
  let path = `M0 ${round(middle)}`;
  for (let i = 1; i <= humps; i++) {
    const x = i * step;
    // The wave rises from the line at its beginning and sinks back to it at its end.
    const fade = Math.min(1, i / 4, (humps - i) / 3);
    const swing = fade * (quiet + (levelAt(levels, (i - 0.5) / humps) / 100) * reach);
    const y = middle + (i % 2 ? -swing : swing);
    const control = x - step / 2;
    path += i === 1 ? `C${round(control)} ${round(middle)} ` : "S";
    path += `${round(control)} ${round(y)} ${round(x)} ${round(y)}`;
  }
  return path;
}

/** The level at a share (0 to 1) of the song, between its two neighbouring slices. */
function levelAt(levels: readonly number[], share: number): number {
  const place = Math.max(0, Math.min(levels.length - 1, share * levels.length - 0.5));
  const left = levels[Math.floor(place)] ?? 0;
  const right = levels[Math.ceil(place)] ?? left;
  return Math.max(0, Math.min(100, left + (right - left) * (place % 1)));
}

/** A calm wave for a song whose sound was never measured: 96 levels, always the same for the same song. */
export function calmLevels(songId: number): number[] {
  const random = seededRandom(hashText(`wave:${songId}`));
  const slow = random() * Math.PI * 2;
  const fast = random() * Math.PI * 2;
  return Array.from({ length: 96 }, (_, i) => {
    const swell = 24 * Math.sin(i / 11 + slow) + 12 * Math.sin(i / 4 + fast);
    return Math.round(50 + swell + random() * 12 - 6);
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
