/** Consents of customers, as the catalogue needs them. */
import type { Db } from "#server/platform/db/schema.ts";
import { requestsRepository } from "./requests.repository.ts";

/** True for a song of the library that was made of a request without consent. */
export function isSongWithheld(from: Db, songId: number): Promise<boolean> {
  return requestsRepository(from).isSongWithheld(songId);
}
