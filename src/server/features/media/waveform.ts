/** Measures the loudness curve and the tempo of an audio file. It runs in a helper process: decoding takes seconds. */
import path from "node:path";
import { decodedAudio } from "./decoder.ts";
import { maxSeconds } from "./limits.ts";
import { createLoudnessMeter } from "./loudness.ts";
import { createTempoMeter } from "./tempo.ts";

export const waveformSlices = 96;

/** The measures of a sound. */
export interface Sound {
  /** Loudness, whole numbers 0 to 100, in equal slices of time. */
  curve: number[];
  /** Beats a minute; null for what has no beat. */
  tempo: number | null;
}

/** Returns the measures of a file; an empty curve for silence, too long a sound, or a format without a decoder. */
export async function measureSound(file: string): Promise<Sound> {
  const loudness = createLoudnessMeter();
  const tempo = createTempoMeter();
  let seconds = 0;
  for await (const { channelData, sampleRate } of decodedAudio(file, path.extname(file).slice(1))) {
    seconds += (channelData[0]?.length ?? 0) / sampleRate;
    if (!(seconds <= maxSeconds)) return { curve: [], tempo: null };
    loudness.add(channelData, sampleRate);
    tempo.add(channelData, sampleRate);
  }
  return { curve: loudness.slices(waveformSlices), tempo: tempo.tempo() };
}
