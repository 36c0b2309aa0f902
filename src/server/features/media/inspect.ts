/**
 * Reads type, duration and tags of uploaded audio from its content; its name and declared type are ignored. It runs in a helper
 * process: hostile content can cost much memory and time.
 */
import { openAsBlob } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { type IAudioMetadata, parseBlob, parseBuffer } from "music-metadata";
import { mark } from "./ai-mark.ts";
import { decodesToSound } from "./decoder.ts";
import { type AudioExtension, contentTypes, imageExtension } from "./formats.ts";
import { maxPictures, maxSeconds, maxTagBytes, minSeconds } from "./limits.ts";
import { holdsMp3 } from "./mpeg.ts";
import { flacHeadOfOgg } from "./ogg.ts";
import { soundOf } from "./sound.ts";
import { exceededTagLimit } from "./tag-blocks.ts";
import { type AudioTags, noTags, picturesOf, tagsOf } from "./tags.ts";
import { isWav } from "./wav.ts";

/** Stored extension by the type that file-type detects; it determines the content type of responses. */
const extensions: Record<string, AudioExtension> = {
  m4a: "m4a",
  mp4: "m4a",
  m4b: "m4a",
  f4a: "m4a",
  flac: "flac",
  ogg: "ogg",
  oga: "ogg",
  opus: "opus",
  wav: "wav",
  aac: "aac",
};
/** Types that file-type reports for MP3s, by their first two bytes, which are not enough to be sure. */
const possibleMp3Types = new Set(["mp3", "mp2", "mp1", ""]);

/** Why audio is refused: it is none, or exceeds a limit of `limits.ts`. */
export type Refusal = "type" | "tags" | "chunks" | "tagBytes" | "pictures" | "duration" | "short";

export interface AudioFacts {
  /** Without the dot. */
  extension: AudioExtension;
  /** Seconds to the millisecond; null when unknown. */
  duration: number | null;
  /** True when its comment says that AI made it. */
  isMarked: boolean;
  tags: AudioTags;
  /** True when it has sound, but its tags, if any, can't be read. */
  hasBrokenTags: boolean;
  /** True when its embedded picture was written to the file that was asked for. */
  hasCover: boolean;
}

/** Where to write the embedded picture, and the largest one to write. */
export interface CoverTarget {
  file: string;
  maxBytes: number;
}

/** Inspects a file. What is certainly sound is taken without its tags where these can't be read. */
export async function inspect(file: string, cover?: CoverTarget): Promise<AudioFacts | { refusal: Refusal }> {
  const exceeded = await exceededTagLimit(file);
  if (exceeded) return { refusal: exceeded };
  const extension = await extensionOf(file);
  if (extension === undefined) return { refusal: "type" };
  const metadata = await audioMetadata(file, extension).catch(() => undefined);
  const sound = await soundOf(file, extension);
  // Signatures of audio are short and occur by chance, and a video may be an mp4.
  if (!sound || !(metadata?.format.sampleRate || (await isSound(file, extension)))) return { refusal: "type" };
  if (metadata?.format.hasVideo ?? sound.hasVideo) return { refusal: "type" };
  const seconds = sound.seconds ?? metadata?.format.duration;
  if (seconds !== undefined && seconds < minSeconds) return { refusal: "short" };
  const duration = roundedDuration(seconds);
  if (duration !== null && duration > maxSeconds) return { refusal: "duration" };
  const facts = { extension, duration };
  if (!metadata) return { ...facts, isMarked: false, tags: noTags, hasBrokenTags: true, hasCover: false };
  const pictures = picturesOf(metadata);
  if (pictures.length > maxPictures) return { refusal: "pictures" };
  const isMarked = metadata.common.comment?.some(({ text }) => text?.includes(mark)) ?? false;
  const hasCover = cover !== undefined && (await writeCover(pictures, cover));
  return { ...facts, isMarked, tags: tagsOf(metadata), hasBrokenTags: false, hasCover };
}

/** Returns the type of a file by its content; undefined for what can't be audio. */
async function extensionOf(file: string): Promise<AudioExtension | undefined> {
  const type = (await fileTypeFromFile(file))?.ext ?? "";
  if (!possibleMp3Types.has(type)) return extensions[type];
  if (await holdsMp3(file)) return "mp3";
  return (await isLargeWav(file)) ? "wav" : undefined;
}

/** True for a WAV file of the kind for more than 4 GB, which the reader of types does not know. */
async function isLargeWav(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    return isWav((await handle.read(Buffer.alloc(12), 0, 12, 0)).buffer);
  } finally {
    await handle.close();
  }
}

/** True for a file with the structure of sound whose frames decode, where they are more than samples and can be decoded. */
async function isSound(file: string, extension: AudioExtension): Promise<boolean> {
  return extension === "wav" || extension === "m4a" || extension === "aac" || decodesToSound(file, extension);
}

/** Rounds seconds to milliseconds; null for an unusable number. */
function roundedDuration(seconds: number | undefined): number | null {
  return seconds !== undefined && Number.isFinite(seconds) ? Math.round(seconds * 1000) / 1000 : null;
}

/** Writes the first picture that can be a cover. @returns false when none can. */
async function writeCover(pictures: readonly Uint8Array[], { file, maxBytes }: CoverTarget): Promise<boolean> {
  const picture = pictures.find((each) => each.length <= maxBytes && imageExtension(each) !== undefined);
  if (!picture) return false;
  await writeFile(file, picture, { flag: "wx", mode: 0o600 });
  return true;
}

/** Reads the metadata of a file that is known to be audio of a type. @throws when music-metadata can't parse it. */
export async function audioMetadata(file: string, extension: AudioExtension): Promise<IAudioMetadata> {
  const metadata = await parseBlob(await openAsBlob(file, { type: mimeTypes[extension] ?? contentTypes[extension] }));
  const flac = extension === "ogg" ? await flacTags(file) : undefined;
  return flac ? { ...metadata, common: flac.common, native: flac.native } : metadata;
}

/** Names that music-metadata has for a type beside our own. */
const mimeTypes: Partial<Record<AudioExtension, string>> = { aac: "audio/aacp" };

/** Returns the tags of FLAC in Ogg, which music-metadata does not read; undefined for other files. */
async function flacTags(file: string): Promise<IAudioMetadata | undefined> {
  const handle = await open(file, "r");
  try {
    const head = await flacHeadOfOgg(handle, maxTagBytes);
    return head && (await parseBuffer(head, contentTypes.flac));
  } finally {
    await handle.close();
  }
}
