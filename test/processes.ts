/** Processes that a test began. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Kills those that still run and waits until they are gone; the list is empty then. */
export async function killAll(processes: ChildProcess[]): Promise<void> {
  for (const child of processes.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}
