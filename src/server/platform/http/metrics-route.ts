/**
 * `GET /metrics` for Prometheus: with `METRICS_TOKEN` for whoever has it, without one for this machine alone. A proxy on this machine
 * connects from the loopback too, so a request that came through one is judged by its client.
 */
import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { ApiError } from "#contract/errors.ts";
import { type Metrics, metricsType } from "../metrics/metrics.ts";
import { sendOnce } from "./replies/cached-reply.ts";
import { bearer } from "./router.ts";

/** Headers by which proxies tell of the client, beside `X-Forwarded-…`. */
const proxyHeaders = ["forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"];
/** The site's own names on this machine, with or without a port: a page of another site that points its name here has another one. */
const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** @param deps.token undefined leaves the metrics to the loopback. */
export function metricsRoute(
  http: FastifyInstance,
  { metrics, token }: { metrics: Metrics; token: string | undefined },
) {
  function refusal(request: FastifyRequest): ApiError | undefined {
    if (token === undefined) return isLocal(request) ? undefined : new ApiError("forbidden");
    return isSame(bearer(request.headers.authorization) ?? "", token) ? undefined : new ApiError("unauthenticated");
  }

  http.route({
    method: "GET",
    url: "/metrics",
    schema: { hide: true },
    config: { isServedUnderLoad: true },
    onRequest: (request, _reply, done) => done(refusal(request)),
    async handler(request, reply) {
      const text = await metrics.text();
      reply.header("cache-control", "no-store").header("content-type", metricsType);
      return sendOnce(request, reply, Buffer.from(text));
    },
  });
}

/** Compares in constant time. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", token, "buffer"));
}

/** Whether a request comes from this machine, directly or through trusted proxies that are all on it. */
function isLocal({ raw, ips = [], headers }: FastifyRequest): boolean {
  if (!isLoopback(raw.socket.remoteAddress)) return false;
  const names = Object.keys(headers);
  if (!names.some((name) => name.startsWith("x-forwarded-") || proxyHeaders.includes(name))) {
    return localHost.test(headers.host ?? "");
  }
  // With `TRUST_PROXY` the addresses are those of this connection, of all proxies and of the client.
  return headers.forwarded === undefined && ips.length > 1 && ips.every(isLoopback);
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
