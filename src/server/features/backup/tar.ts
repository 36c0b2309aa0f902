/**
 * The little of tar (ustar) that a backup needs: plain files, written one after another into a file. Reading takes nothing
 * that writing would not have made, down to the last bit of headers and padding.
 */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

const block = 512;
const pieceBytes = 1024 * 1024;
/** Eleven octal digits. */
const maxBytes = 8 ** 11 - 1;
const maxName = 100;

export class BrokenTarError extends Error {}

export interface Written {
  size: number;
  sha256: string;
}

export interface TarWriter {
  /** Streams a file in; its size is known afterwards. */
  add(name: string, source: AsyncIterable<Buffer>): Promise<Written>;
  end(): Promise<void>;
}

export interface TarEntry {
  name: string;
  size: number;
  /** Where its bytes begin. */
  start: number;
}

/** @param time seconds since 1970, of every entry. */
export function tarWriter(handle: FileHandle, time: number): TarWriter {
  let position = 0;
  async function write(data: Buffer): Promise<void> {
    for (let done = 0; done < data.length; ) {
      const { bytesWritten } = await handle.write(data, done, data.length - done, position);
      done += bytesWritten;
      position += bytesWritten;
    }
  }
  return {
    async add(name, source) {
      const start = position;
      position += block;
      const hash = createHash("sha256");
      let size = 0;
      for await (const piece of source) {
        hash.update(piece);
        size += piece.length;
        await write(piece);
      }
      await write(Buffer.alloc(paddingOf(size)));
      const end = position;
      position = start;
      await write(headerOf(name, size, time));
      position = end;
      return { size, sha256: hash.digest("hex") };
    },
    end: () => write(Buffer.alloc(2 * block)),
  };
}

/** The entries in their order. @throws BrokenTarError where the file is not what `tarWriter` makes. */
export async function* tarEntries(handle: FileHandle): AsyncGenerator<TarEntry> {
  const total = (await handle.stat()).size;
  let position = 0;
  let padding = 0;
  for (;;) {
    const read = await exactly(handle, position, padding + block);
    const header = read.subarray(padding);
    if (read.subarray(0, padding).some((byte) => byte !== 0)) throw new BrokenTarError("padding");
    position += read.length;
    if (header.every((byte) => byte === 0)) {
      const last = await exactly(handle, position, block);
      if (last.some((byte) => byte !== 0) || position + block !== total) throw new BrokenTarError("end");
      return;
    }
    const name = header.toString("latin1", 0, maxName).replace(/\0+$/, "");
    const [size, time] = [octal(header, 124), octal(header, 136)];
    if (!/^[\w./-]+$/.test(name) || !headerOf(name, size, time).equals(header)) throw new BrokenTarError("header");
    yield { name, size, start: position };
    position += size;
    padding = paddingOf(size);
  }
}

/** The bytes of an entry, a piece at a time. */
export async function* contentOf(handle: FileHandle, { start, size }: TarEntry): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    const piece = await exactly(handle, start + done, Math.min(pieceBytes, size - done));
    done += piece.length;
    yield piece;
  }
}

async function exactly(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw new BrokenTarError("cut off");
    done += bytesRead;
  }
  return buffer;
}

const paddingOf = (size: number) => (block - (size % block)) % block;

function octal(header: Buffer, at: number): number {
  const text = header.toString("latin1", at, at + 11);
  if (!/^[0-7]{11}$/.test(text)) throw new BrokenTarError("header");
  return Number.parseInt(text, 8);
}

function headerOf(name: string, size: number, time: number): Buffer {
  if (name.length > maxName || size > maxBytes) throw new RangeError(`${name}: too large for the archive`);
  const header = Buffer.alloc(block);
  const digits = (value: number, count: number) => value.toString(8).padStart(count, "0");
  header.write(name, 0, "latin1");
  header.write(digits(0o600, 7), 100);
  header.write(digits(0, 7), 108);
  header.write(digits(0, 7), 116);
  header.write(digits(size, 11), 124);
  header.write(digits(time, 11), 136);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${digits(sum, 6)}\0 `, 148);
  return header;
}
