/** Signed links to stored files, with expiry and signature in the query. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Shortest lifetime of a link in milliseconds. */
export const linkLifeMs = 12 * 60 * 60_000;
/** The expiry is rounded up to this many seconds, so that repeated reads get the same URL and browsers reuse the file. */
const roundSeconds = 60 * 60;

/** A role that files may be reserved for. */
export type Role = "staff" | "admin";

export interface LinkSigner {
  /**
   * Returns the link of a stored file's path, the same within an hour.
   * @param role of those whom the link is issued to; a link for listeners has none.
   * @param now milliseconds.
   */
  sign(path: string, role?: Role, now?: number): string;
  /** True when the query of a request for this path holds a valid, unexpired signature for the role. @param now milliseconds. */
  verify(path: string, query: { expires?: unknown; signature?: unknown }, role?: Role, now?: number): boolean;
}

/** @param oldKey also verifies, but does not sign. */
export function createLinkSigner(key: Buffer, oldKey?: Buffer): LinkSigner {
  const signature = (path: string, expires: string, role: Role | undefined, by = key) =>
    createHmac("sha256", by)
      .update(["media", path, expires, ...(role ? [role] : [])].join("\n"))
      .digest("base64url");
  const verifyingKeys = oldKey === undefined ? [key] : [key, oldKey];

  return {
    sign(path, role, now = Date.now()) {
      const expires = String(Math.ceil((now + linkLifeMs) / 1000 / roundSeconds) * roundSeconds);
      return `${path}?expires=${expires}&signature=${signature(path, expires, role)}`;
    },
    verify(path, { expires, signature: actual }, role, now = Date.now()) {
      if (typeof expires !== "string" || typeof actual !== "string" || !/^\d{1,12}$/.test(expires)) return false;
      if (Number(expires) * 1000 <= now) return false;
      const actualBytes = Buffer.from(actual);
      return verifyingKeys.some((by) => {
        const expectedBytes = Buffer.from(signature(path, expires, role, by));
        return expectedBytes.length === actualBytes.length && timingSafeEqual(expectedBytes, actualBytes);
      });
    },
  };
}
