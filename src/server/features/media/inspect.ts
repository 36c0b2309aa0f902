/** What a file is, told by its content: neither its name nor its declared type counts. */
import { stat } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { parseFile } from "music-metadata";

/** Extensions by what the content is; the extension decides the type that is served. */
const audioExtensions: Record<string, string> = {
  mp3: "mp3",
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
const imageExtensions: Record<string, string> = { jpg: "jpg", png: "png", apng: "png", webp: "webp" };

export const contentTypes: Record<string, string> = {
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
};

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
  const found = await fileTypeFromFile(file);
  if (!found) return undefined;
  if (kind === "image") {
    const extension = imageExtensions[found.ext];
    return extension === undefined ? undefined : { extension, duration: null };
  }
  const extension = audioExtensions[found.ext];
  if (extension === undefined) return undefined;
  const format = await audioFormat(file);
  // Signatures of audio are short and occur by chance; a video may call itself mp4.
  if (!format?.sampleRate || format.hasVideo) return undefined;
  return { extension, duration: roundedDuration(format.duration) };
}

/** Seconds to the millisecond; null when there is no usable number. */
export function roundedDuration(seconds: number | undefined): number | null {
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) / 1000 : null;
}

async function audioFormat(file: string) {
  try {
    const { format } = await parseFile(file, { skipCovers: true });
    if (format.duration !== undefined || (await stat(file)).size > maxCounted) return format;
    return (await parseFile(file, { skipCovers: true, duration: true })).format;
  } catch {
    return undefined;
  }
}
