/** Entity tags and conditional requests (RFC 9110, 8.8.3 and 13): decides for every reply with a validator. */
import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "#contract/errors.ts";
import type { Encoding } from "./encodings.ts";

/**
 * The strong entity tags of one content: of its plain form, and of its encoded ones where there are any (RFC 9110, 8.8.3.3). The quick
 * and the better compression of one encoding share a tag, which is enough as long as no ranges of encoded forms are sent.
 */
export interface EntityTags {
  readonly plain: string;
  readonly encoded?: Readonly<Record<Encoding, string>>;
}

/** Returns the tags of content that is sent in encodings: `"abc"`, `"abc-br"`, `"abc-gzip"`. @param etag of the plain form. */
export function tagsByEncoding(etag: string): EntityTags {
  const start = etag.slice(0, -1);
  return { plain: etag, encoded: { br: `${start}-br"`, gzip: `${start}-gzip"` } };
}

/** Returns the tag of the form that is sent. */
export function tagOf({ plain, encoded }: EntityTags, encoding: Encoding | undefined): string {
  return (encoding && encoded?.[encoding]) ?? plain;
}

/**
 * Returns the status for a GET or HEAD with conditions, in the order of RFC 9110, 13.2.2: 304 when the client's copy is current, else 200.
 * @param sent of the form that is sent; undefined is the plain one.
 * @param modifiedMs time of the last change, where there is one.
 * @throws ApiError `precondition_failed` when `If-Match` or `If-Unmodified-Since` asks for another state.
 */
export function conditionalStatus(
  headers: IncomingHttpHeaders,
  tags: EntityTags,
  sent?: Encoding,
  modifiedMs?: number,
): 200 | 304 {
  const match = headers["if-match"];
  const unmodifiedSince = headers["if-unmodified-since"];
  if (match !== undefined) {
    if (!matchesStrongly(match, tagOf(tags, sent))) throw new ApiError("precondition_failed");
  } else if (unmodifiedSince !== undefined && modifiedMs !== undefined) {
    // An unreadable date is NaN, with which every comparison fails: it is ignored.
    if (wholeSeconds(modifiedMs) > Date.parse(unmodifiedSince)) throw new ApiError("precondition_failed");
  }
  const noneMatch = headers["if-none-match"];
  if (noneMatch !== undefined) return matchesWeakly(noneMatch, tags) ? 304 : 200;
  const modifiedSince = headers["if-modified-since"];
  if (modifiedSince === undefined || modifiedMs === undefined) return 200;
  return wholeSeconds(modifiedMs) <= Date.parse(modifiedSince) ? 304 : 200;
}

/** A weak tag matches nothing (RFC 9110, 13.1.1). */
function matchesStrongly(header: string, etag: string): boolean {
  return header === "*" || header.split(",").some((tag) => tag.trim() === etag);
}

/** Weak and strong tags of all forms match, since each holds the same content (RFC 9110, 13.1.2). */
function matchesWeakly(header: string, { plain, encoded }: EntityTags): boolean {
  if (header === "*") return true;
  return header.split(",").some((one) => {
    const tag = one.trim().replace(/^W\//, "");
    return tag === plain || (encoded !== undefined && (tag === encoded.br || tag === encoded.gzip));
  });
}

/** HTTP dates have no milliseconds. */
export const wholeSeconds = (ms: number) => Math.floor(ms / 1000) * 1000;
