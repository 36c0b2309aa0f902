/**
 * Ends connections on which nothing moves (`IDLE_TIMEOUT_SECONDS`) and exchanges that take too long in all. Node itself ends slow headers
 * and uploads, and unused connections; it has no total time for the body of one route or for an answer. The numbers and their reasons:
 * docs/rooms/http-and-limits.md#connections
 */
import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuseUnreadable } from "../unreadable.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body or the answer is a stream: it has no total time, but must not stand still for longer than the idle time. */
    isStream?: boolean;
  }
}

/** In milliseconds, from the time a request has its turn. */
export interface ExchangeTimes {
  /** Until its body has arrived. */
  bodyMs: number;
  /** Until its answer has been accepted by the system. */
  answerMs: number;
  /** Without a byte in either direction, while no handler is at work. */
  idleMs: number;
}

interface Exchange {
  request: FastifyRequest;
  response: ServerResponse;
  startedAt: number;
}

/** Checks all connections now and then, which costs a request less than timers of its own. */
export function limitExchangeTimes(http: FastifyInstance, { bodyMs, answerMs, idleMs }: ExchangeTimes): void {
  /** The last exchange of each open connection. */
  const exchanges = new Map<Socket, Exchange>();

  http.addHook("onRequest", (request, { raw: response }, done) => {
    const { socket } = request.raw;
    // An injected request has no connection.
    if (socket instanceof Socket) {
      if (!exchanges.has(socket)) socket.once("close", () => exchanges.delete(socket));
      exchanges.set(socket, { request, response, startedAt: performance.now() });
    }
    done();
  });

  // Without a listener Node would also close the connection of a handler that takes longer: that one has the time of an answer.
  http.server.setTimeout(idleMs, (socket: Socket) => {
    const { request, response } = exchanges.get(socket) ?? {};
    if (request?.raw.complete && !response?.headersSent) socket.setTimeout(idleMs);
    else socket.destroy();
  });

  function check(): void {
    const now = performance.now();
    for (const [socket, { request, response, startedAt }] of exchanges) {
      if (request.routeOptions.config.isStream) continue;
      const elapsed = now - startedAt;
      if (!request.raw.complete && elapsed > bodyMs) {
        if (response.headersSent) socket.destroy();
        else refuseUnreadable({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket);
      } else if (!response.writableFinished && elapsed > answerMs) socket.destroy();
    }
  }

  const timer = setInterval(check, Math.min(bodyMs, answerMs) / 6).unref();
  http.addHook("onClose", async () => clearInterval(timer));
}
