/**
 * Child process that adds a line to the comment of audio files, one at a time. Tags often precede the audio data, which must
 * then be moved: this takes seconds for a large file and would block the server's event loop.
 */
import { TagLib } from "taglib-wasm";

/** The message to the process; it replies with an error message, or an empty text. */
export interface Task {
  file: string;
  line: string;
}

// Ctrl-C also signals this process, which must finish its file for the server that is stopping.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

// The WASI build reads and writes the file in place without holding it in memory.
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
