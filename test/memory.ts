/** Measures the memory that a task holds, without garbage. */
import { type FileHandle, open } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of objects and buffers that are still referred to. */
function held(): number {
  // Buffers found to be garbage are given back by the time the next collection begins.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Bytes written to files between two looks. */
const lookBytes = 4_000_000;

/** The most bytes that `work` holds at once beyond those held before, looked at as it writes files and in between. */
export async function mostHeld(work: () => Promise<unknown>): Promise<number> {
  const before = held();
  let most = 0;
  let written = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    clearTimeout(timer);
    const started = performance.now();
    most = Math.max(most, held() - before);
    written = 0;
    timer = setTimeout(look, 3 * (performance.now() - started));
  };
  const handle = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { write } = handles;
  // Not a spy of vitest, which would hold the arguments.
  handles.write = function (this: FileHandle, ...args: unknown[]) {
    written += (args[0] as Buffer).byteLength;
    if (written >= lookBytes) look();
    return (write as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof write;
  look();
  try {
    await work();
  } finally {
    clearTimeout(timer);
    handles.write = write;
  }
  return most;
}
