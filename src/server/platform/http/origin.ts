import { isIP } from "node:net";
import { isPublicAddress } from "../outbound.ts";

/** A host name or IP address, with or without a port. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const fallbackOrigin = "http://localhost";

/** Memoised: consecutive requests usually have the same host. */
let last = { requested: "", origin: fallbackOrigin };

/**
 * The origin of a reply's absolute links: the configured one, else the one the request was sent to. The host is that of the header `Host`:
 * the framework's `request.host` is `X-Forwarded-Host` behind a trusted proxy, which passes on the client's unless it is told otherwise.
 * @returns without a trailing slash, as browsers write it
 */
export function originOf(
  request: { protocol: string; headers: { host?: string | undefined } },
  publicUrl: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol } = request;
  const { host = "" } = request.headers;
  const requested = `${protocol}://${host}`;
  if (requested !== last.requested) {
    // 256.1.1.1 and port 99999 match the pattern, but no URL has them.
    const isOrigin = /^https?$/i.test(protocol) && plainHost.test(host) && URL.canParse(requested);
    last = { requested, origin: isOrigin ? new URL(requested).origin : fallbackOrigin };
  }
  return last.origin;
}

/**
 * The origin that a page may call its address: the configured one, else that of this machine or its network. A name in the header `Host`
 * is the client's word, so a page that names it would say that it belongs to another site.
 * @param origin of `originOf`. @returns undefined where it is not known
 */
export function canonicalOriginOf(origin: string, publicUrl: string | undefined): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, "");
  const isOwn = host === "localhost" || (isIP(host) !== 0 && !isPublicAddress(host));
  return isOwn ? origin : undefined;
}
