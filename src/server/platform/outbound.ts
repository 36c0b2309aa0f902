/**
 * Guards outgoing requests to configured hosts against reaching the private network (SSRF). The address is checked where the
 * connection is made: checked earlier, a name could resolve to another one the second time.
 */
import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** `code` of the error when a connection to a private address was refused. */
export const privateAddressCode = "EPRIVATE";

/** Azure's metadata host looks like an ordinary public address. */
const azureHost = "168.63.129.16";
/** Global unicast, the one block IANA assigns public addresses from. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");
/** NAT64: the last 32 bits are the IPv4 address that is reached. */
const nat64 = ipaddr.parseCIDR("64:ff9b::/96");

/** Whether an address is of a host on the public internet, and in none of IANA's special-purpose ranges. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === azureHost || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast";
  if (parsed.match(nat64)) return isPublicAddress(ipaddr.fromByteArray(parsed.toByteArray().slice(-4)).toString());
  return parsed.match(globalUnicast) && parsed.range() === "unicast";
}

class PrivateAddressError extends Error {
  readonly code = privateAddressCode;
  constructor(host: string) {
    super(`${host} is not an address of the public internet`);
  }
}

export type Resolve = (
  host: string,
  options: dns.LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

/** A `lookup` for sockets that fails when any address of a name is not public. */
export function publicLookup(resolve: Resolve = dns.lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true } as dns.LookupAllOptions, (error, found) => {
      if (error) return done(error, "", 0);
      const [first] = found;
      if (!first || !found.every(({ address }) => isPublicAddress(address))) {
        return done(new PrivateAddressError(host), "", 0);
      }
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}

/** Agents for outgoing requests; idle connections close after some seconds. */
export interface Agents {
  http: http.Agent;
  https: https.Agent;
}

const agentOptions = { keepAlive: true, keepAliveMsecs: 5000, maxSockets: 32, scheduling: "lifo" } as const;

/** Agents that reach public addresses only. */
export function publicAgents(resolve?: Resolve): Agents {
  const options = { ...agentOptions, lookup: publicLookup(resolve) };
  class PublicHttp extends http.Agent {
    override createConnection(...args: Parameters<http.Agent["createConnection"]>) {
      refuseLiteral(args[0]);
      return super.createConnection(...args);
    }
  }
  class PublicHttps extends https.Agent {
    override createConnection(...args: Parameters<https.Agent["createConnection"]>) {
      refuseLiteral(args[0]);
      return super.createConnection(...args);
    }
  }
  return { http: new PublicHttp(options), https: new PublicHttps(options) };
}

/** Agents without the check, for an operator whose storage service is in the private network. */
export function anyAgents(): Agents {
  return { http: new http.Agent(agentOptions), https: new https.Agent(agentOptions) };
}

/** Sockets do not call `lookup` for a literal address. */
function refuseLiteral(options: { host?: string | null | undefined } | undefined): void {
  const host = (options?.host ?? "").replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(host);
}
