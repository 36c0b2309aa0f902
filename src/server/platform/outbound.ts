/**
 * Requests of this server to addresses that someone configured: they must not reach what stands beside the server. The
 * address is looked at where the connection is made, so that a name which resolves differently the second time gains nothing.
 */
import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** `code` of the error when a connection to a private address was refused. */
export const privateAddressCode = "EPRIVATE";

/** IANA's special-purpose registries: whatever is not an ordinary host of the public internet. */
const special4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Azure's host, which looks public.
  ["168.63.129.16", 32],
];
/** Teredo, benchmarking, ORCHIDs, documentation, 6to4, within the block of public addresses. */
const special6: readonly [string, number][] = [
  ["2001::", 32],
  ["2001:2::", 48],
  ["2001:10::", 28],
  ["2001:20::", 28],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const blocked4 = new BlockList();
for (const [net, bits] of special4) blocked4.addSubnet(net, bits, "ipv4");
const blocked6 = new BlockList();
for (const [net, bits] of special6) blocked6.addSubnet(net, bits, "ipv6");
const public6 = new BlockList();
public6.addSubnet("2000::", 3, "ipv6");
/** Where IPv4 addresses stand behind IPv6 ones: the last 32 bits are what is reached. */
const embedded = new BlockList();
embedded.addSubnet("64:ff9b::", 96, "ipv6");

/** Whether an address is of a host on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked4.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  if (embedded.check(address, "ipv6")) return isPublicAddress(lastIpv4(address));
  return public6.check(address, "ipv6") && !blocked6.check(address, "ipv6");
}

/** The last 32 bits of an IPv6 address, as IPv4. */
function lastIpv4(address: string): string {
  const { hostname } = new URL(`http://[${address}]`);
  const [high = "0", low = "0"] = hostname.slice(1, -1).split(":").slice(-2);
  const bits = [high, low].map((part) => Number.parseInt(part || "0", 16));
  return bits.flatMap((part) => [part >> 8, part & 255]).join(".");
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

/** A `lookup` for sockets that fails when a name leads to any address that is not public. */
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

/** Agents for outgoing requests; idle connections are not kept for long. */
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

/** Agents without the check, for an operator who says that the service stands beside the server. */
export function anyAgents(): Agents {
  return { http: new http.Agent(agentOptions), https: new https.Agent(agentOptions) };
}

/** An address written as such is never looked up. */
function refuseLiteral(options: { host?: string | null | undefined } | undefined): void {
  const host = (options?.host ?? "").replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(host);
}
