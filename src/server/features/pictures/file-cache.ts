/** Disk cache of generated files: each is generated once, the oldest are removed when the cache is full. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

const partSuffix = ".part";
const abandonedMs = 60 * 60_000;
/** Share of the limit to which a full cache is reduced, so that it is not full again at once. */
const reducedShare = 0.8;

export interface FileCache {
  /**
   * Returns the file of a name and generates a missing one; concurrent calls share the generation.
   * @param make generates the content; it calls its argument when the content must not be cached.
   */
  get(name: string, make: (skipCache: () => void) => Promise<Buffer>): Promise<Buffer>;
  /** Waits for running generations and writes. */
  settled(): Promise<void>;
}

/**
 * @param dir created with the first file.
 * @param onError called when a file could not be cached; `get` returns it nevertheless.
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
  let unsweptBytes = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;

  async function write(name: string, bytes: Buffer): Promise<void> {
    const part = path.join(dir, `${randomBytes(8).toString("hex")}${partSuffix}`);
    try {
      await mkdir(dir, { recursive: true });
      await writeFile(part, bytes, { flush: true });
      await rename(part, path.join(dir, name));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    unsweptBytes += bytes.length;
    if (unsweptBytes < maxBytes * (1 - reducedShare) || sweeping) return;
    unsweptBytes = 0;
    sweeping = sweep(dir, maxBytes)
      .catch(onError)
      .finally(() => {
        sweeping = undefined;
      });
  }

  async function readOrMake(name: string, make: (skipCache: () => void) => Promise<Buffer>): Promise<Buffer> {
    const cached = await readFile(path.join(dir, name)).catch(() => undefined);
    // After a power loss a file may be empty.
    if (cached?.length) return cached;
    let isCacheable = true;
    const bytes = await make(() => {
      isCacheable = false;
    });
    if (isCacheable) await write(name, bytes).catch(onError);
    return bytes;
  }

  return {
    async get(name, make) {
      const running = making.get(name);
      if (running) return running;
      const task = readOrMake(name, make).finally(() => making.delete(name));
      making.set(name, task);
      return task;
    },
    async settled() {
      await Promise.allSettled(making.values());
      await sweeping;
    },
  };
}

/** Removes abandoned partial files, and the oldest files of a full cache. Other processes may do the same concurrently. */
async function sweep(dir: string, maxBytes: number): Promise<void> {
  const files: { file: string; size: number; madeAt: number }[] = [];
  for (const name of await readdir(dir)) {
    const file = path.join(dir, name);
    const stats = await stat(file).catch(() => undefined);
    if (!stats) continue;
    if (!name.endsWith(partSuffix)) files.push({ file, size: stats.size, madeAt: stats.mtimeMs });
    else if (Date.now() - stats.mtimeMs > abandonedMs) await rm(file, { force: true });
  }
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= maxBytes) return;
  for (const { file, size } of files.toSorted((a, b) => a.madeAt - b.madeAt)) {
    if (bytes <= maxBytes * reducedShare) break;
    await rm(file, { force: true });
    bytes -= size;
  }
}
