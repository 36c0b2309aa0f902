/** Back-off after a bucket was unreachable: its messages wait, so that the worker gets to others and none counts an attempt. */
import { type FailureCause, StorageFailure } from "#server/features/storage/storage.service.ts";
import { PostponeError } from "#server/platform/outbox.ts";

const backoffReasons: readonly FailureCause[] = ["unreachable", "timeout", "dns", "tls", "service"];

/** Returns `withBackoff`. @param restMs milliseconds of a back-off */
export function createBackoff(restMs: number) {
  let backoff: { until: number; reason: FailureCause } | undefined;

  /** Runs a task of the outbox. @throws PostponeError at once while a back-off lasts. */
  return async function withBackoff(task: () => Promise<unknown>): Promise<void> {
    if (backoff && Date.now() < backoff.until) throw new PostponeError(new Date(backoff.until), backoff.reason);
    backoff = undefined;
    try {
      await task();
    } catch (error) {
      if (error instanceof StorageFailure && backoffReasons.includes(error.reason)) {
        backoff = { until: Date.now() + restMs, reason: error.reason };
      }
      throw error;
    }
  };
}
