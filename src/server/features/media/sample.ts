/** Cuts the loudest seconds out of an audio file. It runs in a helper process: decoding takes seconds. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Audio, decodedAudio } from "./decoder.ts";
import { maxSeconds } from "./limits.ts";
import { loudestWindow } from "./loudest.ts";
import { createLoudnessMeter } from "./loudness.ts";
import { headOfWav } from "./wav.ts";

/** Hertz of a sample, which is mono: a foretaste, not the song. */
const sampleRate = 22_050;
const bytesPerSample = 2;
const fadeSeconds = 0.4;

/**
 * Writes the loudest seconds of a file to another one, a WAV file without tags. Decoded anew, it holds nothing of what lies outside.
 * @returns false where there is nothing to cut: silence, too long or too short a sound, a format without a decoder
 */
export async function cutSample(file: string, target: string): Promise<boolean> {
  const sound = () => decodedAudio(file, path.extname(file).slice(1));
  const meter = createLoudnessMeter();
  let seconds = 0;
  for await (const { channelData, sampleRate: rate } of sound()) {
    seconds += (channelData[0]?.length ?? 0) / rate;
    if (!(seconds <= maxSeconds)) return false;
    meter.add(channelData, rate);
  }
  const window = loudestWindow(meter.energies(), meter.windowsPerSecond, seconds);
  if (!window) return false;
  const samples = await windowOf(sound(), window);
  if (samples.length === 0) return false;
  await writeFile(target, wavOf(faded(samples)));
  return true;
}

/** Reads a window of a sound as mono, at the rate of samples: each is the mean of those that it stands for, so that no treble folds down. */
async function windowOf(
  sound: AsyncIterable<Audio>,
  { start, seconds }: { start: number; seconds: number },
): Promise<Float32Array> {
  const length = Math.floor(seconds * sampleRate);
  const sums = new Float64Array(length);
  const counts = new Float64Array(length);
  let position = 0;
  for await (const { channelData, sampleRate: rate } of sound) {
    const count = channelData[0]?.length ?? 0;
    for (let i = 0; i < count; i++) {
      const at = Math.floor((position + i / rate - start) * sampleRate);
      if (at < 0 || at >= length) continue;
      for (const channel of channelData) sums[at] = (sums[at] ?? 0) + (channel[i] ?? 0) / channelData.length;
      counts[at] = (counts[at] ?? 0) + 1;
    }
    position += count / rate;
    if (position >= start + seconds) break;
  }
  let last = 0;
  return Float32Array.from(sums, (sum, at) => {
    const count = counts[at] ?? 0;
    // A sound of a lower rate has no sample of its own here.
    if (count > 0) last = sum / count;
    return last;
  });
}

/** Fades the first and the last moments, so that nothing cracks. */
function faded(samples: Float32Array): Float32Array {
  const length = Math.min(fadeSeconds * sampleRate, samples.length / 2);
  return samples.map((sample, i) => sample * Math.min(1, i / length, (samples.length - 1 - i) / length));
}

function wavOf(samples: Float32Array): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * bytesPerSample, 8);
  format.writeUInt16LE(bytesPerSample, 12);
  format.writeUInt16LE(8 * bytesPerSample, 14);
  const data = Buffer.alloc(samples.length * bytesPerSample);
  for (const [i, sample] of samples.entries()) {
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), i * bytesPerSample);
  }
  const file = Buffer.concat([headOfWav({ format, start: 0, bytes: data.length }), data]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}
