/** Lets clients go that announce a body and stop sending it. The server has no time limit for whole requests: uploads may be slow. */
import type { FastifyInstance, FastifyRequest } from "fastify";

/** @param stallMs milliseconds without a byte. Streamed bodies, which come after it, have a time of their own. */
export function refuseStalledBodies(http: FastifyInstance, stallMs: number): void {
  http.addHook("onRequest", (request, _reply, done) => {
    if (hasBody(request)) setSocketTime(request, stallMs);
    done();
  });
  http.addHook("preValidation", (request, _reply, done) => {
    if (hasBody(request)) setSocketTime(request, 0);
    done();
  });
}

function hasBody({ raw: { headers } }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function setSocketTime({ raw: { socket } }: FastifyRequest, ms: number): void {
  // A request of a test has none.
  if ("setTimeout" in socket) socket.setTimeout(ms);
}
