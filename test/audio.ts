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
