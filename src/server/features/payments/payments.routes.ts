/** Transfers that pay orders and requests: kept once, matched, asked for, and reconciled by hand through these endpoints. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Inbox } from "./inbox.service.ts";

export function inboxRoutes(router: Router, inbox: Inbox): void {
  router.on("GET /api/admin/payments", ({ query }) => inbox.page(query));
  router.on("GET /api/admin/payments/stats", ({ query }) => inbox.stats(query));
  router.on("GET /api/admin/payments/days", ({ query }) => inbox.days(query));
  router.on("GET /api/admin/payments/claims", ({ query, reply }) => {
    keepPrivate(reply);
    return inbox.claims(query);
  });
  router.on("GET /api/admin/payments/payables", ({ query }) => inbox.payables(query.search));
  router.on("GET /api/admin/payments/export", ({ query }) => inbox.exportFile(query));
  router.on("POST /api/admin/payments/export/link", ({ query }) => ({ url: inbox.exportLink(query) }));
  router.on("GET /api/admin/payments/export/file", ({ query, reply }) => {
    keepPrivate(reply);
    return inbox.exportOfLink(query.link);
  });
  router.on("GET /api/admin/payments/{id}", ({ params }) => inbox.transfer(params.id));
}
