/** Decodes audio files in chunks. It runs in helper processes: decoding takes seconds. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { AudioExtension } from "./formats.ts";
import { hasFlacInOgg } from "./ogg.ts";
import { headOfWav, wavSound } from "./wav.ts";

/** Samples from -1 to 1, one array per channel, of equal length. */
export interface Audio {
  channelData: Float32Array[];
  sampleRate: number;
}
interface Decoder {
  decode(chunk: Uint8Array): Audio | Promise<Audio>;
  flush?(): Audio | Promise<Audio>;
  free(): void;
}

/** Freely licensed decoders. There is none for AAC. */
const decoders: Partial<
  Record<AudioExtension, () => Promise<{ decoder: (...options: never[]) => Decoder | Promise<Decoder> }>>
> = {
  mp3: () => import("@audio/decode-mp3"),
  flac: () => import("@audio/decode-flac"),
  ogg: () => import("@audio/decode-vorbis"),
  opus: () => import("@audio/decode-opus"),
  wav: () => import("@audio/decode-wav"),
};

/** Bytes decoded at once: as FLAC frames of one tone they are an hour's twentieth, and 60 MB of samples. */
const decodedBytes = 2048;

/** Yields the sound of a file, without empty parts; nothing for a format without a decoder. @throws when it can't be decoded. */
export async function* decodedAudio(file: string, extension: string): AsyncGenerator<Audio> {
  const load = decoders[(await isFlac(file, extension)) ? "flac" : (extension as AudioExtension)];
  if (!load) return;
  const decoder = await (await load()).decoder();
  try {
    for await (const chunk of extension === "wav" ? wavChunks(file) : createReadStream(file)) {
      for (let at = 0; at < chunk.length; at += decodedBytes) {
        const audio = await decoder.decode(chunk.subarray(at, at + decodedBytes));
        if (audio.channelData[0]?.length) yield audio;
      }
    }
    const rest = await decoder.flush?.();
    if (rest?.channelData[0]?.length) yield rest;
  } finally {
    decoder.free();
  }
}

/** Yields the sound of a WAV file behind the shortest head: the decoder finds it behind even chunks only, and looks through all before it. */
async function* wavChunks(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file, "r");
  try {
    const sound = await wavSound(handle);
    if (!sound) return;
    yield headOfWav(sound);
    yield* handle.createReadStream({ start: sound.start, end: sound.start + sound.bytes - 1, autoClose: false });
  } finally {
    await handle.close();
  }
}

/** True for FLAC in an Ogg container, which has the extension of other Ogg files. */
async function isFlac(file: string, extension: string): Promise<boolean> {
  if (extension !== "ogg") return false;
  const handle = await open(file, "r");
  try {
    return await hasFlacInOgg(handle);
  } finally {
    await handle.close();
  }
}

/** Samples that are sound for certain: some frames of any format. */
const certainSamples = 1000;

/** True when the start of a file decodes to sound. @param extension of a format with a decoder and frames. */
export async function decodesToSound(file: string, extension: "mp3" | "flac" | "ogg" | "opus"): Promise<boolean> {
  let samples = 0;
  try {
    for await (const { channelData, sampleRate } of decodedAudio(file, extension)) {
      if (!(sampleRate > 0)) return false;
      samples += channelData[0]?.length ?? 0;
      if (samples >= certainSamples) return true;
    }
  } catch {
    return false;
  }
  return samples > 0;
}
