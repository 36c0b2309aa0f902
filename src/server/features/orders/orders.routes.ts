/** HTTP of Premium orders. */
import type { FastifyReply } from "fastify";
import type { Router } from "#server/platform/http/router.ts";
import { idempotencyHeader } from "#server/platform/idempotency.ts";
import type { Orders } from "./orders.service.ts";

export function orderRoutes(router: Router, orders: Orders): void {
  router.on("POST /api/premium-orders", ({ caller, body, request, reply }) => {
    keepPrivate(reply);
    const key = request?.headers[idempotencyHeader];
    return orders.create(caller, body, Array.isArray(key) ? key.join() : key);
  });
  router.on("GET /api/premium-orders", ({ query }) => orders.page(query));
  router.on("GET /api/premium-orders/stats", ({ query }) => orders.stats(query));
  router.on("GET /api/premium-orders/export", ({ query }) => orders.exportFile(query));
  router.on("POST /api/premium-orders/export/link", ({ query }) => ({ url: orders.exportLink(query) }));
  router.on("GET /api/premium-orders/export/file", ({ query, reply }) => {
    keepPrivate(reply);
    return orders.exportOfLink(query.link);
  });
  router.on("GET /api/premium-orders/{id}", ({ params }) => orders.order(params.id));
  router.on("PUT /api/premium-orders/{id}", ({ caller, params, body }) => orders.change(caller, params.id, body));
  router.on("DELETE /api/premium-orders/{id}", async ({ caller, params }) => {
    await orders.remove(caller, params.id);
    return { success: true as const };
  });
  router.on("GET /api/orders/{token}", ({ params, reply }) => {
    keepPrivate(reply);
    return orders.byPageToken(params.token);
  });
  router.on("GET /api/orders/{token}/qr.png", ({ params, reply }) => {
    keepPrivate(reply);
    return orders.qrPicture(params.token);
  });
  router.on("GET /api/user/orders", ({ caller, query }) => orders.ofUser(caller, query));
}

/** The address of an order is all that protects it: no cache, no search engine and no other site may learn it. */
function keepPrivate(reply: FastifyReply | undefined): void {
  reply?.headers({
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
  });
}
