import type { KeyboardEvent } from "react";

/** Seconds. */
const arrowStep = 5;

/** Returns where a key leads on a line of time, in seconds; undefined for keys that the browser handles. */
export function seekTarget(event: KeyboardEvent, position: number, duration: number): number | undefined {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(duration, position + arrowStep);
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, position - arrowStep);
  if (key === "PageUp") return Math.min(duration, position + 3 * arrowStep);
  if (key === "PageDown") return Math.max(0, position - 3 * arrowStep);
  if (key === "Home") return 0;
  return undefined;
}
