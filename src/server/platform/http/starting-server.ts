/**
 * The port while the process starts. It is open from the first moment: a request waits for the site, or gets a 503 while the database is
 * being migrated. The site then answers on the same server, so that no connection is refused or dropped in between.
 */
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { createServer, type Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config.ts";
import { createLimitedServer } from "./limits/server.ts";
import { isPageUrl } from "./page-url.ts";
import { plainHtml, plainPagePolicy } from "./plain-page.ts";

/** A migration that runs, as the `number`th of `total`. */
export interface MigrationStep {
  name: string;
  number: number;
  total: number;
}

export interface StartingServer {
  /** Tells of a migration that begins. Requests are refused once the migrations take longer than a moment. */
  migrating(step: MigrationStep): void;
  /** Gives the framework the server that listens already, as its `serverFactory`. */
  serverFactory(site: RequestListener): Server;
  /** Lets the site answer, also what waits. The port closes with the site. */
  open(http: FastifyInstance): Promise<void>;
}

export interface StartingServerOptions {
  /** Milliseconds for which a request waits while the process starts. */
  waitMs?: number;
  /** Milliseconds of migrations that nobody needs to be told of. */
  quietMs?: number;
  /** Milliseconds after which a request without an answer, such as a slow upload, holds up no other that waits. */
  slowMs?: number;
}

/** Connections that may wait in the socket, until a process takes them. The system's own limit, `net.core.somaxconn`, is 4096 by default. */
const backlog = 4096;
/** Requests that may wait at once; each holds its connection and 16 KB at most. */
const maxWaiting = 1000;
/** Requests that the site begins with at the same time: its caches are empty, so that many at once would wait for each other until it refuses them. */
const begunAtOnce = 8;
/** Milliseconds between two looks at what has been answered. */
const lookMs = 5;
/** `Retry-After` while the database is migrated, seconds; the page loads itself again after this time. */
const retrySeconds = "15";

/** Opens the port, or takes the socket of systemd. @throws the system's error, for an address in use and the like. */
export async function listenWhileStarting(
  config: Pick<Config["http"], "host" | "port" | "inheritedSocket" | "timeouts" | "connections" | "trustProxy">,
  log: Pick<Logger, "warn">,
  { waitMs = 30_000, quietMs = 2000, slowMs = 1000 }: StartingServerOptions = {},
): Promise<StartingServer> {
  const waiting = new Map<ServerResponse, { request: IncomingMessage; timer: NodeJS.Timeout }>();
  let site: RequestListener = () => {};
  let isOpen = false;
  let step: MigrationStep | undefined;
  let quiet: NodeJS.Timeout | undefined;
  let isRefusing = false;

  const server = createLimitedServer(
    (request, response) => {
      if (isOpen) site(request, response);
      else if (isRefusing || waiting.size >= maxWaiting) refuse(request, response, step);
      else hold(request, response);
    },
    config,
    log,
  );

  function hold(request: IncomingMessage, response: ServerResponse): void {
    const timer = setTimeout(() => {
      waiting.delete(response);
      refuse(request, response, step);
    }, waitMs);
    waiting.set(response, { request, timer });
    response.once("close", () => {
      clearTimeout(timer);
      waiting.delete(response);
    });
  }

  function refuseWaiting(): void {
    isRefusing = true;
    for (const [response, { request, timer }] of waiting) {
      clearTimeout(timer);
      waiting.delete(response);
      refuse(request, response, step);
    }
  }

  /** Lets the site answer what waits, in the order it came. */
  async function passOn(): Promise<void> {
    let begun: { response: ServerResponse; at: number }[] = [];
    for (const [response, { request, timer }] of waiting) {
      clearTimeout(timer);
      waiting.delete(response);
      site(request, response);
      begun.push({ response, at: performance.now() });
      while (begun.length >= begunAtOnce) {
        await pause(lookMs);
        const since = performance.now() - slowMs;
        begun = begun.filter((one) => !one.response.headersSent && !one.response.destroyed && one.at > since);
      }
    }
  }

  const closeAll = await listen(server, config);

  return {
    migrating(next) {
      step = next;
      quiet ??= setTimeout(refuseWaiting, quietMs);
    },
    serverFactory(listener) {
      site = listener;
      return server;
    },
    async open(http) {
      clearTimeout(quiet);
      http.addHook("onClose", closeAll);
      await http.ready();
      isOpen = true;
      void passOn();
    },
  };
}

/** Listens on the socket of systemd or the address, and on both addresses of `localhost`. @returns what closes all and resolves after the last answer. */
async function listen(
  server: Server,
  { host, port, inheritedSocket }: Pick<Config["http"], "host" | "port" | "inheritedSocket">,
): Promise<() => Promise<void>> {
  server.listen(inheritedSocket === undefined ? { host, port, backlog } : { fd: inheritedSocket, backlog });
  await once(server, "listening");
  const bound = server.address();
  const others: NetServer[] = [];
  if (inheritedSocket === undefined && host === "localhost" && typeof bound === "object" && bound) {
    for (const { address } of await lookup(host, { all: true })) {
      if (address === bound.address) continue;
      const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
      // One address is enough.
      other.on("error", () => {}).listen({ host: address, port: bound.port, backlog });
      others.push(other);
    }
  }
  return async () => {
    for (const other of others) other.close();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Answers that the site comes back soon. */
function refuse({ url = "/", method }: IncomingMessage, response: ServerResponse, step?: MigrationStep): void {
  const isPage = isPageUrl(url) && method === "GET";
  response.writeHead(503, {
    // What follows of its body is not read.
    connection: "close",
    "retry-after": retrySeconds,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-type": isPage ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
    ...(isPage && {
      refresh: retrySeconds,
      "content-security-policy": `${plainPagePolicy}; frame-ancestors 'self'`,
    }),
  });
  response.end(isPage ? page : JSON.stringify(bodyOf(step)));
}

const detail = "Ngân Nga đang được nâng cấp, bạn thử lại sau ít phút nhé";
const page = plainHtml(
  "Đang nâng cấp",
  "<p>Ngân Nga đang được nâng cấp và sẽ trở lại sau ít phút. Trang này tự tải lại, bạn không cần làm gì.</p>",
);

/** As `GET /api/ready` answers what it fails for; all other requests get the same. */
function bodyOf(step: MigrationStep | undefined): object {
  if (!step) return { detail };
  const message = `Đang nâng cấp cơ sở dữ liệu: ${step.number}/${step.total}`;
  return { detail, errors: [{ field: "migrations", message }] };
}
