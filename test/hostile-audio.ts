/** Audio files that cost much more to read than they weigh. */
import { fixture, wav } from "./audio.ts";

/** Four times seven bits, as sizes are written in ID3. */
export function synchsafe(size: number): Buffer {
  return Buffer.from([(size >>> 21) & 0x7f, (size >>> 14) & 0x7f, (size >>> 7) & 0x7f, size & 0x7f]);
}

/** An ID3v2.4 tag. */
function id3(...frames: Buffer[]): Buffer {
  const content = Buffer.concat(frames);
  return Buffer.concat([Buffer.from("ID3\x04\0\0", "latin1"), synchsafe(content.length), content]);
}

function frame(id: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id), synchsafe(content.length), Buffer.alloc(2), content]);
}

const latin1 = 0;

/** An MP3 whose title has this many letters. */
export function mp3WithTitle(letters: number): Buffer {
  return Buffer.concat([id3(frame("TIT2", Buffer.alloc(1 + letters, "a").fill(latin1, 0, 1))), mp3Frames()]);
}

/** An MP3 whose lyrics have this many letters. */
export function mp3WithLyrics(letters: number): Buffer {
  const head = Buffer.concat([Buffer.from([latin1]), Buffer.from("vie\0")]);
  return Buffer.concat([id3(frame("USLT", Buffer.concat([head, Buffer.alloc(letters, "la la\n")]))), mp3Frames()]);
}

/** An MP3 behind this many empty ID3 tags of ten bytes. */
export function mp3BehindEmptyTags(count: number): Buffer {
  return Buffer.concat([Buffer.alloc(10 * count, id3()), mp3Frames()]);
}

export interface EmbeddedPicture {
  /** 3 for the front cover, 0 for any other. */
  type: 0 | 3;
  data: Buffer;
}

/** An MP3 with embedded pictures. */
export function mp3WithPictures(pictures: readonly EmbeddedPicture[]): Buffer {
  const frames = pictures.map(({ type, data }) =>
    frame("APIC", Buffer.concat([Buffer.from([latin1]), Buffer.from("image/jpeg\0"), Buffer.from([type, 0]), data])),
  );
  return Buffer.concat([id3(...frames), mp3Frames()]);
}

/** A FLAC file of a second with this many comments of one letter. */
export function flacWithComments(count: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(count, 4);
  const comment = Buffer.from("\x02\0\0\0a=", "latin1");
  const content = Buffer.concat([head, Buffer.alloc(count * comment.length, comment)]);
  const block = Buffer.alloc(4);
  block.writeUInt32BE(content.length);
  block.writeUInt8(0x84);
  const file = flacOfOneTone(1);
  // The first block is no longer the last one.
  file.writeUInt8(0, 4);
  const end = 8 + 34;
  return Buffer.concat([file.subarray(0, end), block, content, file.subarray(end)]);
}

/** The fixture's sound without its tag. */
export function mp3Frames(): Buffer {
  const file = fixture("tagged.mp3");
  return file.subarray(10 + file.readUInt8(8) * 128 + file.readUInt8(9));
}

/** A WAV file of one second whose header claims more. */
export function wavClaiming(seconds: number): Buffer {
  const file = wav(1);
  file.writeUInt32LE(36 + seconds * 8000, 4);
  file.writeUInt32LE(seconds * 8000, 40);
  return file;
}

/** A WAV file of a second behind this many empty chunks. */
export function wavBehindChunks(count: number): Buffer {
  const file = wav(1);
  const chunks = Buffer.alloc(8 * count, Buffer.from("junk\0\0\0\0", "latin1"));
  const whole = Buffer.concat([file.subarray(0, 12), chunks, file.subarray(12)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** A WAV file with one sample of a byte for each second. */
export function slowWav(seconds: number): Buffer {
  const file = wav(seconds / 8000);
  file.writeUInt32LE(1, 24);
  file.writeUInt32LE(1, 28);
  return file;
}

const flacBlockSize = 65_535;
/** Codes of frame headers for sample rates. */
const flacRates = { 8000: 4, 44100: 9 };

/**
 * A FLAC file of one tone: 65,535 equal samples in each frame of about 14 bytes.
 * @param claimedSeconds the length in its header.
 */
export function flacOfOneTone(
  seconds: number,
  {
    sampleRate = 44_100,
    claimedSeconds = seconds,
  }: { sampleRate?: keyof typeof flacRates; claimedSeconds?: number } = {},
): Buffer {
  const frames = Math.ceil((seconds * sampleRate) / flacBlockSize);
  const info = Buffer.alloc(34);
  info.writeUInt16BE(flacBlockSize, 0);
  info.writeUInt16BE(flacBlockSize, 2);
  // 20 bits sample rate, 3 bits channels - 1, 5 bits sample size - 1, 36 bits samples.
  info.writeBigUInt64BE((BigInt(sampleRate) << 44n) | (15n << 36n) | BigInt(claimedSeconds * sampleRate), 10);
  const head = Buffer.concat([Buffer.from("fLaC\x80\0\0\x22", "latin1"), info]);
  return Buffer.concat([head, ...Array.from({ length: frames }, (_, i) => flacFrame(i, flacRates[sampleRate]))]);
}

/** A frame with a single constant subframe. */
function flacFrame(number: number, rate: number): Buffer {
  // 16 bits of block size follow; mono, 16 bits a sample.
  const header = [0xff, 0xf8, 0x70 | rate, 0x08, ...Buffer.from(String.fromCodePoint(number)), 0xff, 0xfe];
  const content = Buffer.from([...header, crc(header, 8, 0x07), 0x00, 0x10, 0x00]);
  const end = Buffer.alloc(2);
  end.writeUInt16BE(crc(content, 16, 0x8005));
  return Buffer.concat([content, end]);
}

/** A cyclic redundancy check that begins with 0, of 8 or 16 bits. */
function crc(bytes: Iterable<number>, bits: 8 | 16, polynomial: number): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (bits - 8);
    for (let i = 0; i < 8; i++) value = (value << 1) ^ ((value >>> (bits - 1)) & 1 ? polynomial : 0);
    value &= 2 ** bits - 1;
  }
  return value;
}
