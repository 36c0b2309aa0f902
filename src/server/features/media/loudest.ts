/** Finds the loudest seconds of a song. */

const sampleSeconds = 20;
/** The end of a song, in which no sample begins: seconds. */
const endSeconds = 20;
/** A shorter sound has nothing to choose from: seconds. */
const fewestSeconds = 2;

/** A part of a song, in seconds. */
export interface Window {
  start: number;
  seconds: number;
}

/**
 * Returns the loudest 20 seconds of a song, of a song shorter than 40 s the loudest half; undefined for silence and what is too short. The
 * first of equally loud ones.
 * @param energies of equal parts of the song @param rate parts in a second @param duration of the song in seconds
 */
export function loudestWindow(energies: readonly number[], rate: number, duration: number): Window | undefined {
  if (!(duration >= fewestSeconds)) return undefined;
  const seconds = Math.min(sampleSeconds, duration / 2);
  const latest = duration < 2 * sampleSeconds ? duration - seconds : duration - Math.max(endSeconds, seconds);
  const length = Math.max(1, Math.floor(seconds * rate));
  let energy = energies.slice(0, length).reduce((sum, value) => sum + value, 0);
  let best = { energy, start: 0 };
  for (let first = 1; first / rate <= latest && first + length <= energies.length; first++) {
    energy += (energies[first + length - 1] ?? 0) - (energies[first - 1] ?? 0);
    // Sums of floats drift in their last digits.
    if (energy > best.energy * (1 + 1e-9)) best = { energy, start: first };
  }
  return best.energy > 1e-9 * length ? { start: best.start / rate, seconds } : undefined;
}
