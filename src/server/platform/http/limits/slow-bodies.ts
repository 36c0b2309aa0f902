/** Closes connections whose request body stalls. There is no time limit for whole requests, since uploads may be slow. */
import type { FastifyInstance, FastifyRequest } from "fastify";

/** @param stallMs milliseconds without a byte. Ends before a handler streams a body: uploads have a timeout of their own. */
export function refuseStalledBodies(http: FastifyInstance, stallMs: number): void {
  http.addHook("onRequest", (request, _reply, done) => {
    if (hasBody(request)) setSocketTimeout(request, stallMs);
    done();
  });
  http.addHook("preValidation", (request, _reply, done) => {
    if (hasBody(request)) setSocketTimeout(request, 0);
    done();
  });
}

function hasBody({ raw: { headers } }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function setSocketTimeout({ raw: { socket } }: FastifyRequest, ms: number): void {
  // An injected request of a test has no real socket.
  if ("setTimeout" in socket) socket.setTimeout(ms);
}
