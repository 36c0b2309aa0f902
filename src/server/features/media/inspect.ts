/** Detects the type of a file by its content; its name and declared type are ignored. */
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
import type { FileKind } from "#contract/endpoint.ts";
import { holdsMp3 } from "./mpeg.ts";

/** Stored extension by the type that file-type detects; it determines the content type of responses. */
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
/** Types that file-type reports for MP3s, by their first two bytes, which are not enough to be sure. */
const possibleMp3Types = new Set(["mp3", "mp2", "mp1", ""]);
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

/** Bytes of the largest file whose frames are counted when no header gives the length: counting takes seconds. */
const maxCountedBytes = 8 * 1024 * 1024;

export interface Inspected {
  /** Without the dot. */
  extension: string;
  /** Seconds to the millisecond; null when unknown or an image. */
  duration: number | null;
}

/** Inspects a file; undefined when it is not of that kind. Reads headers only, where the format allows. */
export async function inspect(file: string, kind: FileKind): Promise<Inspected | undefined> {
  const type = (await fileTypeFromFile(file))?.ext ?? "";
  if (kind === "image") {
    const extension = imageExtensions[type];
    return extension === undefined ? undefined : { extension, duration: null };
  }
  const extension = possibleMp3Types.has(type) ? ((await holdsMp3(file)) ? "mp3" : undefined) : audioExtensions[type];
  if (extension === undefined) return undefined;
  const format = await audioFormat(file);
  // Signatures of audio are short and occur by chance, and a video may be an mp4.
  if (!format?.sampleRate || format.hasVideo) return undefined;
  return { extension, duration: roundedDuration(format.duration) };
}

/** Rounds seconds to milliseconds; null for an unusable number. */
function roundedDuration(seconds: number | undefined): number | null {
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) / 1000 : null;
}

async function audioFormat(file: string) {
  try {
    const { format } = await audioMetadata(file, { skipCovers: true });
    if (format.duration !== undefined || (await stat(file)).size > maxCountedBytes) return format;
    return (await audioMetadata(file, { skipCovers: true, duration: true })).format;
  } catch {
    return undefined;
  }
}

/** Reads the metadata of a file that is known to be audio. @throws when music-metadata can't parse it. */
export async function audioMetadata(file: string, options?: IOptions): Promise<IAudioMetadata> {
  try {
    return await parseFile(file, options);
  } catch (error) {
    if (!(error instanceof CouldNotDetermineFileTypeError || error instanceof UnsupportedFileTypeError)) throw error;
    const { size } = await stat(file);
    return parseStream(createReadStream(file), { mimeType: contentTypes.mp3, size }, options);
  }
}
