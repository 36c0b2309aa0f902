/** Whether object storage takes new files. */
import type { Logger } from "pino";
import { ApiError } from "#contract/errors.ts";
import { type Bucket, failureOf, type Storage, unreadableMessage } from "#server/features/storage/storage.service.ts";

/** Milliseconds that a successful check of the bucket is valid. */
const checkMs = 60_000;
const maxCheckMs = 8_000;

/** Returns `uploadTarget`. */
export function createUploadTarget(storage: Pick<Storage, "current">, log: Pick<Logger, "warn">) {
  let checkedUntil = 0;
  let checkedBucket: Bucket | undefined;

  /**
   * Returns a check that object storage accepts new files; undefined when new files stay on the disk.
   * @throws ApiError `unavailable` for unreadable keys, also by the check when a bucket fails.
   */
  return async function uploadTarget(): Promise<{ ready(): Promise<void> } | undefined> {
    const current = await storage.current();
    if (current.state === "off") return undefined;
    if (current.state === "unreadable") throw new ApiError("unavailable", unreadableMessage);
    const { bucket, privateBucket } = current;
    return {
      async ready() {
        if (checkedBucket === bucket && Date.now() < checkedUntil) return;
        try {
          const signal = AbortSignal.timeout(maxCheckMs);
          await Promise.all([bucket.probe(signal), privateBucket?.probe(signal)]);
          checkedBucket = bucket;
          checkedUntil = Date.now() + checkMs;
        } catch (err) {
          log.warn({ err }, "object storage does not take files");
          throw unavailable(err);
        }
      },
    };
  };
}

export function unavailable(error: unknown): ApiError {
  const { message } = failureOf(error);
  return new ApiError("unavailable", `Kho lưu trữ file không dùng được lúc này: ${message}. Vui lòng thử lại sau.`);
}
