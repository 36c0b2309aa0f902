/** AAC as a stream of ADTS frames (ISO/IEC 13818-7). */
import type { Frame } from "./frames.ts";

const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];
const headerBytes = 7;

export function adtsFrame(bytes: Buffer, at: number): Frame | undefined {
  if (at + headerBytes > bytes.length) return undefined;
  // 12 bits of sync, 1 bit version, 2 bits layer that are 0.
  if ((bytes.readUInt16BE(at) & 0xfff6) !== 0xfff0) return undefined;
  const sampleRate = sampleRates[(bytes.readUInt8(at + 2) >>> 2) & 15];
  const length = (bytes.readUIntBE(at + 3, 3) >>> 5) & 0x1fff;
  if (sampleRate === undefined || length <= headerBytes) return undefined;
  const blocks = (bytes.readUInt8(at + 6) & 3) + 1;
  return { length, seconds: (1024 * blocks) / sampleRate };
}
