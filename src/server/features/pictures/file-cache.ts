/** Caches generated files on the disk: each is made once, and the oldest go when there are too many bytes. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

const unfinished = ".part";
const abandonedMs = 60 * 60_000;
/** The share of a full cache that stays, so that it is not full again at once. */
const remainingShare = 0.8;

export interface FileCache {
  /**
   * The file of a name, made if it is not there; simultaneous requests share one making.
   * @param make calls its argument if its result must not be cached.
   */
  get(name: string, make: (justOnce: () => void) => Promise<Buffer>): Promise<Buffer>;
  /** Waits for pending writes. */
  settled(): Promise<void>;
}

/**
 * @param dir created with the first file.
 * @param onError called when a file could not be stored; the request gets it all the same.
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

  async function store(name: string, bytes: Buffer): Promise<void> {
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
    if (unswept < maxBytes * (1 - remainingShare) || sweeping) return;
    unswept = 0;
    sweeping = sweep(dir, maxBytes)
      .catch(onError)
      .finally(() => {
        sweeping = undefined;
      });
  }

  async function readOrMake(name: string, make: (justOnce: () => void) => Promise<Buffer>): Promise<Buffer> {
    const cached = await readFile(path.join(dir, name)).catch(() => undefined);
    // After a power loss a file may be empty.
    if (cached?.length) return cached;
    let isStored = true;
    const bytes = await make(() => {
      isStored = false;
    });
    if (isStored) await store(name, bytes).catch(onError);
    return bytes;
  }

  return {
    async get(name, make) {
      const shared = making.get(name);
      if (shared) return shared;
      const work = readOrMake(name, make).finally(() => making.delete(name));
      making.set(name, work);
      return work;
    },
    async settled() {
      await Promise.allSettled(making.values());
      await sweeping;
    },
  };
}

/** Removes abandoned parts, and the oldest files beyond the limit. Another process may be doing the same. */
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
    if (bytes <= maxBytes * remainingShare) break;
    await rm(file, { force: true });
    bytes -= size;
  }
}
