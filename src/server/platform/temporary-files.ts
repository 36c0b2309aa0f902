/**
 * Files that are still being received: `tmp` under the data directory. A complete one is moved to its place or discarded; those that a
 * process leaves behind are removed at a later start.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { ApiError } from "#contract/errors.ts";
import { writeDurably } from "./durable-files.ts";

/** A completely received file, synced to the disk. */
export interface TemporaryFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Hash of the content in hex. */
  sha256: string;
  /** Removes it; without effect when it has been moved away. */
  discard(): Promise<void>;
}

export interface TemporaryFiles {
  /** Returns the path of a new file. @param extension with its dot. */
  newPath(extension?: string): string;
  /**
   * Streams a body to the disk without holding it in memory. A failure or an interrupted source leaves no file.
   * @param limit with `noRoom`, the file must leave the reserve of the disk.
   * @throws ApiError `too_large` or `unavailable`, with the message of the limit.
   */
  receive(
    source: AsyncIterable<Buffer>,
    limit: { maxBytes: number; tooLarge: string; noRoom?: string | undefined },
  ): Promise<TemporaryFile>;
}

/** Bytes between two looks at the disk: several files may arrive at once. */
const bytesBetweenChecks = 4 * 1024 * 1024;

const dayMs = 24 * 60 * 60_000;

/** Prefix of the files of this process, unlike those of other processes and of an earlier one with its id. */
const processMark = `${hostname().replace(/[^\w-]/g, "_")}.${process.pid}.${randomBytes(6).toString("hex")}`;

const folderOf = (dataDir: string) => path.join(dataDir, "tmp");

/**
 * @param dataDir directory of the data; `tmp` is created in it.
 * @param hasRoom whether the disk has more than its reserve.
 */
export function createTemporaryFiles(
  dataDir: string,
  hasRoom: () => Promise<boolean> = async () => true,
): TemporaryFiles {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true });
  const newPath = (extension = "") => path.join(folder, `${processMark}.${randomBytes(8).toString("hex")}${extension}`);
  return {
    newPath,
    async receive(source, { maxBytes, tooLarge, noRoom }) {
      const file = newPath();
      const hash = createHash("sha256");
      let size = 0;
      let checkAt = 0;
      async function* limited() {
        for await (const chunk of source) {
          if (noRoom !== undefined && size >= checkAt) {
            checkAt = size + bytesBetweenChecks;
            if (!(await hasRoom())) throw new ApiError("unavailable", noRoom);
          }
          size += chunk.length;
          if (size > maxBytes) throw new ApiError("too_large", tooLarge);
          hash.update(chunk);
          yield chunk;
        }
      }
      const discard = () => rm(file, { force: true });
      try {
        await writeDurably(file, limited());
      } catch (error) {
        await discard();
        throw error;
      }
      return { path: file, size, sha256: hash.digest("hex"), discard };
    },
  };
}

/**
 * Removes the unfinished files of ended processes. Other processes of this machine may be receiving files; files of other machines
 * count as abandoned after a day.
 */
export async function clearAbandonedFiles(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir);
  const [host] = processMark.split(".");
  for (const name of await readdir(folder)) {
    if (name.startsWith(processMark)) continue;
    const file = path.join(folder, name);
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
