/** What a client says it takes, and what it says it has. */

const brotli = /\bbr\b(?! *; *q=0(?:\.0*)? *(?:,|$))/;
const gzip = /\bgzip\b(?! *; *q=0(?:\.0*)? *(?:,|$))/;

/** Whether a client takes gzip, whatever else. */
export function acceptsGzip(accepted: string | undefined): boolean {
  return accepted !== undefined && gzip.test(accepted);
}

/** The better of the encodings a client names. */
export function acceptedEncoding(accepted: string | undefined): "br" | "gzip" | undefined {
  if (accepted === undefined) return undefined;
  return brotli.test(accepted) ? "br" : acceptsGzip(accepted) ? "gzip" : undefined;
}

/** `If-None-Match` against one tag; weak and strong compare alike (RFC 9110, 13.1.2). */
export function matches(header: string, etag: string): boolean {
  return header === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
