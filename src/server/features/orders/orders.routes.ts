/** HTTP of Premium orders. */
import type { Giving } from "#server/features/gifts/giving.service.ts";
import { anonymous } from "#server/platform/http/caller.ts";
import { originOf } from "#server/platform/http/origin.ts";
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import { idempotencyKeyOf } from "#server/platform/idempotency.ts";
import type { Orders } from "./orders.service.ts";

/** @param publicUrl of the site; undefined where the address of the request tells it. */
export function orderRoutes(router: Router, orders: Orders, giving: Giving, publicUrl?: string): void {
  router.on("POST /api/premium-orders", ({ caller, body, request, reply }) => {
    keepPrivate(reply);
    return orders.create(caller, body, idempotencyKeyOf(request?.headers));
  });
  router.on("GET /api/premium-orders", ({ query }) => orders.page(query));
  router.on("GET /api/premium-orders/stats", ({ query }) => orders.stats(query));
  router.on("GET /api/premium-orders/tabs", ({ query }) => orders.tabs(query));
  router.on("GET /api/premium-orders/export", ({ query }) => orders.exportFile(query));
  router.on("POST /api/premium-orders/export/link", ({ query }) => ({ url: orders.exportLink(query) }));
  router.on("GET /api/premium-orders/export/file", ({ query, reply }) => {
    keepPrivate(reply);
    return orders.exportOfLink(query.link);
  });
  router.on("GET /api/premium-orders/{id}", ({ params }) => orders.order(params.id));
  router.on("GET /api/premium-orders/{id}/history", ({ params }) => orders.history(params.id));
  router.on("PUT /api/premium-orders/{id}", ({ caller, params, body }) => orders.change(caller, params.id, body));
  router.on("POST /api/premium-orders/{id}/refunds", ({ caller, params, body }) =>
    orders.refund(caller, params.id, body),
  );
  router.on("POST /api/premium-orders/{id}/refunds/{refund_id}/undo", ({ caller, params, body }) =>
    orders.undoRefund(caller, params.id, params.refund_id, body.version),
  );
  router.on("DELETE /api/premium-orders/{id}", async ({ caller, params }) => {
    await orders.remove(caller, params.id);
    return { success: true as const };
  });
  router.on("GET /api/orders/{token}", ({ caller, params, reply }) => {
    keepPrivate(reply);
    return orders.byPageToken(caller, params.token);
  });
  router.on("POST /api/orders/{token}/attach", ({ caller, params, reply }) => {
    keepPrivate(reply);
    return orders.attach(caller, params.token);
  });
  router.on("POST /api/orders/{token}/cancel", ({ params, reply }) => {
    keepPrivate(reply);
    return orders.cancel(params.token);
  });
  router.on("GET /api/orders/{token}/events", ({ params, signal }) => orders.watchPayment(params.token, signal));
  router.on("PUT /api/orders/{token}/invoice", ({ params, body, reply }) => {
    keepPrivate(reply);
    return orders.setInvoice(params.token, body.invoice);
  });
  router.on("PUT /api/orders/{token}/gift", async ({ params, body, reply }) => {
    keepPrivate(reply);
    await giving.save(params.token, body);
    return orders.byPageToken(anonymous, params.token);
  });
  router.on("GET /api/orders/{token}/gift/card.pdf", ({ params, query, request, reply }) => {
    keepPrivate(reply);
    const origin = request ? originOf(request, publicUrl) : (publicUrl ?? "");
    return giving.card(params.token, query.design, origin);
  });
  router.on("POST /api/gift-codes", async ({ body, reply }) => {
    keepPrivate(reply);
    return { secret: await orders.giftSecret(body.code) };
  });
  router.on("POST /api/gifts/{secret}/take", ({ caller, params, reply }) => {
    keepPrivate(reply);
    return orders.takeGift(caller, params.secret);
  });
  router.on("GET /api/orders/{token}/qr.png", ({ params, reply }) => {
    keepPrivate(reply);
    return orders.qrPicture(params.token);
  });
  router.on("GET /api/admin/config/orders", () => orders.settings());
  router.on("PUT /api/admin/config/orders", ({ caller, body }) => orders.saveSettings(caller, body));
  router.on("GET /api/user/orders", ({ caller, query }) => orders.ofUser(caller, query));
}
