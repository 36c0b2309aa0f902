/** Makes Node's HTTP server with the limits of its connections (docs/rooms/http-and-limits.md#connections). */
import { createServer, type RequestListener, type Server } from "node:http";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config.ts";
import { limitConnections } from "./connections.ts";
import { inTurn } from "./pipelining.ts";

/** How often Node compares connections with their timeouts. */
const maxCheckEveryMs = 5000;

export function createLimitedServer(
  listener: RequestListener,
  { timeouts, connections, trustProxy }: Pick<Config["http"], "timeouts" | "connections" | "trustProxy">,
  log: Pick<Logger, "warn">,
): Server {
  const { headersMs, uploadMs, keepAliveMs } = timeouts;
  const server = createServer(
    {
      // Node refuses to wait longer for the head than for the whole request.
      headersTimeout: Math.min(headersMs, uploadMs),
      requestTimeout: uploadMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(maxCheckEveryMs, headersMs, uploadMs),
    },
    inTurn(listener),
  );
  limitConnections(server, { connections, trustProxy }, log);
  return server;
}
