/** Tar archives of plain files, written and read as streams. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import tar from "tar-stream";

const blockBytes = 512;
const endBytes = 2 * blockBytes;
const chunkBytes = 1024 * 1024;

export class BrokenTarError extends Error {}

export interface FileSum {
  size: number;
  sha256: string;
}

export interface TarEntry extends FileSum {
  name: string;
  /** Offset of its content in the archive. */
  start: number;
}

/** Adds a file of `size` bytes. @throws Error when the source has more or fewer */
export type AddFile = (name: string, size: number, source: AsyncIterable<Buffer>) => Promise<FileSum>;

/**
 * Writes an archive of the files that `fill` adds, one after another.
 * @param time modification time of all files
 */
export async function writeTar(
  handle: FileHandle,
  time: Date,
  fill: (addFile: AddFile) => Promise<void>,
): Promise<void> {
  const pack = tar.pack();
  const addFile: AddFile = async (name, size, source) => {
    const hash = createHash("sha256");
    async function* hashed() {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const entry = pack.entry({ name, size, mode: 0o600, mtime: time });
    await pipeline(hashed, entry as unknown as NodeJS.WritableStream);
    return { size, sha256: hash.digest("hex") };
  };
  const filling = fill(addFile).then(
    () => pack.finalize(),
    (error: Error) => pack.destroy(error),
  );
  const [written] = await Promise.allSettled([handle.writeFile(pack as AsyncIterable<Buffer>), filling]);
  if (written.status === "rejected") throw written.reason;
}

/**
 * Reads the archive once from its first byte to its end, the first two blocks of zeros.
 * @throws BrokenTarError where it is not as `writeTar` makes it: no links, no extension headers, nothing between the files or after the end
 * @throws the signal's reason, within an entry too
 */
export async function* tarEntries(handle: FileHandle, signal?: AbortSignal): AsyncGenerator<TarEntry> {
  const { size: total } = await handle.stat();
  let end = 0;
  if (await isEnd(handle, end, total)) return;
  const extract = tar.extract();
  const reading = pipeline(
    contentOf(handle, { start: 0, size: total }, signal),
    extract as unknown as NodeJS.WritableStream,
  );
  // The loop below fails with the same error.
  reading.catch(() => {});
  try {
    for await (const source of extract) {
      const { name, size, type } = source.header;
      const start = source.offset + blockBytes;
      if (type !== "file") throw new BrokenTarError(`${name} is not a file`);
      await checkHeader(handle, end, start);
      const hash = createHash("sha256");
      for await (const chunk of source) hash.update(chunk as Buffer);
      yield { name, size, start, sha256: hash.digest("hex") };
      end = start + size;
      if (await isEnd(handle, end, total)) return;
    }
    throw new BrokenTarError("end");
  } catch (error) {
    signal?.throwIfAborted();
    // Errors of the system, such as EIO, say nothing about the archive.
    if (error instanceof BrokenTarError || (error as NodeJS.ErrnoException).syscall) throw error;
    throw new BrokenTarError((error as Error).message, { cause: error });
  }
}

/** The bytes of an entry, in chunks. @throws BrokenTarError when the archive is shorter @throws the signal's reason */
export async function* contentOf(
  handle: FileHandle,
  { start, size }: Pick<TarEntry, "start" | "size">,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    signal?.throwIfAborted();
    const chunk = await readAt(handle, start + done, Math.min(chunkBytes, size - done));
    done += chunk.length;
    yield chunk;
  }
}

/** tar-stream accepts extension headers, and reads neither padding nor the last two bytes of a checksum. */
async function checkHeader(handle: FileHandle, end: number, start: number): Promise<void> {
  const padding = paddingOf(end);
  if (start - end !== padding + blockBytes) throw new BrokenTarError("extension header");
  const bytes = await readAt(handle, end, padding + blockBytes);
  const checksum = bytes.toString("latin1", padding + 148, padding + 156);
  if (!isZero(bytes.subarray(0, padding)) || !/^[0-7]{6}(?: \0|\0 )$/.test(checksum))
    throw new BrokenTarError("header");
}

/** Whether the archive ends after a file. @throws BrokenTarError when something follows its end */
async function isEnd(handle: FileHandle, end: number, total: number): Promise<boolean> {
  const length = paddingOf(end) + endBytes;
  if (!isZero(await readAt(handle, end, length))) return false;
  if (total - end !== length) throw new BrokenTarError("end");
  return true;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw new BrokenTarError("cut off");
    done += bytesRead;
  }
  return buffer;
}

const paddingOf = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes;

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);
