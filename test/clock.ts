/** The clock of tests in which no time must pass. */
import { onTestFinished, vi } from "vitest";

/** Stops `Date` until the test ends; timers go on. @param now milliseconds. */
export function stopClock(now = Date.now()): void {
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
}
