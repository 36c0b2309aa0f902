/**
 * A clock for the page's timers that stands still until a test moves it. Vitest's own fake timers run on while an assertion is
 * retried, so that nothing could be said of what has not happened yet.
 */
import { onTestFinished } from "vitest";
import { rested } from "./visitor.ts";

interface Timer {
  due: number;
  /** Milliseconds between calls; undefined for a single one. */
  every: number | undefined;
  call: () => void;
}

const timers = new Map<number, Timer>();
let now = 0;
let lastId = 0;

/** Stops the timers that are started from here on; they move by `passTime` alone, until the test ends. */
export function stopClock(): void {
  const real = { setTimeout, clearTimeout, setInterval, clearInterval };
  timers.clear();
  const start = (call: () => void, wait: number, every?: number) => {
    lastId += 1;
    timers.set(lastId, { due: now + wait, every, call });
    return lastId;
  };
  Object.assign(globalThis, {
    setTimeout: (call: (...args: unknown[]) => void, wait = 0, ...args: unknown[]) => start(() => call(...args), wait),
    setInterval: (call: () => void, wait = 0) => start(call, wait, wait),
    clearTimeout: (id: number) => void timers.delete(id),
    clearInterval: (id: number) => void timers.delete(id),
  });
  onTestFinished(() => void Object.assign(globalThis, real));
}

/** Lets milliseconds pass, with all that becomes due meanwhile and what follows from it. */
export async function passTime(milliseconds: number): Promise<void> {
  const end = now + milliseconds;
  for (;;) {
    const [next] = [...timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
    if (!next) break;
    const [id, timer] = next;
    now = timer.due;
    if (timer.every === undefined) timers.delete(id);
    else timer.due += Math.max(1, timer.every);
    timer.call();
    await rested();
  }
  now = end;
  await rested();
}
