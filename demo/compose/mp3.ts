/** MP3 files: encoding, the header that tells a VBR file's length, and tags. */
import NodeId3 from "node-id3";
import { createMp3Encoder } from "wasm-media-encoders";
import { SAMPLE_RATE } from "./dsp.ts";

/** Bitrates in kbit/s of layer III by their index, for MPEG-1 and for MPEG-2 (sample rates of 24 kHz and less). */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/** An encoded stream: its frames' starts (and the end), samples in a frame, and sample rate. */
type Stream = { data: Buffer; bounds: number[]; frameSamples: number; sampleRate: number };

/** The ID3 tags of a file. */
export type Tags = { title: string; artist: string; genre: string; comment: string; lyrics: string };

/** Finds the frames of a bare layer III stream. */
function readStream(data: Buffer): Stream {
  const first = data.readUInt8(1) & 0x08;
  const rates = first ? [44100, 48000, 32000] : [22050, 24000, 16000];
  const sampleRate = rates[(data.readUInt8(2) >> 2) & 3] ?? 0;
  const frameSamples = first ? 1152 : 576;
  const bounds: number[] = [];
  let at = 0;
  while (at + 4 <= data.length) {
    if (data.readUInt16BE(at) >> 4 !== 0xfff) throw new Error(`No MP3 frame at byte ${at}`);
    const flags = data.readUInt8(at + 2);
    const bitrate = BITRATES[first ? 0 : 1]?.[flags >> 4] ?? 0;
    bounds.push(at);
    at += Math.floor((frameSamples * 125 * bitrate) / sampleRate) + ((flags >> 1) & 1);
  }
  return { data, bounds: [...bounds, data.length], frameSamples, sampleRate };
}

/**
 * Puts a Xing frame (frame count, byte count, table of a hundred seek points,
 * quality) before a VBR stream. The encoder leaves it out, and players need it to know
 * the length and to seek.
 */
function withXingFrame({ data, bounds, frameSamples, sampleRate }: Stream, quality: number): Buffer {
  const count = bounds.length - 1;
  const bitrateIndex = 8;
  const bitrate = BITRATES[frameSamples === 1152 ? 0 : 1]?.[bitrateIndex] ?? 0;
  const frame = Buffer.alloc(Math.floor((frameSamples * 125 * bitrate) / sampleRate));
  data.copy(frame, 0, 0, 4);
  frame.writeUInt8((bitrateIndex << 4) | (data.readUInt8(2) & 0x0c), 2);
  const mono = data.readUInt8(3) >> 6 === 3;
  const sideInfo = frameSamples === 1152 ? (mono ? 17 : 32) : mono ? 9 : 17;
  let at = 4 + sideInfo;
  at += frame.write("Xing", at, "latin1");
  const size = frame.length + data.length;
  for (const value of [15, count, size]) at = frame.writeUInt32BE(value, at);
  for (let percent = 0; percent < 100; percent++) {
    const byte = frame.length + (bounds[Math.floor((percent * count) / 100)] ?? 0);
    frame.writeUInt8(Math.min(255, Math.floor((byte * 256) / size)), at + percent);
  }
  frame.writeUInt32BE(Math.round(100 - quality * 10), at + 100);
  return Buffer.concat([frame, data]);
}

/** An encoded song: the file's bytes, its length in seconds, mean bitrate in kbit/s and number of channels. */
export type Encoded = { data: Buffer; seconds: number; bitrate: number; channels: 1 | 2 };

/**
 * Encodes one or two channels as VBR. `quality` is LAME's, 0 (best) to 9.99,
 * which also sets the bandwidth; `outputRate` is the file's sample rate.
 */
export async function encodeMp3(samples: Float32Array[], quality: number, outputRate: 24000 | 32000): Promise<Encoded> {
  const channels = samples.length === 1 ? 1 : 2;
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: SAMPLE_RATE, channels, vbrQuality: quality, outputSampleRate: outputRate });
  const body = Buffer.from(encoder.encode(samples));
  const stream = readStream(Buffer.concat([body, Buffer.from(encoder.finalize())]));
  const data = withXingFrame(stream, quality);
  const seconds = ((stream.bounds.length - 1) * stream.frameSamples) / stream.sampleRate;
  return { data, seconds, bitrate: (data.length * 8) / seconds / 1000, channels };
}

/** Puts ID3v2 tags before the sound. */
export function withTags(data: Buffer, tags: Tags): Buffer {
  const { title, artist, genre, comment, lyrics } = tags;
  const header = NodeId3.create({
    title,
    artist,
    genre,
    comment: { language: "vie", text: comment },
    unsynchronisedLyrics: { language: "vie", text: lyrics },
  });
  return Buffer.concat([header, data]);
}
