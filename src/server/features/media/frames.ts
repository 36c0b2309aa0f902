/** Counts the frames of a stream by their headers, as a decoder finds them. */
import type { FileHandle } from "node:fs/promises";

export interface Frame {
  /** Bytes with the header. */
  length: number;
  /** 0 for a frame without sound. */
  seconds: number;
}

/** Returns the frame that begins at a position; undefined when there is no frame header. */
export type FrameReader = (bytes: Buffer, at: number) => Frame | undefined;

const windowBytes = 1024 * 1024;
/** Longer than any frame of MP3 and ADTS. */
const maxFrameBytes = 8192;

/** True when consecutive frames begin at a position. @param count so many do not occur by chance. */
export function isChain(bytes: Buffer, start: number, read: FrameReader, count = 4): boolean {
  let position = start;
  for (let i = 0; i < count; i++) {
    const frame = read(bytes, position);
    if (!frame) return false;
    position += frame.length;
  }
  return true;
}

/** Returns the seconds of all whole frames from a position on; what stands between them is skipped. */
export async function secondsOfFrames(handle: FileHandle, start: number, read: FrameReader): Promise<number> {
  const window = Buffer.alloc(windowBytes);
  let seconds = 0;
  let position = start;
  let isInStep = false;
  for (;;) {
    const { bytesRead } = await handle.read(window, 0, windowBytes, position);
    const bytes = window.subarray(0, bytesRead);
    const end = bytesRead < windowBytes ? bytesRead : bytesRead - 2 * maxFrameBytes;
    let at = 0;
    while (at < end) {
      const frame = read(bytes, at);
      const next = frame ? at + frame.length : 0;
      if (frame && next <= bytesRead && (isInStep || next === bytesRead || read(bytes, next))) {
        isInStep = true;
        seconds += frame.seconds;
        at = next;
      } else {
        isInStep = false;
        const sync = bytes.indexOf(0xff, at + 1);
        at = sync === -1 ? bytesRead : sync;
      }
    }
    if (end === bytesRead) return seconds;
    position += at;
  }
}
