/** The sound of MP4 files by their boxes (ISO/IEC 14496-12). */
import type { FileHandle } from "node:fs/promises";

interface Box {
  name: string;
  /** Position of its content, and behind it. */
  start: number;
  end: number;
}

/** Boxes of one parent that are looked at. */
const maxBoxes = 1000;

async function boxesOf(handle: FileHandle, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = [];
  const head = Buffer.alloc(16);
  for (let position = start; position + 8 <= end && boxes.length < maxBoxes; ) {
    await handle.read(head.fill(0), 0, head.length, position);
    const size = head.readUInt32BE(0);
    const headBytes = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(head.readBigUInt64BE(8)) : size === 0 ? end - position : size;
    if (length < headBytes) break;
    const boxEnd = Math.min(end, position + length);
    boxes.push({ name: head.toString("latin1", 4, 8), start: position + headBytes, end: boxEnd });
    position = boxEnd;
  }
  return boxes;
}

/** Returns the seconds of the sound, null when its head does not tell them; undefined for a file without sound. */
export async function mp4Sound(handle: FileHandle): Promise<{ seconds: number | null; hasVideo: boolean } | undefined> {
  const boxes = await boxesOf(handle, 0, (await handle.stat()).size);
  const moov = boxes.find(({ name }) => name === "moov");
  if (!moov || !boxes.some(({ name, start, end }) => name === "mdat" && start < end)) return undefined;
  let sound: { seconds: number | null } | undefined;
  let hasVideo = false;
  for (const track of await boxesOf(handle, moov.start, moov.end)) {
    if (track.name !== "trak") continue;
    const media = (await boxesOf(handle, track.start, track.end)).find(({ name }) => name === "mdia");
    const parts = media ? await boxesOf(handle, media.start, media.end) : [];
    const read = (wanted: string) =>
      contentOf(
        handle,
        parts.find(({ name }) => name === wanted),
      );
    const handler = (await read("hdlr")).toString("latin1", 8, 12);
    if (handler === "vide") hasVideo = true;
    if (handler === "soun") sound ??= { seconds: secondsOf(await read("mdhd")) };
  }
  return sound && { ...sound, hasVideo };
}

/** Returns the first bytes of a box, filled up with zeros. */
async function contentOf(handle: FileHandle, box: Box | undefined): Promise<Buffer> {
  const bytes = Buffer.alloc(36);
  if (box) await handle.read(bytes, 0, Math.min(bytes.length, box.end - box.start), box.start);
  return bytes;
}

function secondsOf(mdhd: Buffer): number | null {
  const isLong = mdhd.readUInt8(0) === 1;
  const scale = mdhd.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(mdhd.readBigUInt64BE(24)) : mdhd.readUInt32BE(16);
  const isTold = scale > 0 && duration > 0 && duration !== (isLong ? 2 ** 64 : 2 ** 32 - 1);
  return isTold ? duration / scale : null;
}
