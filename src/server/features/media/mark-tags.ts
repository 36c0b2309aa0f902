/**
 * Writes the mark into the comment of an audio file. It runs in a helper process: tags often precede the audio data, which must
 * then be moved, and this takes seconds for a large file.
 */
import { TagLib } from "taglib-wasm";
import { mark } from "./ai-mark.ts";

// The WASI build reads and writes the file in place without holding it in memory.
const ready = TagLib.initialize({ forceWasmType: "wasi" });

/** Adds a line to the comment. @throws when the tags can't be written. */
export async function writeMark(file: string): Promise<void> {
  const audio = await (await ready).open(file);
  try {
    const tag = audio.tag();
    tag.setComment(tag.comment ? `${tag.comment}\n${mark}` : mark);
    await audio.saveToFile();
  } finally {
    audio.dispose();
  }
}
