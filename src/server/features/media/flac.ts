/** The sound of FLAC (RFC 9639): its head, and the last frame where the head does not tell the length. */
import type { FileHandle } from "node:fs/promises";

export interface FlacHead {
  sampleRate: number;
  /** 0 when unknown. */
  samples: number;
  /** Samples of a frame where all but the last have as many. */
  blockSize: number;
}

/** Returns the head in a STREAMINFO block behind its four bytes of header; undefined when it is none. */
export function flacHead(block: Buffer): FlacHead | undefined {
  if (block.length < 18) return undefined;
  const sampleRate = block.readUIntBE(10, 3) >>> 4;
  const samples = (block.readUInt8(13) & 15) * 2 ** 32 + block.readUInt32BE(14);
  return sampleRate > 0 ? { sampleRate, samples, blockSize: block.readUInt16BE(0) } : undefined;
}

/** Bytes at the end of a file in which its last frame begins. */
const tailBytes = 512 * 1024;

/** Returns the seconds of a FLAC stream that begins at a position; null when they are not to be found, undefined when it is no FLAC. */
export async function flacSeconds(handle: FileHandle, start: number): Promise<number | null | undefined> {
  const bytes = Buffer.alloc(42);
  await handle.read(bytes, 0, bytes.length, start);
  const head = bytes.toString("latin1", 0, 4) === "fLaC" ? flacHead(bytes.subarray(8)) : undefined;
  if (!head) return undefined;
  const samples = head.samples || (await samplesByLastFrame(handle, head));
  return samples === undefined ? null : samples / head.sampleRate;
}

async function samplesByLastFrame(handle: FileHandle, head: FlacHead): Promise<number | undefined> {
  const { size } = await handle.stat();
  const bytes = Buffer.alloc(Math.min(tailBytes, size));
  await handle.read(bytes, 0, bytes.length, size - bytes.length);
  for (let at = bytes.lastIndexOf(0xff); at > 0; at = bytes.lastIndexOf(0xff, at - 1)) {
    const end = frameEnd(bytes.subarray(at, at + 16), head);
    if (end !== undefined) return end;
  }
  return undefined;
}

/** Returns the number of samples up to the end of the frame with this header; undefined when there is none. */
function frameEnd(bytes: Buffer, { blockSize }: FlacHead): number | undefined {
  if (bytes.length < 16 || (bytes.readUInt16BE(0) & 0xfffe) !== 0xfff8) return undefined;
  const sizeCode = bytes.readUInt8(2) >>> 4;
  const rateCode = bytes.readUInt8(2) & 15;
  const number = codedNumber(bytes);
  if (!number || sizeCode === 0 || rateCode === 15) return undefined;
  const sizeAt = 4 + number.length;
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
  const end = sizeAt + sizeBytes + (rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0);
  if (end >= bytes.length || crc8(bytes.subarray(0, end)) !== bytes.readUInt8(end)) return undefined;
  const samples = sizeBytes > 0 ? bytes.readUIntBE(sizeAt, sizeBytes) + 1 : sizeOfCode(sizeCode);
  const isVariable = (bytes.readUInt8(1) & 1) === 1;
  return number.value * (isVariable ? 1 : blockSize) + samples;
}

const sizeOfCode = (code: number) => (code === 1 ? 192 : code < 6 ? 576 * 2 ** (code - 2) : 256 * 2 ** (code - 8));

/** The number of a frame or its first sample, in the way of UTF-8 with up to 36 bits. */
function codedNumber(bytes: Buffer): { value: number; length: number } | undefined {
  const first = bytes.readUInt8(4);
  if (first < 0x80) return { value: first, length: 1 };
  const length = Math.clz32(~(first << 24));
  if (length < 2 || length > 7) return undefined;
  let value = first & (0x7f >>> length);
  for (let i = 1; i < length; i++) {
    const next = bytes.readUInt8(4 + i);
    if (next >>> 6 !== 2) return undefined;
    value = value * 64 + (next & 63);
  }
  return { value, length };
}

function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = crc & 0x80 ? ((crc << 1) ^ 7) & 0xff : crc << 1;
  }
  return crc;
}
