/**
 * Stored files on the disk: `uploads/<key>` under the data directory. They are received in `tmp`, checked by content, synced to the
 * disk and only then moved into place, so that `uploads` holds complete files only. Which of them are files of the site, and who may
 * read them, is up to the feature `files`.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, existsSync, mkdirSync } from "node:fs";
import { open, rename, rm, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { ApiError, isApiError } from "#contract/errors.ts";
import { isFileKey, localAddress } from "#contract/file-address.ts";
import { maxImageBytes } from "#contract/media.ts";
import { type StoredKind, storedKinds } from "#server/features/file-kinds.ts";
import { sha256Of, syncFolder, upTo, writeDurably } from "#server/platform/durable-files.ts";
import { createTemporaryFiles, type TemporaryFile, type TemporaryFiles } from "#server/platform/temporary-files.ts";
import { type ImageExtension, imageExtension, imageHeadBytes, videoExtension, videoHeadBytes } from "./formats.ts";
import { cleanPhoto, cutSample, inspectAudio, type MediaTimes, measureSound, mediaTimes } from "./helpers.ts";
import type { AudioFacts } from "./inspect.ts";
import type { MarkAudio } from "./mark.ts";
import { titleOfName } from "./tag-text.ts";
import { type AudioTags, noTags } from "./tags.ts";
import type { Sound } from "./waveform.ts";

export { contentTypeOf } from "./content-type.ts";
export { serveFile } from "./serve.ts";
export type { Sound } from "./waveform.ts";

export interface Tags extends AudioTags {
  /** Path of the embedded picture, which lies in `tmp` as long as its file; null without one. */
  coverFile: string | null;
  /** True when the title is that of the file name. */
  isTitleOfName: boolean;
  /** True when the file has sound, but its tags, if any, can't be read. */
  areBroken: boolean;
}

/** A completely received file of the right kind, still in `tmp`: it must be kept or discarded. */
export interface ReceivedFile {
  kind: StoredKind;
  /** Without the dot. */
  extension: string;
  /** Seconds; null when unknown or an image. */
  duration: number | null;
  /** Bytes received. */
  size: number;
  /** Returns its tags; an image has none. @param name file name, for a title where the tags have none. */
  tags(name: string): Tags;
  /** Completes its content and chooses its name: audio is marked as made by AI. It stays in `tmp`. */
  prepare(): Promise<StoredFile>;
  /** Moves it into place durably, under the name that `prepare` chose. */
  keep(): Promise<StoredFile>;
  /** Removes it; without effect after `keep`. */
  discard(): Promise<void>;
}

export interface StoredFile {
  /** `/uploads/audio/….mp3` */
  url: string;
  /** Path under `uploads`. */
  key: string;
  /** Bytes. */
  size: number;
  /** Hash of the content in hex. */
  sha256: string;
  /** Seconds; null when unknown. */
  duration: number | null;
}

/** A completely received copy of a file from object storage, still in `tmp`. */
export interface StagedFile {
  path: string;
  /** Hash of the content in hex. */
  sha256: string;
  /** Moves it durably to the path of its key. */
  place(): Promise<void>;
  /** Removes it; without effect after `place`. */
  discard(): Promise<void>;
}

export interface MediaStore {
  /**
   * Checks the content of a file that was received. Of a photo the data of its camera and place are gone.
   * @throws ApiError `unsupported_type`, or `invalid` for audio or a photo that exceeds a limit; the file stays.
   */
  accept(file: TemporaryFile, kind: StoredKind): Promise<ReceivedFile>;
  /**
   * Streams a body to the disk without holding it in memory, and checks it. A failure or an interrupted source leaves no file.
   * @throws ApiError `too_large`, `unsupported_type`, or `invalid` for audio or a photo that exceeds a limit.
   */
  receive(source: AsyncIterable<Buffer>, kind: StoredKind): Promise<ReceivedFile>;
  /** Removes a stored file; without effect when it is missing. */
  remove(key: string): Promise<void>;
  /**
   * Streams the content of a stored file back to the disk.
   * @param size of the file in bytes; a longer source is cut off, so that its hash differs.
   */
  stage(source: AsyncIterable<Buffer>, key: string, size: number): Promise<StagedFile>;
  /** The directory of the files. */
  uploads: string;
  /** Returns the path of a file. @throws Error for what is not a key. */
  pathOf(key: string): string;
  /** True when the file is on the disk. */
  holdsKey(key: string): boolean;
  /** Returns seconds; null when the file is not audio or its length is unknown. */
  durationOf(key: string): Promise<number | null>;
  /** False for a file that no audio can be read from, by its path; true also when that can't be told now. */
  isAudio(file: string): Promise<boolean>;
  /** Measures the loudness and the tempo of an audio file by its path; null for silence and what can't be decoded. */
  measure(file: string, signal?: AbortSignal): Promise<Sound | null>;
  /** Cuts the loudest seconds of an audio file by its path; undefined where there is nothing to cut. */
  sample(file: string, signal?: AbortSignal): Promise<ReceivedFile | undefined>;
}

/**
 * @param dataDir directory of the data; `uploads` is created in it.
 * @param markAudio called with each audio file before it is kept; by default files stay unchanged.
 * @param times of the helper processes that read audio.
 */
export function createMediaStore({
  dataDir,
  temporary = createTemporaryFiles(dataDir),
  markAudio = async () => false,
  times = mediaTimes,
}: {
  dataDir: string;
  temporary?: TemporaryFiles;
  markAudio?: MarkAudio | undefined;
  times?: MediaTimes | undefined;
}): MediaStore {
  const uploads = path.join(dataDir, "uploads");
  for (const { folder } of Object.values(storedKinds)) mkdirSync(path.join(uploads, folder), { recursive: true });

  function pathOf(key: string): string {
    if (!isFileKey(key)) throw new Error(`${key} is not the key of a stored file`);
    return path.join(uploads, key);
  }

  async function accept(file: TemporaryFile, kind: StoredKind): Promise<ReceivedFile> {
    const { path: part, size, sha256 } = file;
    const { folder, content } = storedKinds[kind];
    const coverFile = `${part}.cover`;
    const discard = async () => {
      await file.discard();
      await rm(coverFile, { force: true });
    };
    try {
      const audio =
        content === "audio"
          ? await inspectAudio(part, {
              cover: { file: coverFile, maxBytes: maxImageBytes },
              maxMs: times.inspectMs,
            })
          : content === "recording"
            ? await audioOfRecording(part, times.inspectMs)
            : undefined;
      const photo = content === "photo" ? await typeOfImage(part) : undefined;
      const extension =
        audio?.extension ?? photo ?? (await (content === "image" ? typeOfImage(part) : typeOfVideo(part)));
      if (photo) await cleanPhoto(part, photo, times.inspectMs);
      const duration = audio?.duration ?? null;
      let prepared: Promise<StoredFile> | undefined;
      const prepare = () => {
        prepared ??= (async () => {
          const key = `${folder}/${randomBytes(16).toString("hex")}.${extension}`;
          const measures =
            photo || (audio && content === "audio" && (await markAudio(part, audio)))
              ? { size: (await stat(part)).size, sha256: await sha256Of(createReadStream(part)) }
              : { size, sha256 };
          return { url: localAddress(key), key, ...measures, duration };
        })();
        return prepared;
      };
      return {
        kind,
        extension,
        duration,
        tags(name) {
          const tags = audio?.tags ?? noTags;
          return {
            ...tags,
            title: tags.title || titleOfName(name),
            isTitleOfName: tags.title === "",
            coverFile: audio?.hasCover ? coverFile : null,
            areBroken: audio?.hasBrokenTags ?? false,
          };
        },
        size,
        discard,
        prepare,
        async keep() {
          const stored = await prepare();
          await moveDurably(part, pathOf(stored.key));
          await discard();
          return stored;
        },
      };
    } catch (error) {
      await rm(coverFile, { force: true });
      throw error;
    }
  }

  async function receive(source: AsyncIterable<Buffer>, kind: StoredKind): Promise<ReceivedFile> {
    const file = await temporary.receive(source, storedKinds[kind]);
    try {
      return await accept(file, kind);
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  async function stage(source: AsyncIterable<Buffer>, key: string, size: number): Promise<StagedFile> {
    const target = pathOf(key);
    const part = temporary.newPath(path.extname(target));
    const discard = () => rm(part, { force: true });
    const hash = createHash("sha256");
    async function* hashed() {
      for await (const chunk of upTo(size, source)) {
        hash.update(chunk);
        yield chunk;
      }
    }
    try {
      await writeDurably(part, hashed());
    } catch (error) {
      await discard();
      throw error;
    }
    return { path: part, sha256: hash.digest("hex"), place: () => moveDurably(part, target), discard };
  }

  return {
    accept,
    receive,
    stage,
    async remove(key) {
      await unlink(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      });
    },
    uploads,
    pathOf,
    holdsKey: (key) => existsSync(pathOf(key)),
    isAudio: (file) =>
      inspectAudio(file, { maxMs: times.inspectMs }).then(
        () => true,
        (error: unknown) => !(isApiError(error) && error.code === "unsupported_type"),
      ),
    async sample(file, signal) {
      const target = temporary.newPath(".wav");
      try {
        if (!(await cutSample(file, target, signal, times.measureMs))) return undefined;
        return await receive(createReadStream(target), "sample");
      } finally {
        await rm(target, { force: true });
      }
    },
    measure: (file, signal) => measureSound(file, signal, times.measureMs),
    async durationOf(key) {
      if (key.startsWith("images/")) return null;
      return (await inspectAudio(pathOf(key), { maxMs: times.inspectMs }).catch(() => undefined))?.duration ?? null;
    },
  };
}

/** Receives the embedded picture of received audio. */
export async function receiveCover(store: MediaStore, { coverFile }: Tags): Promise<ReceivedFile | undefined> {
  return coverFile === null ? undefined : store.receive(createReadStream(coverFile), "image");
}

/** Returns the extension of an image by its content. @throws ApiError `unsupported_type` */
async function typeOfImage(file: string): Promise<ImageExtension> {
  const extension = imageExtension(await headOf(file, imageHeadBytes));
  if (extension === undefined) throw new ApiError("unsupported_type", storedKinds.image.wrongType);
  return extension;
}

/** Returns the extension of a video by its content. @throws ApiError `unsupported_type` */
async function typeOfVideo(file: string): Promise<string> {
  const extension = videoExtension(await headOf(file, videoHeadBytes));
  if (extension === undefined) throw new ApiError("unsupported_type", storedKinds.reference.wrongType);
  return extension;
}

/** Reads the first bytes of a file; zeros where it is shorter. */
async function headOf(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    return (await handle.read(Buffer.alloc(bytes), 0, bytes, 0)).buffer;
  } finally {
    await handle.close();
  }
}

/** Inspects a stranger's recording; undefined when it is no audio. @throws ApiError `invalid` for audio that exceeds a limit. */
async function audioOfRecording(file: string, maxMs: number): Promise<AudioFacts | undefined> {
  return inspectAudio(file, { isFromStranger: true, maxMs }).catch((error: unknown) => {
    if (isApiError(error) && error.code === "unsupported_type") return undefined;
    throw error;
  });
}

async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
}
