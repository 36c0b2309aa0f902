/** MP3 audio, whose first frame may not follow its tags directly, because of padding or a cut frame. */
import { open } from "node:fs/promises";
import { type Frame, isChain } from "./frames.ts";
import { endOfId3 } from "./tag-blocks.ts";

/** Bytes after the tags in which the first complete frame must begin. */
const searchBytes = 64 * 1024;
/** Bytes of four frames. */
const chainBytes = 4 * 1441;

const bitrates = {
  mpeg1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

/** True when consecutive MPEG Layer III frames begin near the start of the file or the end of its ID3 tags. */
export async function holdsMp3(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const start = await endOfId3(handle);
    const bytes = Buffer.alloc(searchBytes + chainBytes);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    const content = bytes.subarray(0, bytesRead);
    for (let at = content.indexOf(0xff); at !== -1 && at < searchBytes; at = content.indexOf(0xff, at + 1)) {
      if (isChain(content, at, mpegFrame)) return true;
    }
    return false;
  } finally {
    await handle.close();
  }
}

/** Layer III alone. */
export function mpegFrame(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length) return undefined;
  const header = bytes.readUInt32BE(at);
  const version = (header >>> 19) & 3;
  const layer = (header >>> 17) & 3;
  if (header >>> 21 !== 0x7ff || version === 1 || layer !== 1) return undefined;
  const isFirst = version === 3;
  const bitrate = (isFirst ? bitrates.mpeg1 : bitrates.mpeg2)[((header >>> 12) & 15) - 1];
  const sampleRate = sampleRates[(header >>> 10) & 3];
  if (bitrate === undefined || sampleRate === undefined) return undefined;
  const rate = version === 3 ? sampleRate : version === 2 ? sampleRate / 2 : sampleRate / 4;
  const length = Math.floor(((isFirst ? 144_000 : 72_000) * bitrate) / rate) + ((header >>> 9) & 1);
  const isMono = ((header >>> 6) & 3) === 3;
  const sideBytes = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const isInfo = isInfoSign(bytes, at + 4 + sideBytes) || isInfoSign(bytes, at + 36);
  return { length, seconds: isInfo ? 0 : (isFirst ? 1152 : 576) / rate };
}

/** The words `Xing`, `Info` and `VBRI` in a first frame that tells the number of the others instead of sounding. */
const infoSigns = new Set([0x58696e67, 0x496e666f, 0x56425249]);

const isInfoSign = (bytes: Buffer, at: number) => at + 4 <= bytes.length && infoSigns.has(bytes.readUInt32BE(at));
