import type { FastifyRequest } from "fastify";

/** A host name or address with or without a port. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The origin that absolute links of this answer start with: the configured one, else the one the request was sent to.
 * @returns without a slash at the end
 */
export function originOf(request: Pick<FastifyRequest, "protocol" | "host">, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = request;
  return plainHost.test(host) ? `${protocol}://${host.toLowerCase()}` : "http://localhost";
}
