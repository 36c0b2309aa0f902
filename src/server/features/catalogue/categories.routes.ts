/** HTTP of categories. */
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Categories } from "./categories.service.ts";

const done = { success: true } as const;

export function categoryRoutes(router: Router, categories: Categories, cache: ResponseCache): void {
  router.on(
    "GET /api/categories",
    async ({ caller, query }) => {
      const rows = await categories.list(caller, query.featured);
      return { rows, total: rows.length };
    },
    { cache },
  );
  router.on(
    "GET /api/categories/with-song-count",
    async ({ caller }) => {
      const rows = await categories.listWithSongCount(caller);
      return { rows, total: rows.length };
    },
    { cache },
  );
  router.on("GET /api/categories/{id}", ({ caller, params }) => categories.get(caller, params.id), { cache });
  router.on("POST /api/categories", ({ caller, body }) => categories.create(caller, body));
  router.on("PUT /api/categories/{id}", ({ caller, params, body }) => categories.update(caller, params.id, body));
  router.on("DELETE /api/categories/{id}", async ({ caller, params }) => {
    await categories.remove(caller, params.id);
    return done;
  });
}
