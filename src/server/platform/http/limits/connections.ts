/** Limits the connections that are open at once: in all, and of one client's address. */
import type { Server } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config.ts";
import { clientNetwork } from "./client-network.ts";

const reportEveryMs = 60_000;

/**
 * Closes new connections beyond the limits, without a word: an answer would cost what the limit is to save. Those of trusted proxies count in
 * all only, since all visitors come by them.
 */
export function limitConnections(
  server: Server,
  { connections, trustProxy }: Pick<Config["http"], "connections" | "trustProxy">,
  log: Pick<Logger, "warn">,
): void {
  const isProxy = trustProxy ? proxyAddr.compile(trustProxy) : () => false;
  const counts = new Map<string, number>();
  const report = reporter((refused) => log.warn({ refused }, "too many connections: new ones are refused"));

  server.maxConnections = connections.max;
  server.on("drop", report);
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
    const network = clientNetwork(remoteAddress);
    const count = counts.get(network) ?? 0;
    if (count >= connections.maxPerAddress) {
      socket.destroy();
      return report();
    }
    counts.set(network, count + 1);
    socket.once("close", () => {
      const rest = (counts.get(network) ?? 1) - 1;
      if (rest > 0) counts.set(network, rest);
      else counts.delete(network);
    });
  });
}

/** Returns a function that counts its calls and reports them, once a minute at most: an attack must not fill the log. */
function reporter(report: (count: number) => void): () => void {
  let count = 0;
  let reportAt = 0;
  return () => {
    count += 1;
    const now = performance.now();
    if (now < reportAt) return;
    reportAt = now + reportEveryMs;
    report(count);
    count = 0;
  };
}
