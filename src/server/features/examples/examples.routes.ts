/** HTTP of the songs to hear. */
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Examples } from "./examples.service.ts";

export function exampleRoutes(router: Router, examples: Examples, cache: ResponseCache): void {
  router.on("GET /api/song-requests/public/examples", () => examples.heard(), { cache });
  router.on("GET /api/admin/examples", () => examples.list());
  router.on("GET /api/admin/examples/candidates", () => examples.candidates());
  router.on("POST /api/admin/examples", ({ caller, body }) => examples.add(caller, body));
  router.on("PUT /api/admin/examples/{id}", ({ caller, params, body }) => examples.change(caller, params.id, body));
  router.on("DELETE /api/admin/examples/{id}", async ({ caller, params }) => {
    await examples.remove(caller, params.id);
    return { success: true as const };
  });
}
