/** Versions of records, by which a save tells that somebody else has saved since (docs/rooms/back-office.md#forms). */
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/** In replies to the back office, and in no others: another one when a field that can be changed has another value. */
export const Version = z.string().optional();

/**
 * In the body of a change: the version of the record that the change was made in. When the record has another one by now, nothing is saved,
 * and the 409 holds the record as it is. Without a version the last save wins.
 */
export const SeenVersion = z.string("Phiên bản không hợp lệ").max(100, "Phiên bản không hợp lệ").optional();

/** Whether the changes of an endpoint may name the version that they were made in. */
export function isVersioned({ body }: Endpoint): boolean {
  return body instanceof z.ZodObject && "version" in body.shape;
}
