/** Measures the loudness curve of an audio file. It runs in a helper process: decoding takes seconds. */
import path from "node:path";
import { decodedAudio } from "./decoder.ts";
import { maxSeconds } from "./limits.ts";
import { createLoudnessMeter } from "./loudness.ts";

export const waveformSlices = 96;

/** Returns whole numbers 0 to 100 for equal slices of time; empty for silence, too long a sound, or a format without a decoder. */
export async function measureLoudness(file: string): Promise<number[]> {
  const meter = createLoudnessMeter();
  let seconds = 0;
  for await (const { channelData, sampleRate } of decodedAudio(file, path.extname(file).slice(1))) {
    seconds += (channelData[0]?.length ?? 0) / sampleRate;
    if (!(seconds <= maxSeconds)) return [];
    meter.add(channelData, sampleRate);
  }
  return meter.slices(waveformSlices);
}
