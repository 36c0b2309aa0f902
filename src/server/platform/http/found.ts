/** Rows that a request names. */
import { ApiError } from "#contract/errors.ts";

/**
 * Returns what a search finds.
 * @param message in Vietnamese, for the caller @throws ApiError `not_found`
 */
export async function findOrThrow<T>(search: Promise<T | undefined>, message: string): Promise<T> {
  const found = await search;
  if (found === undefined) throw new ApiError("not_found", message);
  return found;
}
