/** Made files kept on the disk: each made once, the oldest gone when there are too many bytes. They can always be made again. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

const unfinished = ".part";
const abandonedMs = 60 * 60_000;
/** What is left of a full cache, so that it is not full again at once. */
const keptShare = 0.8;

export interface FileCache {
  /**
   * The file of a name, made if it is not there; those who ask at the same time share the making.
   * @param make calls what it is given when what it makes is for this once only.
   */
  get(name: string, make: (justOnce: () => void) => Promise<Buffer>): Promise<Buffer>;
  /** Waits for what is being written. */
  settled(): Promise<void>;
}

/**
 * @param dir made at the first file.
 * @param onError told when a file could not be kept; whoever asked has it all the same.
 */
export function createFileCache({
  dir,
  maxBytes,
  onError,
}: {
  dir: string;
  maxBytes: number;
  onError: (error: unknown) => void;
}): FileCache {
  const making = new Map<string, Promise<Buffer>>();
  let unswept = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;

  async function keep(name: string, bytes: Buffer): Promise<void> {
    const part = path.join(dir, `${randomBytes(8).toString("hex")}${unfinished}`);
    try {
      await mkdir(dir, { recursive: true });
      await writeFile(part, bytes, { flush: true });
      await rename(part, path.join(dir, name));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    unswept += bytes.length;
    if (unswept < maxBytes * (1 - keptShare) || sweeping) return;
    unswept = 0;
    sweeping = sweep(dir, maxBytes)
      .catch(onError)
      .finally(() => {
        sweeping = undefined;
      });
  }

  async function makeAndKeep(name: string, make: (justOnce: () => void) => Promise<Buffer>): Promise<Buffer> {
    const kept = await readFile(path.join(dir, name)).catch(() => undefined);
    // A machine that lost its power leaves names without what they stand for.
    if (kept?.length) return kept;
    let isKept = true;
    const bytes = await make(() => {
      isKept = false;
    });
    if (isKept) await keep(name, bytes).catch(onError);
    return bytes;
  }

  return {
    async get(name, make) {
      const shared = making.get(name);
      if (shared) return shared;
      const work = makeAndKeep(name, make).finally(() => making.delete(name));
      making.set(name, work);
      return work;
    },
    async settled() {
      await Promise.allSettled(making.values());
      await sweeping;
    },
  };
}

/** Removes what was never finished, and the oldest files of too many. Another process may be doing the same. */
async function sweep(dir: string, maxBytes: number): Promise<void> {
  const files: { file: string; size: number; madeAt: number }[] = [];
  for (const name of await readdir(dir)) {
    const file = path.join(dir, name);
    const found = await stat(file).catch(() => undefined);
    if (!found) continue;
    if (!name.endsWith(unfinished)) files.push({ file, size: found.size, madeAt: found.mtimeMs });
    else if (Date.now() - found.mtimeMs > abandonedMs) await rm(file, { force: true });
  }
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= maxBytes) return;
  for (const { file, size } of files.toSorted((a, b) => a.madeAt - b.madeAt)) {
    if (bytes <= maxBytes * keptShare) break;
    await rm(file, { force: true });
    bytes -= size;
  }
}
