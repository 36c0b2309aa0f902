/**
 * Logs one line for each finished request: id, method, path without query, status, time, kind of caller. Never headers, bodies or
 * queries, since those hold passwords, tokens and the signatures of links, and no addresses of private pages.
 */
import { randomBytes } from "node:crypto";
import { type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";

/** Makes request ids that are short enough to be read out: a random part for this process and a counter. */
export function requestIds(): () => string {
  const process = randomBytes(5).toString("hex");
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/** Turns off Fastify's own log lines, which hold whole URLs. */
export const quietFramework = new LogController({ disableRequestLogging: true });

/**
 * Logs successful reads and the refusals of polled endpoints at level `debug`, all else at `info`. A reply of status 500 or more carries the id as `X-Request-Id`, so that a
 * visitor's report can be found in the log.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (reply.statusCode >= 500) reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const isRead = request.method === "GET" || request.method === "HEAD";
    const quiet = isRead && (reply.statusCode < 400 || (endpoint?.isPolled && reply.statusCode === 503));
    const level = quiet ? "debug" : "info";
    if (log.isLevelEnabled(level)) {
      request.log[level](
        {
          method: request.method,
          path: pathOf(request.raw.url),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          caller: request.caller?.kind ?? "anonymous",
        },
        "request",
      );
    }
    done();
  });
}

/** 128 random bits in base64url, the address of a private page: who knows it may read the page. */
const privateSegment = /(?<=\/)[\w-]{22}(?=\/|$)/g;
/** The pages and endpoints of private addresses: what follows is masked whatever it is, since mails and people add to addresses. */
const privatePath = /^(\/+(?:(?:api\/+)?(?:orders|requests|gifts)|g|share\/+gifts)\/+)(.+)$/is;
/** The paths that may follow a private address. */
const actions = /\/(?:accept|account|attach|cancel|changes|consent|gift|hearts|opening|take|thanks|qr\.png)$/;

function pathOf(url = "/"): string {
  const end = url.search(/[?#]/);
  const path = decoded(end === -1 ? url : url.slice(0, end)).replace(privateSegment, "…");
  const [, start, rest = ""] = privatePath.exec(path) ?? [];
  return start === undefined ? path : `${start}…${actions.exec(rest)?.[0] ?? ""}`;
}

/** Decodes what is percent-encoded, as the router does; another spelling of an address is the same address. */
function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/%.*$/s, "…");
  }
}
