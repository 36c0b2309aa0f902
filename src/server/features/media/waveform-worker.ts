/**
 * A process of its own that decodes one audio file and prints its loudness as JSON: `node waveform-worker.ts FILE`.
 * Decoding is heavy and eats whole seconds; here it can neither hold up the server nor fill its memory.
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

/** Freely licensed decoders; the one for AAC is not, so M4A keeps the drawn wave. */
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
  const take = ({ channelData, sampleRate }: Audio) => meter.add(channelData, sampleRate);
  for await (const chunk of createReadStream(file)) take(await decoder.decode(chunk as Buffer));
  if (decoder.flush) take(await decoder.flush());
  decoder.free();
}
process.stdout.write(JSON.stringify(meter.slices(96)));
