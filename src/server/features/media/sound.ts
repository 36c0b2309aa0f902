/** Finds sound and its length in the structure of a file, without looking at its tags. It runs in a helper process. */
import { type FileHandle, open } from "node:fs/promises";
import { adtsFrame } from "./adts.ts";
import { flacSeconds } from "./flac.ts";
import type { AudioExtension } from "./formats.ts";
import { type FrameReader, secondsOfFrames } from "./frames.ts";
import { mp4Sound } from "./mp4.ts";
import { mpegFrame } from "./mpeg.ts";
import { oggSound } from "./ogg.ts";
import { endOfId3 } from "./tag-blocks.ts";
import { secondsOfWav, wavSound } from "./wav.ts";

export interface Sound {
  /** Null when neither a head nor frames tell it. */
  seconds: number | null;
  hasVideo: boolean;
}

const readers: Record<AudioExtension, (handle: FileHandle) => Promise<Sound | undefined>> = {
  mp3: (handle) => byFrames(handle, mpegFrame),
  aac: (handle) => byFrames(handle, adtsFrame),
  flac: async (handle) => audioOf(await flacSeconds(handle, await endOfId3(handle))),
  wav: async (handle) => {
    const sound = await wavSound(handle);
    return sound && audioOf(secondsOfWav(sound));
  },
  ogg: oggSound,
  opus: oggSound,
  m4a: mp4Sound,
};

/** Returns the sound of a file of a known type; undefined when it has none. */
export async function soundOf(file: string, extension: AudioExtension): Promise<Sound | undefined> {
  const handle = await open(file, "r");
  try {
    return await readers[extension](handle);
  } finally {
    await handle.close();
  }
}

/** The length of frames is counted: a head may be missing or wrong. */
async function byFrames(handle: FileHandle, read: FrameReader): Promise<Sound | undefined> {
  const seconds = await secondsOfFrames(handle, await endOfId3(handle), read);
  return audioOf(seconds > 0 ? seconds : undefined);
}

const audioOf = (seconds: number | null | undefined) =>
  seconds === undefined ? undefined : { seconds, hasVideo: false };
