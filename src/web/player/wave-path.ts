import { hashText, seededRandom } from "#art/seed.ts";

/** Pixels. */
const humpWidth = 7.5;
/** Padding above and below for the stroke, in pixels. */
const padding = 4;
/** Amplitude of silence, in pixels. */
const minAmplitude = 2.5;

export function humpCount(width: number): number {
  return Math.max(2, Math.round(width / humpWidth));
}

/** Returns the SVG path of the wave in pixels. @param levels loudness of equal slices of the song, 0 to 100 */
export function wavePath(levels: readonly number[], width: number, height: number): string {
  const humps = humpCount(width);
  const step = width / humps;
  const middle = height / 2;
  const amplitudeRange = middle - padding - minAmplitude;
  let path = `M0 ${round(middle)}`;
  for (let i = 1; i <= humps; i++) {
    const x = i * step;
    const fade = Math.min(1, i / 4, (humps - i) / 3);
    const amplitude = fade * (minAmplitude + (levelAt(levels, (i - 0.5) / humps) / 100) * amplitudeRange);
    const y = middle + (i % 2 ? -amplitude : amplitude);
    const control = x - step / 2;
    path += i === 1 ? `C${round(control)} ${round(middle)} ` : "S";
    path += `${round(control)} ${round(y)} ${round(x)} ${round(y)}`;
  }
  return path;
}

function levelAt(levels: readonly number[], share: number): number {
  const position = Math.max(0, Math.min(levels.length - 1, share * levels.length - 0.5));
  const left = levels[Math.floor(position)] ?? 0;
  const right = levels[Math.ceil(position)] ?? left;
  return Math.max(0, Math.min(100, left + (right - left) * (position % 1)));
}

/** Returns 96 pseudo-random levels seeded by the song id, for songs without measured loudness. */
export function placeholderLevels(songId: number): number[] {
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
