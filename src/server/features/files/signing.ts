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
  verify(path: string, query: SignedQuery, role?: Role, now?: number): boolean;
  /** Returns a link of a stored file's path that saves it under a name. @param now milliseconds. */
  signDownload(path: string, fileName: string, now?: number): string;
  /** Returns the file name of a valid, unexpired download link; undefined for any other query. @param now milliseconds. */
  downloadName(path: string, query: SignedQuery, now?: number): string | undefined;
}

type SignedQuery = { expires?: unknown; signature?: unknown; name?: unknown };

/** @param oldKey also verifies, but does not sign. @param life shortest lifetime of its links in milliseconds. */
export function createLinkSigner(key: Buffer, oldKey?: Buffer, life = linkLifeMs): LinkSigner {
  const signature = (text: string, by = key) => createHmac("sha256", by).update(text).digest("base64url");
  const verifyingKeys = oldKey === undefined ? [key] : [key, oldKey];
  const linkText = (path: string, expires: string, role: Role | undefined) =>
    ["media", path, expires, ...(role ? [role] : [])].join("\n");
  const downloadText = (path: string, expires: string, fileName: string) =>
    ["download", path, expires, fileName].join("\n");
  const expiryFrom = (now: number) => String(Math.ceil((now + life) / 1000 / roundSeconds) * roundSeconds);

  /** True for an unexpired query with the signature of the text that `textOf` makes of its expiry. */
  function isValid({ expires, signature: actual }: SignedQuery, textOf: (expires: string) => string, now: number) {
    if (typeof expires !== "string" || typeof actual !== "string" || !/^\d{1,12}$/.test(expires)) return false;
    if (Number(expires) * 1000 <= now) return false;
    const actualBytes = Buffer.from(actual);
    return verifyingKeys.some((by) => {
      const expectedBytes = Buffer.from(signature(textOf(expires), by));
      return expectedBytes.length === actualBytes.length && timingSafeEqual(expectedBytes, actualBytes);
    });
  }

  return {
    sign(path, role, now = Date.now()) {
      const expires = expiryFrom(now);
      return `${path}?expires=${expires}&signature=${signature(linkText(path, expires, role))}`;
    },
    verify: (path, query, role, now = Date.now()) => isValid(query, (expires) => linkText(path, expires, role), now),
    signDownload(path, fileName, now = Date.now()) {
      const expires = expiryFrom(now);
      const query = { name: fileName, expires, signature: signature(downloadText(path, expires, fileName)) };
      return `${path}?${new URLSearchParams(query)}`;
    },
    downloadName(path, query, now = Date.now()) {
      const { name } = query;
      if (typeof name !== "string") return undefined;
      return isValid(query, (expires) => downloadText(path, expires, name), now) ? name : undefined;
    },
  };
}
