/**
 * Path and query of what a request names. A request may name a whole address, as to a proxy, and any server must take that
 * (RFC 9112, 3.2.2); or nothing at all, with `*`.
 */
export function pathOfTarget({ url = "/" }: { url?: string | undefined }): string {
  if (url.startsWith("/")) return url;
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}
