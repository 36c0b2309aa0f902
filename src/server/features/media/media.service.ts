/**
 * Stored files: `uploads/{audio,images}/<32 hex digits>.<extension>` under the data directory. They are received in `tmp`,
 * checked by content, synced to the disk and only then moved into place, so that `uploads` holds complete files only.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, existsSync, mkdirSync } from "node:fs";
import { open, rename, rm, stat, unlink } from "node:fs/promises";
import path from "node:path";
import type { FileKind } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { fileRules, maxImageBytes } from "#contract/media.ts";
import { sha256Of, syncFolder, upTo, writeDurably } from "#server/platform/durable-files.ts";
import { createTemporaryFiles, type TemporaryFile, type TemporaryFiles } from "#server/platform/temporary-files.ts";
import { contentTypes, imageExtension, imageHeadBytes } from "./formats.ts";
import { inspectAudio, measureWaveform } from "./helpers.ts";
import type { MarkAudio } from "./mark.ts";
import { createLinkSigner, type LinkSigner } from "./signing.ts";
import { titleOfName } from "./tag-text.ts";
import type { AudioTags } from "./tags.ts";

const folders = { audio: "audio", image: "images" } as const satisfies Record<FileKind, string>;

const storedUrl = /^\/uploads\/((?:audio|images)\/[0-9a-f]{32}\.[a-z0-9]+)$/;

export interface Tags extends AudioTags {
  /** Path of the embedded picture, which lies in `tmp` as long as its file; null without one. */
  coverFile: string | null;
}

/** A completely received file of the right kind, still in `tmp`: it must be kept or discarded. */
export interface ReceivedFile {
  /** Without the dot. */
  extension: string;
  /** Seconds; null when unknown or an image. */
  duration: number | null;
  /** Bytes received. */
  size: number;
  /** Returns its tags; an image has none. @param name file name, for a title where the tags have none. */
  tags(name: string): Tags;
  /** Moves it into place durably; audio is marked as made by AI first. */
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
  /** Moves it durably to the path of its address. */
  place(): Promise<void>;
  /** Removes it; without effect after `place`. */
  discard(): Promise<void>;
}

export interface MediaStore {
  /**
   * Checks the content of a file that was received.
   * @throws ApiError `unsupported_type`, or `invalid` for audio that exceeds a limit; the file stays.
   */
  accept(file: TemporaryFile, kind: FileKind): Promise<ReceivedFile>;
  /**
   * Streams a body to the disk without holding it in memory, and checks it. A failure or an interrupted source leaves no file.
   * @throws ApiError `too_large`, `unsupported_type`, or `invalid` for audio that exceeds a limit.
   */
  receive(source: AsyncIterable<Buffer>, kind: FileKind): Promise<ReceivedFile>;
  /** `receive` and `keep` in one call. */
  save(source: AsyncIterable<Buffer>, kind: FileKind): Promise<StoredFile>;
  /** Removes a stored file; without effect when it is missing or the address is not of a stored file. */
  remove(url: string): Promise<void>;
  /**
   * Streams the content of a stored file back to the disk.
   * @param url its address.
   * @param size of the file in bytes; a longer source is cut off, so that its hash differs.
   */
  stage(source: AsyncIterable<Buffer>, url: string, size: number): Promise<StagedFile>;
  /** Returns the path of the file of `/uploads/…`; undefined for any other address. */
  fileOf(url: string): string | undefined;
  /** True for the address of an existing file. */
  holds(url: string): boolean;
  /** Returns seconds; null when the address is not of a stored audio file or its length is unknown. */
  durationOf(url: string): Promise<number | null>;
  /** Measures the loudness curve of an audio file by its path. */
  measure: typeof measureWaveform;
  /** Returns a link that is valid for at least 12 hours. @param now milliseconds. */
  signedUrl(url: string, now?: number): string;
  verify: LinkSigner["verify"];
}

/**
 * @param dataDir directory of the data; `uploads` is created in it.
 * @param key signs links.
 * @param oldKey verifies links that were signed before the key changed.
 * @param markAudio called with each audio file before it is kept; by default files stay unchanged.
 */
export function createMediaStore({
  dataDir,
  temporary = createTemporaryFiles(dataDir),
  key,
  oldKey,
  markAudio = async () => false,
}: {
  dataDir: string;
  temporary?: TemporaryFiles;
  key: Buffer;
  oldKey?: Buffer | undefined;
  markAudio?: MarkAudio | undefined;
}): MediaStore {
  const uploads = path.join(dataDir, "uploads");
  const signer = createLinkSigner(key, oldKey);
  for (const folder of Object.values(folders)) mkdirSync(path.join(uploads, folder), { recursive: true });

  function fileOf(url: string): string | undefined {
    const key = storedUrl.exec(url)?.[1];
    return key === undefined ? undefined : path.join(uploads, key);
  }

  async function accept(file: TemporaryFile, kind: FileKind): Promise<ReceivedFile> {
    const { path: part, size, sha256 } = file;
    const coverFile = `${part}.cover`;
    const discard = async () => {
      await file.discard();
      await rm(coverFile, { force: true });
    };
    try {
      const audio =
        kind === "audio" ? await inspectAudio(part, { file: coverFile, maxBytes: maxImageBytes }) : undefined;
      const extension = audio?.extension ?? (await typeOfImage(part));
      const duration = audio?.duration ?? null;
      return {
        extension,
        duration,
        tags(name) {
          const tags = audio?.tags ?? { title: "", artist: null, genres: [], lyrics: null };
          return { ...tags, title: tags.title || titleOfName(name), coverFile: audio?.hasCover ? coverFile : null };
        },
        size,
        discard,
        async keep() {
          const name = `${folders[kind]}/${randomBytes(16).toString("hex")}.${extension}`;
          const content =
            audio && (await markAudio(part, audio))
              ? { size: (await stat(part)).size, sha256: await sha256Of(createReadStream(part)) }
              : { size, sha256 };
          await moveDurably(part, path.join(uploads, name));
          await discard();
          return { url: `/uploads/${name}`, key: name, ...content, duration };
        },
      };
    } catch (error) {
      await rm(coverFile, { force: true });
      throw error;
    }
  }

  async function receive(source: AsyncIterable<Buffer>, kind: FileKind): Promise<ReceivedFile> {
    const file = await temporary.receive(source, fileRules[kind]);
    try {
      return await accept(file, kind);
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  async function stage(source: AsyncIterable<Buffer>, url: string, size: number): Promise<StagedFile> {
    const target = fileOf(url);
    if (target === undefined) throw new Error(`${url} is not the address of a stored file`);
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
    async save(source, kind) {
      const received = await receive(source, kind);
      try {
        return await received.keep();
      } finally {
        await received.discard();
      }
    },
    async remove(url) {
      const file = fileOf(url);
      if (file === undefined) return;
      await unlink(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      });
    },
    fileOf,
    holds(url) {
      const file = fileOf(url);
      return file !== undefined && existsSync(file);
    },
    measure: measureWaveform,
    async durationOf(url) {
      const file = fileOf(url);
      if (file === undefined || !url.startsWith("/uploads/audio/")) return null;
      return (await inspectAudio(file).catch(() => undefined))?.duration ?? null;
    },
    signedUrl: signer.sign,
    verify: signer.verify,
  };
}

/** Receives the embedded picture of received audio. */
export async function receiveCover(store: MediaStore, { coverFile }: Tags): Promise<ReceivedFile | undefined> {
  return coverFile === null ? undefined : store.receive(createReadStream(coverFile), "image");
}

/** Returns the extension of an image by its content. @throws ApiError `unsupported_type` */
async function typeOfImage(file: string): Promise<string> {
  const handle = await open(file, "r");
  try {
    const { buffer } = await handle.read(Buffer.alloc(imageHeadBytes), 0, imageHeadBytes, 0);
    const extension = imageExtension(buffer);
    if (extension === undefined) throw new ApiError("unsupported_type", fileRules.image.wrongType);
    return extension;
  } finally {
    await handle.close();
  }
}

/** Returns the content type of a stored file by its extension. */
export function contentTypeOf(name: string): string {
  return contentTypes[path.extname(name).slice(1) as keyof typeof contentTypes] ?? "application/octet-stream";
}

async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
}
