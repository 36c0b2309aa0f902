/** Small real audio for tests. */
import { readFileSync } from "node:fs";

/** A file of `test/fixtures/audio`. */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/audio/${name}`, import.meta.url));
}

/**
 * A WAV file of silence, 8-bit mono at 8 kHz.
 * @param seed makes its content differ from that of other seeds.
 */
export function wav(seconds: number, seed = 0): Buffer {
  const samples = Math.round(seconds * 8000);
  const file = Buffer.alloc(44 + samples, 128);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(8000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples, 40);
  if (seed > 0) file.writeUInt32LE(seed, 44);
  return file;
}

/**
 * A WAV file with a tone of 300 Hz, and a loud one of 600 Hz between two times, 16-bit mono at 8 kHz.
 * @param loud seconds at which the loud part begins and ends
 */
export function toneWav(seconds: number, [from, to]: readonly [number, number]): Buffer {
  const rate = 8000;
  const data = Buffer.alloc(2 * seconds * rate);
  for (let i = 0; i < seconds * rate; i++) {
    const at = i / rate;
    const isLoud = at >= from && at < to;
    data.writeInt16LE(Math.round(Math.sin(2 * Math.PI * (isLoud ? 600 : 300) * at) * (isLoud ? 20_000 : 1000)), 2 * i);
  }
  const head = wav(0);
  head.writeUInt32LE(36 + data.length, 4);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
