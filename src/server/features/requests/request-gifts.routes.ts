/** HTTP of the gifts that customers make of their songs. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { RequestGifts } from "./request-gifts.service.ts";

export function requestGiftRoutes(router: Router, gifts: RequestGifts): void {
  router.on("GET /api/requests/{token}/gift", async ({ params, reply }) => {
    keepPrivate(reply);
    return { gift: await gifts.gift(params.token) };
  });
  router.on("PUT /api/requests/{token}/gift", ({ params, body, reply }) => {
    keepPrivate(reply);
    return gifts.save(params.token, body);
  });
}
