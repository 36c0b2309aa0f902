/** HTTP of the gifts that customers make of their songs. */

import { originOf } from "#server/platform/http/origin.ts";
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { RequestGifts } from "./request-gifts.service.ts";

export function requestGiftRoutes(router: Router, gifts: RequestGifts, publicUrl: string | undefined): void {
  router.on("GET /api/requests/{token}/gift", async ({ params, reply }) => {
    keepPrivate(reply);
    return { gift: await gifts.gift(params.token) };
  });
  router.on("PUT /api/requests/{token}/gift", ({ params, body, reply }) => {
    keepPrivate(reply);
    return gifts.save(params.token, body);
  });
  router.on("GET /api/requests/{token}/gift/card.pdf", ({ params, query, request, reply }) => {
    keepPrivate(reply);
    const origin = request ? originOf(request, publicUrl) : (publicUrl ?? "");
    return gifts.card(params.token, query.design, origin);
  });
}
