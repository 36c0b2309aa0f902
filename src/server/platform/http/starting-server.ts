/**
 * The port while the process starts. It is open from the first moment: a request waits for the site, or gets a 503 while the database is
 * being migrated. Then the site takes over the socket itself, so that no connection is refused in between.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config.ts";
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
  /** Lets the site answer on the socket, also what waits. */
  handOver(http: FastifyInstance): Promise<void>;
}

export interface StartingServerOptions {
  /** Milliseconds for which a request waits while the process starts. */
  waitMs?: number;
  /** Milliseconds of migrations that nobody needs to be told of. */
  quietMs?: number;
}

/** Requests that may wait at once; each holds its connection and 16 KB at most. */
const maxWaiting = 500;
/** `Retry-After` while the database is migrated, seconds; the page loads itself again after this time. */
const retrySeconds = "15";

/** Opens the port, or takes the socket of systemd. @throws the system's error, for an address in use and the like. */
export async function listenWhileStarting(
  { host, port, inheritedSocket }: Pick<Config["http"], "host" | "port" | "inheritedSocket">,
  { waitMs = 30_000, quietMs = 2000 }: StartingServerOptions = {},
): Promise<StartingServer> {
  const waiting = new Map<ServerResponse, { request: IncomingMessage; timer: NodeJS.Timeout }>();
  let site: Server | undefined;
  let step: MigrationStep | undefined;
  let quiet: NodeJS.Timeout | undefined;
  let isRefusing = false;

  const server = createServer((request, response) => {
    // The site's limits of connections do not know this one.
    response.setHeader("connection", "close");
    if (site) site.emit("request", request, response);
    else if (isRefusing || waiting.size >= maxWaiting) refuse(request, response, step);
    else hold(request, response);
  });

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

  /** Ends the wait of all. */
  function release(answer: (request: IncomingMessage, response: ServerResponse) => void): void {
    for (const [response, { request, timer }] of waiting) {
      clearTimeout(timer);
      waiting.delete(response);
      answer(request, response);
    }
  }

  server.listen(inheritedSocket === undefined ? { host, port } : { fd: inheritedSocket });
  await once(server, "listening");

  return {
    migrating(next) {
      step = next;
      quiet ??= setTimeout(() => {
        isRefusing = true;
        release((request, response) => refuse(request, response, step));
      }, quietMs);
    },
    async handOver(http) {
      clearTimeout(quiet);
      await http.ready();
      await http.listen(onSocketOf(server, host));
      site = http.server;
      release((request, response) => http.server.emit("request", request, response));
    },
  };
}

/**
 * Options by which Fastify listens on the socket of another server, as `server.listen(handle)` does: Node takes the handle of an object. It is
 * hidden from copies of the options, with which Fastify listens on the other addresses of `localhost`.
 */
function onSocketOf(server: Server, host: string): { host: string; port: number } {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const options = { host, port };
  const { _handle: handle } = server as Server & { _handle: unknown };
  return Object.defineProperty(options, "_handle", { value: handle, enumerable: false });
}

/** Answers that the site comes back soon. */
function refuse({ url = "/", method }: IncomingMessage, response: ServerResponse, step?: MigrationStep): void {
  const isPage = isPageUrl(url) && method === "GET";
  response.writeHead(503, {
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
