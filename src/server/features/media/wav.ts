/** The sound of WAV files: RIFF, and RF64 for more than 4 GB (EBU Tech 3306). */
import type { FileHandle } from "node:fs/promises";
import { maxChunks } from "./limits.ts";

export interface WavSound {
  /** Content of the chunk `fmt `. */
  format: Buffer;
  /** Position of the samples. */
  start: number;
  /** Of the samples. */
  bytes: number;
}

/** Formats whose samples have all the same number of bytes: PCM, floating point, A-law, μ-law, and those named in an extension. */
const evenFormats = new Set([1, 3, 6, 7, 0xfffe]);
/** A length that the chunk `ds64` tells, or that was not known when the head was written. */
const unknownSize = 0xffffffff;
const minFormatBytes = 16;
const maxFormatBytes = 1024;

/** Returns the sound of a WAV file; undefined when it has none. */
export async function wavSound(handle: FileHandle): Promise<WavSound | undefined> {
  const { size: fileSize } = await handle.stat();
  if (!isWav(await bytesAt(handle, 0, 12))) return undefined;
  let format: Buffer | undefined;
  let longSize = fileSize;
  let position = 12;
  for (let i = 0; i <= maxChunks && position + 8 <= fileSize; i++) {
    const head = await bytesAt(handle, position, 24);
    const name = head.toString("latin1", 0, 4);
    const size = head.readUInt32LE(4);
    const start = position + 8;
    if (name === "ds64") longSize = Number(head.readBigUInt64LE(16));
    if (name === "fmt ") {
      if (size < minFormatBytes || size > maxFormatBytes) return undefined;
      format = await bytesAt(handle, start, size);
    }
    if (name === "data") {
      const told = size === unknownSize ? longSize : size === 0 ? fileSize : size;
      return format && { format, start, bytes: Math.min(told, fileSize - start) };
    }
    // Chunks begin at even positions.
    position = start + size + (size % 2);
  }
  return undefined;
}

/** True for the first twelve bytes of a WAV file. */
export const isWav = (head: Buffer) => /^(?:RIFF|RF64)[\s\S]{4}WAVE/.test(head.toString("latin1", 0, 12));

/** Returns the seconds of the sound; null when the format does not tell them. */
export function secondsOfWav({ format, bytes }: WavSound): number | null {
  const sampleRate = format.readUInt32LE(4);
  const frameBytes = format.readUInt16LE(12);
  const bytesPerSecond = evenFormats.has(format.readUInt16LE(0)) ? sampleRate * frameBytes : format.readUInt32LE(8);
  return bytesPerSecond > 0 ? bytes / bytesPerSecond : null;
}

/** Returns the head of a WAV file with nothing but this sound. */
export function headOfWav({ format, bytes }: WavSound): Buffer {
  const size = Math.min(bytes, unknownSize);
  return Buffer.concat([
    chunkHead("RIFF", 0),
    Buffer.from("WAVE"),
    chunkHead("fmt ", format.length),
    format,
    chunkHead("data", size),
  ]);
}

function chunkHead(name: string, size: number): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, "latin1");
  head.writeUInt32LE(size, 4);
  return head;
}

/** Returns bytes at a position, filled up with zeros. */
async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await handle.read(bytes, 0, length, position);
  return bytes;
}
