/** What a file is, told by its content: neither its name nor its declared type counts. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import {
  CouldNotDetermineFileTypeError,
  type IAudioMetadata,
  type IOptions,
  parseFile,
  parseStream,
  UnsupportedFileTypeError,
} from "music-metadata";
import { holdsMp3 } from "./mpeg.ts";

/** Extensions by what file-type finds; the extension decides the type that is served. */
const audioExtensions: Record<string, string> = {
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
/** What an MP3 is taken for, depending on its first two bytes; those are too little to tell. */
const perhapsMp3 = new Set(["mp3", "mp2", "mp1", ""]);
const imageExtensions: Record<string, string> = { jpg: "jpg", png: "png", apng: "png", webp: "webp" };

export const contentTypes = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  flac: "audio/flac",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  aac: "audio/aac",
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
} as const;

/** Where no header tells the length, all frames are counted: seconds of work, so for files up to this many bytes only. */
const maxCounted = 8 * 1024 * 1024;

export type MediaKind = "audio" | "image";

export interface Inspected {
  /** Without the dot. */
  extension: string;
  /** Seconds to the millisecond; null when unknown or an image. */
  duration: number | null;
}

/** Looks into a file; undefined when it is not of that kind. Reads headers, not the whole file, where the format allows. */
export async function inspect(file: string, kind: MediaKind): Promise<Inspected | undefined> {
  const type = (await fileTypeFromFile(file))?.ext ?? "";
  if (kind === "image") {
    const extension = imageExtensions[type];
    return extension === undefined ? undefined : { extension, duration: null };
  }
  const extension = perhapsMp3.has(type) ? ((await holdsMp3(file)) ? "mp3" : undefined) : audioExtensions[type];
  if (extension === undefined) return undefined;
  const format = await audioFormat(file);
  // Signatures of audio are short and occur by chance; a video may call itself mp4.
  if (!format?.sampleRate || format.hasVideo) return undefined;
  return { extension, duration: roundedDuration(format.duration) };
}

/** Seconds to the millisecond; null when there is no usable number. */
function roundedDuration(seconds: number | undefined): number | null {
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) / 1000 : null;
}

async function audioFormat(file: string) {
  try {
    const { format } = await audioMetadata(file, { skipCovers: true });
    if (format.duration !== undefined || (await stat(file)).size > maxCounted) return format;
    return (await audioMetadata(file, { skipCovers: true, duration: true })).format;
  } catch {
    return undefined;
  }
}

/** What music-metadata reads in a file that is known to be audio. @throws when it can't make sense of it. */
export async function audioMetadata(file: string, options?: IOptions): Promise<IAudioMetadata> {
  try {
    return await parseFile(file, options);
  } catch (error) {
    if (!(error instanceof CouldNotDetermineFileTypeError || error instanceof UnsupportedFileTypeError)) throw error;
    const { size } = await stat(file);
    return parseStream(createReadStream(file), { mimeType: contentTypes.mp3, size }, options);
  }
}
