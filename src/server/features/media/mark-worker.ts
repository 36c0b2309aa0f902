/**
 * A process of its own that adds a line to the comment of one audio file: `node mark-worker.ts FILE LINE`. Tags often stand
 * before the sound, which then moves: seconds of work for a large file, in which the server could answer nobody.
 */
import { TagLib } from "taglib-wasm";

// Who is told to stop finishes the file in hand, and Ctrl-C tells this process too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const [file = "", line = ""] = process.argv.slice(2);
// This build reads and writes the file in place and never holds it whole.
const taglib = await TagLib.initialize({ forceWasmType: "wasi" });
const audio = await taglib.open(file);
const tag = audio.tag();
tag.setComment(tag.comment ? `${tag.comment}\n${line}` : line);
await audio.saveToFile();
