/** Links to stored files that play for half a day: an expiry and a signature in the query. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** How long a link lives at least, in milliseconds. */
export const linkLifeMs = 12 * 60 * 60_000;
/** Expiry is rounded up to this many seconds, so that repeated reads give the same address and browsers keep the file. */
const roundSeconds = 60 * 60;

export interface LinkSigner {
  /** The link of a stored file's path; a path has one link in each hour. @param now milliseconds. */
  sign(path: string, now?: number): string;
  /** Whether the query of a request for this path holds an unexpired signature of ours. @param now milliseconds. */
  verify(path: string, query: { expires?: unknown; signature?: unknown }, now?: number): boolean;
}

export function createLinkSigner(key: Buffer): LinkSigner {
  const signature = (path: string, expires: string) =>
    createHmac("sha256", key).update(`media\n${path}\n${expires}`).digest("base64url");

  return {
    sign(path, now = Date.now()) {
      const expires = String(Math.ceil((now + linkLifeMs) / 1000 / roundSeconds) * roundSeconds);
      return `${path}?expires=${expires}&signature=${signature(path, expires)}`;
    },
    verify(path, { expires, signature: given }, now = Date.now()) {
      if (typeof expires !== "string" || typeof given !== "string" || !/^\d{1,12}$/.test(expires)) return false;
      if (Number(expires) * 1000 <= now) return false;
      const right = Buffer.from(signature(path, expires));
      const sent = Buffer.from(given);
      return right.length === sent.length && timingSafeEqual(right, sent);
    },
  };
}
