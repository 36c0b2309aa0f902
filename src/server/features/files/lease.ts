/** Leases of files, so that one process at a time moves a file. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { StorageFailure } from "#server/features/storage/storage.service.ts";
import type { filesRepository } from "./files.repository.ts";

const leaseMs = 60_000;
const maxTransferMs = 15 * 60_000;

/**
 * Returns `withLease`.
 * @param waitMs for a lease that another process holds. @param stopping aborts all tasks
 */
export function createLeases(files: ReturnType<typeof filesRepository>, waitMs: number, stopping: AbortSignal) {
  /**
   * Runs a task under the file's lease. Its signal aborts when the lease is lost and when the task takes too long.
   * @throws StorageFailure `busy` when the lease is not free within `waitMs`.
   */
  return async function withLease<T>(key: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const lease = randomBytes(12).toString("hex");
    const deadline = Date.now() + waitMs;
    while (!(await files.takeLease(key, lease, leaseMs))) {
      if (!(await files.find(key))) break;
      if (Date.now() >= deadline) throw new StorageFailure("busy");
      await pause(100);
    }
    const leaseLost = new AbortController();
    const renewal = setInterval(() => {
      files.renewLease(key, lease, leaseMs).then(
        (isHeld) => isHeld || leaseLost.abort(),
        () => {},
      );
    }, leaseMs / 3);
    try {
      return await task(AbortSignal.any([leaseLost.signal, stopping, AbortSignal.timeout(maxTransferMs)]));
    } finally {
      clearInterval(renewal);
      await files.releaseLease(key, lease);
    }
  };
}
