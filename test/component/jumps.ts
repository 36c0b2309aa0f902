/** Where a song is moved to: while it plays, a busy test may look too late. */
import { onTestFinished } from "vitest";

/** Returns the seconds to which the page's song is moved from now on, oldest first. */
export function watchJumps(): readonly number[] {
  const jumps: number[] = [];
  const watch = (event: Event) => jumps.push((event.target as HTMLAudioElement).currentTime);
  document.addEventListener("seeking", watch, { capture: true });
  onTestFinished(() => document.removeEventListener("seeking", watch, { capture: true }));
  return jumps;
}
