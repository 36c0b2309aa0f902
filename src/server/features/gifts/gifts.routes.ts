/** HTTP of gifts' pages. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Gifts } from "./gifts.service.ts";

const done = { success: true as const };

export function giftRoutes(router: Router, gifts: Gifts): void {
  router.on("GET /api/gifts/{secret}", ({ params, reply }) => {
    keepPrivate(reply);
    return gifts.page(params.secret);
  });
  router.on("POST /api/gifts/{secret}/opening", async ({ params, reply }) => {
    keepPrivate(reply);
    await gifts.open(params.secret);
    return done;
  });
  router.on("POST /api/gifts/{secret}/hearts", async ({ params, body, reply }) => {
    keepPrivate(reply);
    await gifts.addHeart(params.secret, body.id);
    return done;
  });
  router.on("POST /api/gifts/{secret}/thanks", async ({ params, body, reply }) => {
    keepPrivate(reply);
    await gifts.thank(params.secret, body);
    return done;
  });
}
