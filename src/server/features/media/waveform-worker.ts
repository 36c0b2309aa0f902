/**
 * Child process that decodes one audio file and prints its loudness as JSON: `node waveform-worker.ts FILE`. Decoding takes
 * seconds; in its own process it neither blocks the server nor uses the server's memory.
 */
import { createReadStream } from "node:fs";
import path from "node:path";
import { createLoudnessMeter } from "./loudness.ts";

interface Audio {
  channelData: Float32Array[];
  sampleRate: number;
}
interface Decoder {
  decode(chunk: Uint8Array): Audio | Promise<Audio>;
  flush?(): Audio | Promise<Audio>;
  free(): void;
}

/** Freely licensed decoders. There is none for AAC, so M4A has no measured curve. */
const decoders: Record<string, () => Promise<{ decoder: (...options: never[]) => Decoder | Promise<Decoder> }>> = {
  mp3: () => import("@audio/decode-mp3"),
  flac: () => import("@audio/decode-flac"),
  ogg: () => import("@audio/decode-vorbis"),
  opus: () => import("@audio/decode-opus"),
  wav: () => import("@audio/decode-wav"),
};

const [file = ""] = process.argv.slice(2);
const load = decoders[path.extname(file).slice(1)];
const meter = createLoudnessMeter();
if (load) {
  const decoder = await (await load()).decoder();
  const add = ({ channelData, sampleRate }: Audio) => meter.add(channelData, sampleRate);
  for await (const chunk of createReadStream(file)) add(await decoder.decode(chunk as Buffer));
  if (decoder.flush) add(await decoder.flush());
  decoder.free();
}
process.stdout.write(JSON.stringify(meter.slices(96)));
