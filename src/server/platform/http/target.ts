/**
 * Path and query of a request's target. The target may be a whole URL, as sent to a proxy, which every server must accept
 * (RFC 9112, 3.2.2), or `*`.
 */
export function pathOfTarget({ url = "/" }: { url?: string | undefined }): string {
  if (url.startsWith("/")) return url;
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}
