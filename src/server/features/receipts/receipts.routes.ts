/** HTTP of receipts. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Receipts } from "./receipts.service.ts";

export function receiptRoutes(router: Router, receipts: Receipts): void {
  router.on("GET /api/orders/{token}/receipt.pdf", ({ params, reply }) => {
    keepPrivate(reply);
    return receipts.fileOf("order", params.token);
  });
  router.on("GET /api/requests/{token}/receipt.pdf", ({ params, reply }) => {
    keepPrivate(reply);
    return receipts.fileOf("request", params.token);
  });
  router.on("GET /api/admin/config/receipts", () => receipts.seller());
  router.on("PUT /api/admin/config/receipts", ({ caller, body }) => receipts.saveSeller(caller, body));
}
