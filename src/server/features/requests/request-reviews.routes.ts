/** HTTP of reviews. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { RequestReviews } from "./request-reviews.service.ts";

export function requestReviewRoutes(router: Router, reviews: RequestReviews, cache: ResponseCache): void {
  router.on("PUT /api/requests/{token}/review", ({ params, body, reply }) => {
    keepPrivate(reply);
    return reviews.save(params.token, body);
  });
  router.on("DELETE /api/requests/{token}/review", async ({ params, reply }) => {
    keepPrivate(reply);
    await reviews.remove(params.token);
    return { success: true as const };
  });
  router.on("GET /api/song-requests/public/reviews", () => reviews.shown(), { cache });
  router.on("GET /api/admin/reviews", ({ query }) => reviews.page(query));
  router.on("GET /api/admin/reviews/tabs", () => reviews.tabs());
  router.on("PUT /api/admin/reviews/{id}", ({ caller, params, body }) => reviews.change(caller, params.id, body));
}
