/** The sound in Ogg pages (RFC 3533): Vorbis, Opus or FLAC. */
import type { FileHandle } from "node:fs/promises";
import { flacHead } from "./flac.ts";

interface Page {
  serial: number;
  /** True for the first page of a stream. */
  isFirst: boolean;
  /** Place in the sound by the end of the page; -1 where no packet ends in it. */
  granule: number;
  /** Packets, of which the last may go on in the next page. */
  packets: Buffer[];
  goesOn: boolean;
  /** Position behind it. */
  end: number;
}

interface Stream {
  serial: number;
  sampleRate: number;
  /** Samples before the sound. */
  skipped: number;
  isFlac: boolean;
}

const maxPageBytes = 27 + 255 + 255 * 255;
/** Pages of heads before those of sound, of which each stream has one. */
const maxHeads = 8;
/** Bytes at the end of a file in which its last page begins. */
const tailBytes = 16 * maxPageBytes;
/** Seconds at which the sound begins where a longer one was cut. */
const minStart = 10;

async function pageAt(handle: FileHandle, position: number): Promise<Page | undefined> {
  const bytes = Buffer.alloc(maxPageBytes);
  const { bytesRead } = await handle.read(bytes, 0, maxPageBytes, position);
  return pageIn(bytes.subarray(0, bytesRead), position);
}

function pageIn(bytes: Buffer, position: number): Page | undefined {
  if (bytes.length < 27 || bytes.toString("latin1", 0, 4) !== "OggS") return undefined;
  const table = bytes.subarray(27, 27 + bytes.readUInt8(26));
  const packets: Buffer[] = [];
  let at = 27 + table.length;
  let start = at;
  for (const length of table) {
    at += length;
    if (length === 255) continue;
    packets.push(bytes.subarray(start, at));
    start = at;
  }
  const goesOn = start < at;
  if (goesOn) packets.push(bytes.subarray(start, at));
  return {
    serial: bytes.readUInt32LE(14),
    isFirst: (bytes.readUInt8(5) & 2) !== 0,
    granule: Number(bytes.readBigInt64LE(6)),
    packets,
    goesOn,
    end: position + at,
  };
}

/** Returns the stream that begins with a packet; undefined for one without sound. */
function streamOf(packet: Buffer, serial: number): Stream | undefined {
  const sign = packet.toString("latin1", 0, 8);
  if (sign.startsWith("\x01vorbis") && packet.length >= 16) {
    return { serial, sampleRate: packet.readUInt32LE(12), skipped: 0, isFlac: false };
  }
  if (sign === "OpusHead" && packet.length >= 12) {
    return { serial, sampleRate: 48_000, skipped: packet.readUInt16LE(10), isFlac: false };
  }
  const head = sign.startsWith("\x7fFLAC") ? flacHead(packet.subarray(17)) : undefined;
  return head && { serial, sampleRate: head.sampleRate, skipped: 0, isFlac: true };
}

/** Returns the first stream with sound, and the position behind the heads of all streams. */
async function firstStream(
  handle: FileHandle,
): Promise<{ stream: Stream; end: number; hasVideo: boolean } | undefined> {
  let stream: Stream | undefined;
  let hasVideo = false;
  let end = 0;
  for (let i = 0; i < maxHeads; i++) {
    const page = await pageAt(handle, end);
    const [packet] = page?.packets ?? [];
    if (!page?.isFirst || !packet) break;
    stream ??= streamOf(packet, page.serial);
    hasVideo ||= /^(?:\x80theora|BBCD)/.test(packet.toString("latin1", 0, 7));
    end = page.end;
  }
  return stream && stream.sampleRate > 0 ? { stream, end, hasVideo } : undefined;
}

/** True for a file whose sound is FLAC. */
export async function hasFlacInOgg(handle: FileHandle): Promise<boolean> {
  return (await firstStream(handle))?.stream.isFlac ?? false;
}

/** Returns the seconds of the sound, null when they are not to be found; undefined for a file without sound. */
export async function oggSound(handle: FileHandle): Promise<{ seconds: number | null; hasVideo: boolean } | undefined> {
  const found = await firstStream(handle);
  if (!found) return undefined;
  const { stream, hasVideo } = found;
  const last = await lastGranule(handle, stream.serial);
  if (last === undefined) return { seconds: null, hasVideo };
  const first = (await firstGranule(handle, found.end, stream.serial)) ?? 0;
  const start = first > minStart * stream.sampleRate ? first : stream.skipped;
  return { seconds: last > start ? (last - start) / stream.sampleRate : null, hasVideo };
}

/** Returns the place of the first page with sound among the first of all pages. */
async function firstGranule(handle: FileHandle, start: number, serial: number): Promise<number | undefined> {
  let position = start;
  for (let i = 0; i < 100; i++) {
    const page = await pageAt(handle, position);
    if (!page) return undefined;
    if (page.serial === serial && page.granule > 0) return page.granule;
    position = page.end;
  }
  return undefined;
}

async function lastGranule(handle: FileHandle, serial: number): Promise<number | undefined> {
  const { size } = await handle.stat();
  const bytes = Buffer.alloc(Math.min(tailBytes, size));
  await handle.read(bytes, 0, bytes.length, size - bytes.length);
  for (let at = bytes.lastIndexOf("OggS"); at !== -1; at = at > 0 ? bytes.lastIndexOf("OggS", at - 1) : -1) {
    const page = pageIn(bytes.subarray(at), 0);
    if (page?.serial === serial && page.granule > 0) return page.granule;
  }
  return undefined;
}

/**
 * Returns FLAC in Ogg as a FLAC file without sound: the blocks of its head, for a reader of tags that knows the container by its first page only.
 * @param maxBytes of the whole head
 * @returns undefined for other files, and for a longer head
 */
export async function flacHeadOfOgg(handle: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const stream = (await firstStream(handle))?.stream;
  if (!stream?.isFlac) return undefined;
  const blocks: Buffer[] = [Buffer.from("fLaC")];
  let open: Buffer[] = [];
  let position = 0;
  for (let bytes = 0; bytes <= maxBytes; ) {
    const page = await pageAt(handle, position);
    if (!page) return undefined;
    bytes += page.end - position;
    position = page.end;
    if (page.serial !== stream.serial) continue;
    for (const [place, packet] of page.packets.entries()) {
      open.push(packet);
      if (page.goesOn && place === page.packets.length - 1) break;
      const block = Buffer.concat(open);
      open = [];
      // The first packet has nine bytes of its own, and the sign of FLAC, before its block.
      blocks.push(blocks.length === 1 ? block.subarray(13) : block);
      if ((blocks.at(-1)?.[0] ?? 0x80) >= 0x80) return Buffer.concat(blocks);
    }
  }
  return undefined;
}
