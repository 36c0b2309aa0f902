/** How loud a song is, finely enough to see where a word begins. */
import type { Song } from "#contract/catalogue.ts";

/** Loudness of equal slices of a song, 0 to 100. */
export interface Levels {
  values: ArrayLike<number>;
  sliceMs: number;
}

/** Hertz: enough to tell loud from quiet, and 14 MB for five minutes. */
const sampleRate = 8000;
const samplesOfSlice = 80;
/** Longer songs and larger files are shown by their stored loudness. */
const longestSeconds = 20 * 60;
const largestFile = 60_000_000;

/** Returns the stored loudness of a song, in slices of some seconds; undefined while it is not measured. */
export function storedLevels({ waveform, duration }: Pick<Song, "waveform" | "duration">): Levels | undefined {
  if (!waveform || waveform.length === 0 || !duration) return undefined;
  return { values: waveform, sliceMs: (duration * 1000) / waveform.length };
}

/** Measures the loudness of a song in slices of 10 ms; undefined for a file of another site, which may be heard, but not read. */
export async function measureLevels(
  url: string,
  { duration }: Pick<Song, "duration">,
  signal: AbortSignal,
): Promise<Levels | undefined> {
  const isForeign = new URL(url, location.href).origin !== location.origin;
  if (isForeign || (duration ?? 0) > longestSeconds) return undefined;
  const response = await fetch(url, { signal });
  if (!response.ok || Number(response.headers.get("content-length")) > largestFile) return undefined;
  const sound = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await response.arrayBuffer());
  return { values: levelsOf(sound.getChannelData(0)), sliceMs: (1000 * samplesOfSlice) / sampleRate };
}

/** Returns the loudness of slices beside the loudest one. @param samples -1 to 1 */
export function levelsOf(samples: Float32Array): Uint8Array {
  const slices = Math.ceil(samples.length / samplesOfSlice);
  const loud = new Float32Array(slices);
  for (let slice = 0; slice < slices; slice++) {
    const part = samples.subarray(slice * samplesOfSlice, (slice + 1) * samplesOfSlice);
    let sum = 0;
    for (const sample of part) sum += sample * sample;
    loud[slice] = Math.sqrt(sum / part.length);
  }
  const most = loud.reduce((one, other) => Math.max(one, other), 0) || 1;
  return Uint8Array.from(loud, (level) => Math.round((100 * level) / most));
}

/**
 * Returns the outline of a stretch of a song as an SVG path, mirrored about the middle, in a box of the size.
 * @param from milliseconds of the song, as `to`
 */
export function outline({ values, sliceMs }: Levels, from: number, to: number, width: number, height: number): string {
  const middle = height / 2;
  const columns = Math.max(2, Math.round(width / 2));
  const upper: string[] = [];
  const lower: string[] = [];
  for (let column = 0; column <= columns; column++) {
    const first = Math.floor((from + ((to - from) * column) / columns) / sliceMs);
    const last = Math.max(first + 1, Math.floor((from + ((to - from) * (column + 1)) / columns) / sliceMs));
    let level = 0;
    for (let slice = Math.max(first, 0); slice < last; slice++) level = Math.max(level, values[slice] ?? 0);
    const x = round((width * column) / columns);
    const y = Math.max(0.75, (level / 100) * (middle - 2));
    upper.push(`${x} ${round(middle - y)}`);
    lower.unshift(`${x} ${round(middle + y)}`);
  }
  return `M${upper.join("L")}L${lower.join("L")}Z`;
}

const round = (value: number) => Math.round(value * 10) / 10;
