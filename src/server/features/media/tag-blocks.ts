/** Counts the metadata of an audio file by the headers of its blocks, before anything reads their content. */
import { type FileHandle, open } from "node:fs/promises";
import { maxChunks, maxTagBytes, maxTags } from "./limits.ts";

interface Block {
  /** Bytes of header and content. */
  length: number;
  /** False for sound and padding. */
  isTag: boolean;
  /** Nothing but sound follows. */
  isLast?: boolean;
}
interface Container {
  signature: RegExp;
  /** Bytes before the first block. */
  start: number;
  /** The name of its blocks in the limit; undefined where blocks also divide the sound, so that their number is not limited. */
  counter?: "tags" | "chunks";
  /** Returns the block that begins with these bytes; undefined when none does. */
  block(head: Buffer): Block | undefined;
}

/** Bytes of the longest header, that of an Ogg page. */
const maxHeadBytes = 27 + 255;

const containers: readonly Container[] = [
  {
    signature: /^fLaC/,
    start: 4,
    counter: "tags",
    block(head) {
      const type = head.readUInt8(0) & 0x7f;
      const isTag = type === 4 || type === 6;
      return { length: 4 + head.readUIntBE(1, 3), isTag, isLast: head.readUInt8(0) >= 0x80 };
    },
  },
  {
    signature: /^RIFF/,
    start: 12,
    counter: "chunks",
    block(head) {
      const size = head.readUInt32LE(4);
      // Chunks begin at even positions.
      return { length: 8 + size + (size % 2), isTag: head.toString("latin1", 0, 4) !== "data" };
    },
  },
  {
    signature: /^OggS/,
    start: 0,
    block(head) {
      if (head.toString("latin1", 0, 4) !== "OggS") return undefined;
      // No sound has been played by the end of a page of headers; -1 where a header goes on.
      const isTag = head.readBigInt64LE(6) <= 0n;
      const segments = head.readUInt8(26);
      const content = head.subarray(27, 27 + segments).reduce((sum, bytes) => sum + bytes, 0);
      return { length: 27 + segments + content, isTag, isLast: !isTag };
    },
  },
  {
    signature: /^.{4}ftyp/s,
    start: 0,
    block(head) {
      const size = head.readUInt32BE(0);
      const length = size === 1 ? Number(head.readBigUInt64BE(8)) : size === 0 ? Number.POSITIVE_INFINITY : size;
      if (length < 8) return undefined;
      return { length, isTag: !/^(mdat|free|skip|wide)$/.test(head.toString("latin1", 4, 8)) };
    },
  },
];
const id3: Container = {
  signature: /^ID3/,
  start: 0,
  counter: "tags",
  block(head) {
    if (head.toString("latin1", 0, 3) !== "ID3") return undefined;
    // The size is four times seven bits.
    const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6);
    const size = ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f);
    return { length: 10 + size, isTag: true };
  },
};

interface Total {
  tags: number;
  chunks: number;
  bytes: number;
}
const nothing = (): Total => ({ tags: 0, chunks: 0, bytes: 0 });

/** Returns the limit that the metadata of a file exceeds: the number of tags or of chunks, or the bytes of tags. */
export async function exceededTagLimit(file: string): Promise<"tags" | "chunks" | "tagBytes" | undefined> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const total = nothing();
    const start = await endOfBlocks(handle, 0, id3, size, total);
    const head = (await headAt(handle, start)).toString("latin1", 0, 12);
    const container = containers.find(({ signature }) => signature.test(head));
    if (container) await endOfBlocks(handle, start + container.start, container, size, total);
    return exceeded(total);
  } finally {
    await handle.close();
  }
}

/** Returns the position behind the ID3 tags at the start of a file that exceeds no limit. */
export async function endOfId3(handle: FileHandle): Promise<number> {
  return endOfBlocks(handle, 0, id3, (await handle.stat()).size, nothing());
}

function exceeded({ tags, chunks, bytes }: Total): "tags" | "chunks" | "tagBytes" | undefined {
  if (bytes > maxTagBytes) return "tagBytes";
  if (tags > maxTags) return "tags";
  return chunks > maxChunks ? "chunks" : undefined;
}

/** Returns the position behind blocks, and adds them to a total; stops as soon as it exceeds a limit. */
async function endOfBlocks(
  handle: FileHandle,
  start: number,
  { counter, block }: Container,
  size: number,
  total: Total,
): Promise<number> {
  let position = start;
  while (position < size && exceeded(total) === undefined) {
    const found = block(await headAt(handle, position));
    if (!found) break;
    if (counter) total[counter]++;
    if (found.isTag) total.bytes += Math.min(found.length, size - position);
    position += found.length;
    if (found.isLast) break;
  }
  return position;
}

/** Returns the bytes at a position, filled up with zeros. */
async function headAt(handle: FileHandle, position: number): Promise<Buffer> {
  const head = Buffer.alloc(maxHeadBytes);
  await handle.read(head, 0, head.length, position);
  return head;
}
