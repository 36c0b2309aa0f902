/**
 * A process of its own that adds a line to the comments of audio files, one after the other. Tags often stand before the sound,
 * which then moves: seconds of work for a large file, in which the server could answer nobody.
 */
import { TagLib } from "taglib-wasm";

/** What it is sent; it answers with what went wrong, or an empty text. */
export interface Task {
  file: string;
  line: string;
}

// Who is told to stop finishes the file in hand, and Ctrl-C tells this process too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

// This build reads and writes the file in place and never holds it whole.
const ready = TagLib.initialize({ forceWasmType: "wasi" });

async function write({ file, line }: Task): Promise<void> {
  const audio = await (await ready).open(file);
  try {
    const tag = audio.tag();
    tag.setComment(tag.comment ? `${tag.comment}\n${line}` : line);
    await audio.saveToFile();
  } finally {
    audio.dispose();
  }
}

process.on("message", (task: Task) => {
  write(task).then(
    () => process.send?.(""),
    (error: unknown) => process.send?.(String(error)),
  );
});
