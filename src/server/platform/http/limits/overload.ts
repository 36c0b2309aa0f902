/** Refuses requests while the event loop is so far behind that answering more of them would only lengthen the wait of all. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";

/** Milliseconds between two samples of the delay. */
const resolution = 20;
const intervalMs = 1000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route answers while the server is overloaded: it tells of just that. */
    isServedUnderLoad?: boolean;
  }
}

export interface OverloadDeps {
  /** Mean delay of the event loop over a second, beyond which requests are refused in the next one; 0 refuses none. */
  maxDelayMs: number;
  log: Pick<Logger, "warn" | "info">;
  /** Sends the 503. */
  refuse: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Adds the hook that refuses requests, before the hooks that do work for them. */
export function refuseOverload(http: FastifyInstance, { maxDelayMs, log, refuse }: OverloadDeps): void {
  if (maxDelayMs === 0) return;
  const histogram = monitorEventLoopDelay({ resolution });
  let timer: NodeJS.Timeout | undefined;
  let isOverloaded = false;

  function update(): void {
    // Without a sample the mean is not a number, and the state stays as it is.
    const delay = histogram.mean / 1e6 - resolution;
    histogram.reset();
    if (delay > maxDelayMs && !isOverloaded) {
      isOverloaded = true;
      log.warn({ delay: Math.round(delay) }, "overloaded: requests are refused");
    } else if (delay <= maxDelayMs && isOverloaded) {
      isOverloaded = false;
      log.info("no longer overloaded");
    }
  }

  // Starting keeps the event loop busy, and says nothing of the requests that come after it.
  http.addHook("onReady", async () => {
    histogram.enable();
    timer = setInterval(update, intervalMs).unref();
  });
  http.addHook("onClose", async () => {
    clearInterval(timer);
    histogram.disable();
  });
  http.addHook("onRequest", (request, reply, done) => {
    if (isOverloaded && !request.routeOptions.config.isServedUnderLoad) refuse(request, reply);
    else done();
  });
}
