/** Versions of records, by which a save tells that somebody else has saved since (docs/rooms/back-office.md#forms). */
import { createHash } from "node:crypto";
import type { z } from "zod";
import { ApiError, isApiError } from "#contract/errors.ts";

/**
 * Returns the version of a record.
 * @param change the body of its changes: each of its fields counts, but the version that was seen
 */
export function versionOf<S extends z.ZodObject>(
  change: S,
  record: Readonly<Record<Exclude<keyof S["shape"], "version">, unknown>>,
): string {
  const names = Object.keys(change.shape).filter((name) => name !== "version") as (keyof typeof record)[];
  const fields = names.map((name) => record[name]);
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url").slice(0, 16);
}

/** Returns the 409 of a change that was made in an older version; `withCurrent` adds the record. */
export function staleError(message: string, changedBy: string | undefined): ApiError {
  return new ApiError("conflict", message, undefined, undefined, undefined, { current: undefined, changedBy });
}

/** Runs a change of a record, and adds the record as it is to the 409 of one that was made in an older version. */
export async function withCurrent<T>(read: () => Promise<T>, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isApiError(error) || !error.stale) throw error;
    const { code, detail, stale } = error;
    throw new ApiError(code, detail, undefined, undefined, undefined, { ...stale, current: await read() });
  }
}
