/** Has helper processes read the content of audio files and photos, and checks what they answer. */
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { maxLyrics } from "#contract/lyrics/document.ts";
import { fileRules } from "#contract/media.ts";
import { LinesDocument } from "#contract/song-lines.ts";
import { createHelperPool, type HelperPool, HelperStartError } from "#server/platform/helper-pool.ts";
import { audioExtensions, type ImageExtension } from "./formats.ts";
import type { AudioFacts, CoverTarget, Refusal } from "./inspect.ts";
import { maxChunks, maxPictures, maxSeconds, maxTagBytes, maxTags, minSeconds } from "./limits.ts";
import type { MediaTask } from "./media-helper.ts";
import { maxArtist, maxGenre, maxGenres, maxTitle } from "./tag-text.ts";
import type { Sound } from "./waveform.ts";

const script = path.join(import.meta.dirname, "media-helper.ts");
const memoryMb = 512;

/** Milliseconds that a helper may take for a file. */
export interface MediaTimes {
  inspectMs: number;
  markMs: number;
  measureMs: number;
}
export const mediaTimes: MediaTimes = { inspectMs: 20_000, markMs: 30_000, measureMs: 2 * 60_000 };

const idleMs = 5_000;

/** For the requests that wait. */
const helpers = createHelperPool({ script, maxHelpers: 2, memoryMb, idleMs });
const backgroundHelpers = createHelperPool({ script, maxHelpers: 1, memoryMb, idleMs, isBackground: true });
/** For files of strangers, which keep neither administrators nor the background work waiting. */
const strangerHelpers = createHelperPool({ script, maxHelpers: 1, memoryMb, idleMs, isBackground: true });

const refusals: Record<Exclude<Refusal, "type">, string> = {
  tags: `File có quá nhiều thẻ thông tin (tối đa ${maxTags})`,
  chunks: `File WAV có quá nhiều khối dữ liệu (tối đa ${maxChunks})`,
  tagBytes: `Thẻ thông tin của file quá lớn (tối đa ${maxTagBytes / 1024 / 1024} MB)`,
  pictures: `File có quá nhiều ảnh đính kèm (tối đa ${maxPictures})`,
  duration: `Bài hát dài quá ${maxSeconds / 3600} giờ`,
  short: `Âm thanh quá ngắn (tối thiểu ${minSeconds * 1000} phần nghìn giây)`,
};

const unreadablePhoto = "Không đọc được ảnh này, bạn thử chọn ảnh khác nhé";

const inspection = z.union([
  z.object({ refusal: z.enum(["type", "tags", "chunks", "tagBytes", "pictures", "duration", "short"]) }),
  z.object({
    extension: z.enum(audioExtensions),
    duration: z.number().positive().max(maxSeconds).nullable(),
    isMarked: z.boolean(),
    tags: z.object({
      title: z.string().max(maxTitle),
      artist: z.string().max(maxArtist).nullable(),
      genres: z.array(z.string().max(maxGenre)).max(maxGenres),
      lyrics: z.string().max(maxLyrics).nullable(),
      lines: LinesDocument.nullable(),
    }),
    hasBrokenTags: z.boolean(),
    hasCover: z.boolean(),
  }),
]);
const sound = z.object({
  curve: z.array(z.int().min(0).max(100)).min(1).max(200),
  tempo: z.int().min(1).max(1000).nullable(),
});

const run = (pool: HelperPool, task: MediaTask, maxMs: number, signal?: AbortSignal) =>
  pool.run(task, { maxMs, signal });

/**
 * Reads type, duration and tags of an audio file.
 * @param options.cover where to write its embedded picture.
 * @param options.isFromStranger has it wait for other strangers' files alone.
 * @param options.maxMs milliseconds that it may take.
 * @throws ApiError `unsupported_type` for anything but audio; `invalid`, with the limit, for audio that exceeds one.
 */
export async function inspectAudio(
  file: string,
  {
    cover,
    isFromStranger = false,
    maxMs = mediaTimes.inspectMs,
  }: { cover?: CoverTarget; isFromStranger?: boolean; maxMs?: number } = {},
): Promise<AudioFacts> {
  const pool = isFromStranger ? strangerHelpers : helpers;
  const answer = await run(pool, { kind: "inspect", file, cover }, maxMs)
    .then((found) => inspection.parse(found))
    .catch((error: unknown) => {
      throw inspectionError(error, maxMs);
    });
  if (!("refusal" in answer)) return answer;
  if (answer.refusal === "type") throw new ApiError("unsupported_type", fileRules.audio.wrongType);
  throw new ApiError("invalid", refusals[answer.refusal]);
}

const tryAgain = "Chưa kiểm tra được file này, bạn thử lại sau ít phút nhé";

/** Returns the error of the disk, or `unavailable` without a helper; anything else is a helper that the file has brought down. */
function inspectionError(error: unknown, maxMs: number): unknown {
  const { syscall } = error as NodeJS.ErrnoException;
  if (error instanceof HelperStartError) return Object.assign(new ApiError("unavailable", tryAgain), { cause: error });
  if (syscall !== undefined) return error;
  const limits = `${maxMs / 1000} giây và ${memoryMb} MB bộ nhớ`;
  return new ApiError("invalid", `Không kiểm tra được file này trong giới hạn ${limits}`);
}

/** Adds the mark to the comment of an audio file. @throws when its tags can't be written within the time. */
export async function writeMark(file: string, maxMs: number): Promise<void> {
  await run(helpers, { kind: "mark", file }, maxMs);
}

/**
 * Replaces a photo by its pixels, upright and without the data of its camera and place, durably. It waits for other strangers' files alone.
 * @throws ApiError `invalid` for what can't be read as a picture within the limits.
 */
export async function cleanPhoto(file: string, extension: ImageExtension, maxMs: number): Promise<void> {
  const copy = `${file}.clean`;
  try {
    const isClean = await run(strangerHelpers, { kind: "clean", file, copy, extension }, maxMs).catch(
      (error: unknown) => {
        throw inspectionError(error, maxMs);
      },
    );
    if (isClean !== true) throw new ApiError("invalid", unreadablePhoto);
    const handle = await open(copy, "r+");
    await handle.sync().finally(() => handle.close());
    await rename(copy, file);
  } finally {
    await rm(copy, { force: true });
  }
}

/**
 * Measures the loudness and the tempo of an audio file; takes about a second for a minute of audio, at low priority.
 * @returns null for silence, and when the file can't be decoded within the time.
 * @throws HelperStartError when nothing can be measured at the moment.
 */
export async function measureSound(
  file: string,
  signal?: AbortSignal,
  maxMs = mediaTimes.measureMs,
): Promise<Sound | null> {
  try {
    return sound.parse(await run(backgroundHelpers, { kind: "measure", file }, maxMs, signal));
  } catch (error) {
    if (error instanceof HelperStartError) throw error;
    return null;
  }
}

/**
 * Cuts the loudest seconds of an audio file into another file, at low priority.
 * @returns false when there is nothing to cut, or the file can't be decoded within the time.
 * @throws HelperStartError when nothing can be cut at the moment.
 */
export async function cutSample(
  file: string,
  target: string,
  signal?: AbortSignal,
  maxMs = mediaTimes.measureMs,
): Promise<boolean> {
  try {
    return (await run(backgroundHelpers, { kind: "sample", file, target }, maxMs, signal)) === true;
  } catch (error) {
    if (error instanceof HelperStartError) throw error;
    return false;
  }
}
