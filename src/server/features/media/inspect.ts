/**
 * Reads type, duration and tags of uploaded audio from its content; its name and declared type are ignored. It runs in a helper
 * process: hostile content can cost much memory and time.
 */
import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import {
  CouldNotDetermineFileTypeError,
  type IAudioMetadata,
  type IOptions,
  parseFile,
  parseStream,
  UnsupportedFileTypeError,
} from "music-metadata";
import { mark } from "./ai-mark.ts";
import { type AudioExtension, contentTypes, imageExtension } from "./formats.ts";
import { maxPictures, maxSeconds } from "./limits.ts";
import { holdsMp3 } from "./mpeg.ts";
import { exceededTagLimit } from "./tag-blocks.ts";
import { type AudioTags, picturesOf, tagsOf } from "./tags.ts";

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

/** Bytes of the largest file whose frames are counted when no header gives the length: counting takes seconds. */
const maxCountedBytes = 8 * 1024 * 1024;

/** Why audio is refused: it is none, or exceeds a limit of `limits.ts`. */
export type Refusal = "type" | "tags" | "chunks" | "tagBytes" | "pictures" | "duration";

export interface AudioFacts {
  /** Without the dot. */
  extension: AudioExtension;
  /** Seconds to the millisecond; null when unknown. */
  duration: number | null;
  /** True when its comment says that AI made it. */
  isMarked: boolean;
  tags: AudioTags;
  /** True when its embedded picture was written to the file that was asked for. */
  hasCover: boolean;
}

/** Where to write the embedded picture, and the largest one to write. */
export interface CoverTarget {
  file: string;
  maxBytes: number;
}

/** Inspects a file. Reads its headers only, where the format allows. */
export async function inspect(file: string, cover?: CoverTarget): Promise<AudioFacts | { refusal: Refusal }> {
  const exceeded = await exceededTagLimit(file);
  if (exceeded) return { refusal: exceeded };
  const type = (await fileTypeFromFile(file))?.ext ?? "";
  const extension = possibleMp3Types.has(type) ? ((await holdsMp3(file)) ? "mp3" : undefined) : extensions[type];
  if (extension === undefined) return { refusal: "type" };
  const metadata = await audioMetadata(file).catch(() => undefined);
  // Signatures of audio are short and occur by chance, and a video may be an mp4.
  if (!metadata?.format.sampleRate || metadata.format.hasVideo) return { refusal: "type" };
  const duration = roundedDuration(metadata.format.duration ?? (await countedDuration(file)));
  if (duration !== null && duration > maxSeconds) return { refusal: "duration" };
  const pictures = picturesOf(metadata);
  if (pictures.length > maxPictures) return { refusal: "pictures" };
  const isMarked = metadata.common.comment?.some(({ text }) => text?.includes(mark)) ?? false;
  const hasCover = cover !== undefined && (await writeCover(pictures, cover));
  return { extension, duration, isMarked, tags: tagsOf(metadata), hasCover };
}

/** Rounds seconds to milliseconds; null for an unusable number. */
function roundedDuration(seconds: number | undefined): number | null {
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) / 1000 : null;
}

async function countedDuration(file: string): Promise<number | undefined> {
  if ((await stat(file)).size > maxCountedBytes) return undefined;
  const metadata = await audioMetadata(file, { skipCovers: true, duration: true }).catch(() => undefined);
  return metadata?.format.duration;
}

/** Writes the first picture that can be a cover. @returns false when none can. */
async function writeCover(pictures: readonly Uint8Array[], { file, maxBytes }: CoverTarget): Promise<boolean> {
  const picture = pictures.find((each) => each.length <= maxBytes && imageExtension(each) !== undefined);
  if (!picture) return false;
  await writeFile(file, picture, { flag: "wx", mode: 0o600 });
  return true;
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
