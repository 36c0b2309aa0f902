/** The address under which a client is counted. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const { IPv6 } = ipaddr;

/**
 * The network of a client's address: an IPv4 address by itself, an IPv6 address as its /64, since a home has as many IPv6 addresses
 * as it likes. Text that is no address, as a proxy may forward it, stands for itself.
 */
export function clientNetwork(address: string): string {
  if (isIP(address) === 0) return address.toLowerCase();
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof IPv6)) return parsed.toString();
  return new IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toRFC5952String();
}
