/**
 * Fake timers of the page that only `passTime` advances. Vitest's fake timers advance while an assertion is retried, so that a test could
 * not check that something has not happened yet.
 */
import { onTestFinished } from "vitest";
import { settled } from "./visitor.ts";

interface Timer {
  due: number;
  /** Interval in milliseconds; undefined for a timeout. */
  every: number | undefined;
  call: () => void;
}

const timers = new Map<number, Timer>();
let now = 0;
let lastId = 0;

/** Replaces the timers that start from now on, until the test ends or calls the returned function. */
export function stopClock(): () => void {
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
  const restart = () => void Object.assign(globalThis, real);
  onTestFinished(restart);
  return restart;
}

/** Advances the clock and runs the timers that become due, with React's work before and after each. @param milliseconds */
export async function passTime(milliseconds: number): Promise<void> {
  await settled();
  const end = now + milliseconds;
  for (;;) {
    const [next] = [...timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
    if (!next) break;
    const [id, timer] = next;
    now = timer.due;
    if (timer.every === undefined) timers.delete(id);
    else timer.due += Math.max(1, timer.every);
    timer.call();
    await settled();
  }
  now = end;
  await settled();
}
