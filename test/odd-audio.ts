/** Audio files that play, with oddities as other programs write them. */
import { fixture, wav } from "./audio.ts";
import { mp3Frames, synchsafe } from "./hostile-audio.ts";

function uint32(value: number, order: "BE" | "LE" = "BE"): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === "BE") bytes.writeUInt32BE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
}

/** An ID3 tag. @param frames content by name */
function id3(version: 2 | 3 | 4, frames: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const content = Buffer.concat(
    frames.flatMap(([name, bytes]) => {
      const size = version === 4 ? synchsafe(bytes.length) : uint32(bytes.length);
      return [
        Buffer.from(name, "latin1"),
        version === 2 ? size.subarray(1) : size,
        Buffer.alloc(version === 2 ? 0 : 2),
        bytes,
      ];
    }),
  );
  return Buffer.concat([
    Buffer.from(`ID3${String.fromCharCode(version)}\0\0`, "latin1"),
    synchsafe(content.length),
    content,
  ]);
}

const latin1 = (text: string) => Buffer.from(`\0${text}`, "latin1");

/** An MP3 with text frames. @param texts by the name of their frame; as bytes where a program mistook the encoding */
export function mp3With(version: 2 | 3 | 4, texts: Readonly<Record<string, string | Buffer>>): Buffer {
  const frames = Object.entries(texts).map(
    ([name, text]) =>
      [name, typeof text === "string" ? utf16Frame(text) : Buffer.concat([Buffer.of(0), text])] as const,
  );
  return Buffer.concat([id3(version, frames), mp3Frames()]);
}

function utf16Frame(text: string): Buffer {
  return Buffer.concat([Buffer.of(1, 0xff, 0xfe), Buffer.from(text, "utf16le")]);
}

/** An MP3 with unsynchronised lyrics in ID3v2.2, whose lines end as on old Macs. */
export function mp3WithOldLyrics(text: string): Buffer {
  return Buffer.concat([id3(2, [["ULT", latin1(`eng\0${text}`)]]), mp3Frames()]);
}

/** Silent frames of MPEG-2 Layer III at 22,050 Hz, mono, without a head that tells their number. @param frames by their bitrates in kbit/s */
export function mp3OfBitrates(...frames: readonly [kbits: 8 | 64, count: number][]): Buffer {
  return Buffer.concat(
    frames.flatMap(([kbits, count]) => {
      const frame = Buffer.alloc(Math.floor((72_000 * kbits) / 22_050));
      frame.writeUInt32BE(kbits === 8 ? 0xfff310c4 : 0xfff380c4);
      return Array.from({ length: count }, () => frame);
    }),
  );
}

/** An MP3 before an APE tag whose head claims more items than there are. */
export function mp3WithBrokenApe(): Buffer {
  const foot = Buffer.alloc(32);
  foot.write("APETAGEX");
  foot.writeUInt32LE(2000, 8);
  foot.writeUInt32LE(40, 12);
  foot.writeUInt32LE(1000, 16);
  return Buffer.concat([mp3Frames(), Buffer.alloc(8, 0xee), foot]);
}

/** ADTS frames without sound, of 16 bytes at 8 kHz: 0.128 s each. */
export function adtsOf(frames: number): Buffer {
  return Buffer.alloc(16 * frames, Buffer.concat([Buffer.from("fff16c40021ffc", "hex"), Buffer.alloc(9)]));
}

/** Replaces bytes of a copy. */
function patched(file: Buffer, at: number, bytes: Buffer): Buffer {
  const copy = Buffer.from(file);
  bytes.copy(copy, at);
  return copy;
}

/** An M4A whose description of the sound tells no sample rate. */
export function m4aWithoutRate(): Buffer {
  const file = fixture("tagged.m4a");
  return patched(file, file.indexOf("mp4a") + 28, Buffer.alloc(4));
}

/** An M4A whose first tag is longer than the box around it. */
export function m4aWithBrokenTag(): Buffer {
  const file = fixture("tagged.m4a");
  return patched(file, file.indexOf("\u00a9nam", 0, "latin1") + 4, uint32(0x7fffffff));
}

/** An M4A with a tag of its own for each artist. */
export function m4aWithArtists(...artists: readonly string[]): Buffer {
  const file = fixture("tagged.m4a");
  const box = (name: string, content: Buffer) =>
    Buffer.concat([uint32(8 + content.length), Buffer.from(name, "latin1"), content]);
  const tag = (name: string) => box("\u00a9ART", box("data", Buffer.concat([uint32(1), uint32(0), Buffer.from(name)])));
  const added = Buffer.concat(artists.map(tag));
  const old = file.indexOf("\u00a9ART", 0, "latin1") - 4;
  const oldBytes = file.readUInt32BE(old);
  const whole = Buffer.concat([file.subarray(0, old), added, file.subarray(old + oldBytes)]);
  for (const name of ["moov", "udta", "meta", "ilst"]) {
    const at = whole.indexOf(name) - 4;
    whole.writeUInt32BE(whole.readUInt32BE(at) + added.length - oldBytes, at);
  }
  return whole;
}

/** A second of WAV with another chunk before its sound. */
function wavWithChunk(name: string, content: Buffer): Buffer {
  const file = wav(1);
  const at = file.indexOf("data");
  const padding = Buffer.alloc(content.length % 2);
  const chunk = Buffer.concat([Buffer.from(name), uint32(content.length, "LE"), content, padding]);
  const whole = Buffer.concat([file.subarray(0, at), chunk, file.subarray(at)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** A second of WAV whose list of tags has an odd length, padded as RIFF says. */
export const wavWithOddList = () => wavWithChunk("LIST", Buffer.from("INFOISFT\x0b\0\0\0Lavf56.15.1"));
/** A second of WAV whose `fact` claims a quarter of its samples. */
export const wavWithWrongFact = () => wavWithChunk("fact", uint32(2000, "LE"));
/** A second of WAV with a chunk of tags that is none. */
export const wavWithBrokenId3 = () => wavWithChunk("id3 ", Buffer.from("no ID3 at all, "));

/** A second of WAV as written while its length was not known, or of the kind for more than 4 GB. */
export function rf64(): Buffer {
  const file = wav(1);
  const samples = file.length - 44;
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(file.length + 28), 0);
  sizes.writeBigUInt64LE(BigInt(samples), 8);
  const whole = Buffer.concat([
    Buffer.from("RF64"),
    uint32(0xffffffff, "LE"),
    Buffer.from("WAVEds64"),
    uint32(28, "LE"),
    sizes,
    file.subarray(12),
  ]);
  whole.writeUInt32LE(0xffffffff, whole.indexOf("data") + 4);
  return whole;
}

/** A WAV file of a quarter of a millisecond: 20 samples of a byte at 80 kHz. */
export function shortestWav(): Buffer {
  const file = wav(20 / 8000);
  file.writeUInt32LE(80_000, 24);
  file.writeUInt32LE(80_000, 28);
  return file;
}

/** The comments of Vorbis and FLAC. */
function comments(...texts: readonly string[]): Buffer {
  const all = texts.map((text) => Buffer.from(text));
  return Buffer.concat([
    uint32(0, "LE"),
    uint32(all.length, "LE"),
    ...all.flatMap((text) => [uint32(text.length, "LE"), text]),
  ]);
}

/** The blocks of the fixture's head with these comments in place of all others, and its frames. */
function flacParts(...texts: readonly string[]): { info: Buffer; comments: Buffer; frames: Buffer } {
  const file = fixture("tagged.flac");
  let end = 4;
  for (let isLast = false; !isLast; ) {
    isLast = file.readUInt8(end) >= 0x80;
    end += 4 + file.readUIntBE(end + 1, 3);
  }
  const content = comments(...texts);
  const head = uint32(content.length);
  head.writeUInt8(0x84);
  return { info: file.subarray(4, 42), comments: Buffer.concat([head, content]), frames: file.subarray(end) };
}

/** A FLAC file with these comments. */
export function flacWith(...texts: readonly string[]): Buffer {
  const parts = flacParts(...texts);
  return Buffer.concat([Buffer.from("fLaC"), parts.info, parts.comments, parts.frames]);
}

/** A FLAC file whose head does not tell the number of samples. */
export function flacWithoutLength(): Buffer {
  const file = flacWith();
  return patched(file, 8 + 13, Buffer.of(file.readUInt8(8 + 13) & 0xf0, 0, 0, 0, 0));
}

/** A FLAC file behind an ID3 tag that is longer than what a reader of types looks at. */
export function flacBehindId3(...texts: readonly string[]): Buffer {
  return Buffer.concat([id3(4, [["TXXX", latin1(`note\0${" ".repeat(6000)}`)]]), flacWith(...texts)]);
}

interface OggPage {
  packets: readonly Buffer[];
  granule: number;
}

/** An Ogg file. A packet that is longer than a page goes on in the next one. */
function ogg(pages: readonly OggPage[], serial = 1): Buffer {
  let number = 0;
  const all = pages.flatMap(({ packets, granule }, place) => {
    const table = packets.flatMap(({ length }) => [
      ...Array.from({ length: Math.floor(length / 255) }, () => 255),
      length % 255,
    ]);
    const content = Buffer.concat(packets);
    const parts: Buffer[] = [];
    for (let at = 0, start = 0; at < table.length; at += 255) {
      const part = table.slice(at, at + 255);
      const bytes = part.reduce((sum, each) => sum + each, 0);
      const isLast = at + 255 >= table.length;
      const head = Buffer.alloc(27);
      head.write("OggS");
      head.writeUInt8((at > 0 ? 1 : 0) | (number === 0 ? 2 : 0) | (isLast && place === pages.length - 1 ? 4 : 0), 5);
      head.writeBigInt64LE(isLast ? BigInt(granule) : -1n, 6);
      head.writeUInt32LE(serial, 14);
      head.writeUInt32LE(number++, 18);
      head.writeUInt8(part.length, 26);
      const page = Buffer.concat([head, Buffer.from(part), content.subarray(start, start + bytes)]);
      page.writeUInt32LE(oggCrc(page), 22);
      parts.push(page);
      start += bytes;
    }
    return parts;
  });
  return Buffer.concat(all);
}

function oggCrc(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let i = 0; i < 8; i++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

/** The pages of a fixture, each with whole packets. */
function pagesOf(name: "tagged.ogg" | "tagged.opus"): OggPage[] {
  const file = fixture(name);
  const pages: OggPage[] = [];
  for (let at = 0; at < file.length; ) {
    const table = file.subarray(at + 27, at + 27 + file.readUInt8(at + 26));
    const granule = Number(file.readBigInt64LE(at + 6));
    const packets: Buffer[] = [];
    at += 27 + table.length;
    let start = at;
    for (const length of table) {
      at += length;
      if (length === 255) continue;
      packets.push(file.subarray(start, at));
      start = at;
    }
    pages.push({ packets, granule });
  }
  return pages;
}

/** Vorbis with other comments. @param content replaces the comments as they are written */
function vorbisWithPacket(content: Buffer): Buffer {
  const [head, setup, ...sound] = pagesOf("tagged.ogg");
  const packet = Buffer.concat([Buffer.from("\x03vorbis"), content, Buffer.of(1)]);
  return ogg(
    [head, { packets: [packet, ...(setup?.packets.slice(1) ?? [])], granule: 0 }, ...sound].filter(
      (page) => page !== undefined,
    ),
  );
}

/** Vorbis with these comments. */
export const oggWith = (...texts: readonly string[]) => vorbisWithPacket(comments(...texts));
/** Vorbis whose comments claim to be longer than they are. */
export const oggWithBrokenComments = () => vorbisWithPacket(uint32(0x7fffffff, "LE"));

/** Vorbis or Opus that was cut out of a stream of many hours. */
export function oggOfStream(name: "tagged.ogg" | "tagged.opus", rate: number): Buffer {
  const start = 20 * 3600 * rate;
  return ogg(pagesOf(name).map(({ packets, granule }) => ({ packets, granule: granule && start + granule })));
}

/** Vorbis of as many pages as a long song has: with a short one for each packet. */
export function oggOfManyPages(): Buffer {
  return ogg(
    pagesOf("tagged.ogg").flatMap(({ packets, granule }) =>
      granule === 0 ? [{ packets, granule }] : packets.map((packet) => ({ packets: [packet], granule })),
    ),
  );
}

/** FLAC in Ogg, whose comments take more than one page. */
export function oggFlacWith(...texts: readonly string[]): Buffer {
  const { info, comments: block, frames } = flacParts(...texts, `NOTE=${"ghi chú ".repeat(12_000)}`);
  const head = Buffer.concat([Buffer.from("\x7fFLAC\x01\0\0\x01fLaC", "latin1"), info]);
  return ogg([
    { packets: [head], granule: 0 },
    { packets: [block], granule: 0 },
    { packets: [frames], granule: 0.3 * 16_000 },
  ]);
}
