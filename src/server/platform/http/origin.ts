/** A host name or address with or without a port. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const nobodys = "http://localhost";

/** One after another they ask at the same host. */
let last = { asked: "", origin: nobodys };

/**
 * The origin that absolute links of this answer start with: the configured one, else the one the request was sent to.
 * @returns without a slash at the end, as browsers write it
 */
export function originOf(request: { protocol: string; host: string }, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = request;
  const asked = `${protocol}://${host}`;
  if (asked !== last.asked) {
    // 256.1.1.1 and port 99999 look like hosts and are none.
    const isOrigin = /^https?$/i.test(protocol) && plainHost.test(host) && URL.canParse(asked);
    last = { asked, origin: isOrigin ? new URL(asked).origin : nobodys };
  }
  return last.origin;
}
