/** Measures the loudness curve of an audio file. It runs in a helper process: decoding takes seconds. */
import { createReadStream } from "node:fs";
import path from "node:path";
import { maxSeconds } from "./limits.ts";
import { createLoudnessMeter } from "./loudness.ts";

interface Audio {
  channelData: Float32Array[];
  sampleRate: number;
}
interface Decoder {
  decode(chunk: Uint8Array): Audio | Promise<Audio>;
  flush?(): Audio | Promise<Audio>;
  free(): void;
}

/** Freely licensed decoders. There is none for AAC, so M4A has no measured curve. */
const decoders: Record<string, () => Promise<{ decoder: (...options: never[]) => Decoder | Promise<Decoder> }>> = {
  mp3: () => import("@audio/decode-mp3"),
  flac: () => import("@audio/decode-flac"),
  ogg: () => import("@audio/decode-vorbis"),
  opus: () => import("@audio/decode-opus"),
  wav: () => import("@audio/decode-wav"),
};

export const waveformSlices = 96;
/** Bytes decoded at once: as FLAC frames of one tone they are an hour's twentieth, and 60 MB of samples. */
const decodedBytes = 2048;

/** Returns whole numbers 0 to 100 for equal slices of time; empty for silence, too long a sound, or an unknown format. */
export async function measureLoudness(file: string): Promise<number[]> {
  const load = decoders[path.extname(file).slice(1)];
  if (!load) return [];
  const decoder = await (await load()).decoder();
  const meter = createLoudnessMeter();
  let seconds = 0;
  const add = ({ channelData, sampleRate }: Audio) => {
    const samples = channelData[0]?.length ?? 0;
    if (samples === 0) return;
    seconds += samples / sampleRate;
    meter.add(channelData, sampleRate);
  };
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += decodedBytes) {
        add(await decoder.decode(chunk.subarray(at, at + decodedBytes)));
        if (!(seconds <= maxSeconds)) return [];
      }
    }
    if (decoder.flush) add(await decoder.flush());
    return meter.slices(waveformSlices);
  } finally {
    decoder.free();
  }
}
