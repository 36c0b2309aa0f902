/**
 * Stored files: `uploads/{audio,images}/<32 hex digits>.<extension>` under the data directory. They are received in `tmp`,
 * checked by content, synced to the disk and only then moved into place, so that `uploads` holds complete files only.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, existsSync, mkdirSync } from "node:fs";
import { readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { ApiError, isApiError } from "#contract/errors.ts";
import { maxAudioBytes, maxImageBytes } from "#contract/media.ts";
import { sha256Of, syncFolder, upTo, writeDurably } from "#server/platform/durable-files.ts";
import { contentTypes, type Inspected, inspect, type MediaKind } from "./inspect.ts";
import type { MarkAudio } from "./mark.ts";
import { createLinkSigner, type LinkSigner } from "./signing.ts";
import { readTags, type Tags } from "./tags.ts";
import { measureWaveform } from "./waveform.ts";

const kinds = {
  audio: {
    folder: "audio",
    maxBytes: maxAudioBytes,
    tooLarge: "File âm thanh không được vượt quá 100 MB",
    wrongType: "Vui lòng chọn file âm thanh hợp lệ",
  },
  image: {
    folder: "images",
    maxBytes: maxImageBytes,
    tooLarge: "File ảnh không được vượt quá 5MB",
    wrongType: "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP",
  },
} as const satisfies Record<MediaKind, { folder: string; maxBytes: number; tooLarge: string; wrongType: string }>;

const storedUrl = /^\/uploads\/((?:audio|images)\/[0-9a-f]{32}\.[a-z0-9]+)$/;
const dayMs = 24 * 60 * 60_000;

/** A completely received file of the right kind, still in `tmp`: it must be kept or discarded. */
export interface ReceivedFile extends Inspected {
  /** Bytes received. */
  size: number;
  /** Reads its tags. @param name file name, for a title where the tags have none. */
  tags(name: string): Promise<Tags>;
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
   * Streams a body to the disk without holding it in memory. A failure or an interrupted source leaves no file.
   * @throws ApiError `too_large` or `unsupported_type`.
   */
  receive(source: AsyncIterable<Buffer>, kind: MediaKind): Promise<ReceivedFile>;
  /** `receive` and `keep` in one call. */
  save(source: AsyncIterable<Buffer>, kind: MediaKind): Promise<StoredFile>;
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

/** Prefix of the unfinished files of this process, unlike those of other processes and of an earlier one with its id. */
const processMark = `${hostname().replace(/[^\w-]/g, "_")}.${process.pid}.${randomBytes(6).toString("hex")}`;

/**
 * @param dataDir directory of the data; `uploads` and `tmp` are created in it.
 * @param key signs links.
 * @param oldKey verifies links that were signed before the key changed.
 * @param markAudio called with each audio file before it is kept; by default files stay unchanged.
 */
export function createMediaStore({
  dataDir,
  key,
  oldKey,
  markAudio = async () => false,
}: {
  dataDir: string;
  key: Buffer;
  oldKey?: Buffer | undefined;
  markAudio?: MarkAudio | undefined;
}): MediaStore {
  const uploads = path.join(dataDir, "uploads");
  const tmp = path.join(dataDir, "tmp");
  const signer = createLinkSigner(key, oldKey);
  for (const dir of [tmp, ...Object.values(kinds).map(({ folder }) => path.join(uploads, folder))]) {
    mkdirSync(dir, { recursive: true });
  }

  function fileOf(url: string): string | undefined {
    const key = storedUrl.exec(url)?.[1];
    return key === undefined ? undefined : path.join(uploads, key);
  }

  async function receive(source: AsyncIterable<Buffer>, kind: MediaKind): Promise<ReceivedFile> {
    const { folder, maxBytes, tooLarge, wrongType } = kinds[kind];
    const part = path.join(tmp, `${processMark}.${randomBytes(8).toString("hex")}`);
    let size = 0;
    const hash = createHash("sha256");
    async function* limited() {
      for await (const chunk of source) {
        size += chunk.length;
        if (size > maxBytes) throw new ApiError("too_large", tooLarge);
        hash.update(chunk);
        yield chunk;
      }
    }
    const discard = () => rm(part, { force: true });
    try {
      await writeDurably(part, limited());
      const sha256 = hash.digest("hex");
      const inspected = await inspect(part, kind);
      if (!inspected) throw new ApiError("unsupported_type", wrongType);
      return {
        ...inspected,
        tags: (name) => readTags(part, name),
        size,
        discard,
        async keep() {
          const name = `${folder}/${randomBytes(16).toString("hex")}.${inspected.extension}`;
          const content =
            kind === "audio" && (await markAudio(part, inspected))
              ? { size: (await stat(part)).size, sha256: await sha256Of(createReadStream(part)) }
              : { size, sha256 };
          await moveDurably(part, path.join(uploads, name));
          return { url: `/uploads/${name}`, key: name, ...content, duration: inspected.duration };
        },
      };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  async function stage(source: AsyncIterable<Buffer>, url: string, size: number): Promise<StagedFile> {
    const target = fileOf(url);
    if (target === undefined) throw new Error(`${url} is not the address of a stored file`);
    const part = path.join(tmp, `${processMark}.${randomBytes(8).toString("hex")}${path.extname(target)}`);
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
      return (await inspect(file, "audio").catch(() => undefined))?.duration ?? null;
    },
    signedUrl: signer.sign,
    verify: signer.verify,
  };
}

/**
 * Removes the unfinished files of ended processes from `tmp`. Other processes of this machine may be receiving files; files
 * of other machines count as abandoned after a day.
 */
export async function clearAbandonedFiles(dataDir: string): Promise<void> {
  const tmp = path.join(dataDir, "tmp");
  const [host] = processMark.split(".");
  for (const name of await readdir(tmp)) {
    if (name.startsWith(processMark)) continue;
    const file = path.join(tmp, name);
    const [owner, pid] = name.split(".");
    const isAbandoned = owner === host && !isAlive(Number(pid));
    const age = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? 0);
    if (isAbandoned || age > dayMs) await rm(file, { force: true, recursive: true });
  }
}

/** True when another process has this id; this process's own id under another prefix belonged to an earlier process. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Receives the first embedded picture that is a valid image. */
export async function receiveCover(store: MediaStore, { pictures }: Tags): Promise<ReceivedFile | undefined> {
  for (const picture of pictures) {
    try {
      return await store.receive(Readable.from([Buffer.from(picture)]), "image");
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
  }
  return undefined;
}

/** Returns the content type of a stored file by its extension. */
export function contentTypeOf(name: string): string {
  return contentTypes[path.extname(name).slice(1) as keyof typeof contentTypes] ?? "application/octet-stream";
}

async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
}
