/** HTTP of the gifts that customers make of their songs. */

import type { Giving } from "#server/features/gifts/giving.service.ts";
import { originOf } from "#server/platform/http/origin.ts";
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";

export function requestGiftRoutes(router: Router, giving: Giving, publicUrl: string | undefined): void {
  router.on("GET /api/requests/{token}/gift", async ({ params, reply }) => {
    keepPrivate(reply);
    return { gift: await giving.gift(params.token) };
  });
  router.on("PUT /api/requests/{token}/gift", async ({ params, body, reply }) => {
    keepPrivate(reply);
    await giving.save(params.token, body);
    const gift = await giving.gift(params.token);
    if (!gift) throw new Error("A gift that was saved is there");
    return gift;
  });
  router.on("GET /api/requests/{token}/gift/card.pdf", ({ params, query, request, reply }) => {
    keepPrivate(reply);
    const origin = request ? originOf(request, publicUrl) : (publicUrl ?? "");
    return giving.card(params.token, query.design, origin);
  });
}
