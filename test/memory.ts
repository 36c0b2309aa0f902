/** How much memory a piece of work holds, whatever the machine: what is garbage does not count. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of objects and buffers that are still referred to. */
function held(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * The most bytes that `work` holds at once beyond those held before, as far as frequent looks tell; looking takes a quarter of
 * the time.
 */
export async function mostHeld(work: () => Promise<unknown>): Promise<number> {
  const before = held();
  let most = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const started = performance.now();
    most = Math.max(most, held() - before);
    timer = setTimeout(look, 3 * (performance.now() - started));
  };
  look();
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
  return most;
}
