/** HTTP of saved views. */
import type { Router } from "#server/platform/http/router.ts";
import type { Views } from "./views.service.ts";

export function viewRoutes(router: Router, views: Views): void {
  router.on("GET /api/account/views", ({ caller, query }) => views.list(caller, query.screen));
  router.on("POST /api/account/views", ({ caller, body }) => views.add(caller, body));
  router.on("PUT /api/account/views/{id}", ({ caller, params, body }) => views.change(caller, params.id, body));
  router.on("POST /api/account/views/{id}/default", ({ caller, params, body }) =>
    views.setDefault(caller, params.id, body.is_default),
  );
  router.on("DELETE /api/account/views/{id}", async ({ caller, params }) => {
    await views.remove(caller, params.id);
    return { success: true as const };
  });
  router.on("POST /api/account/views/{id}/restore", ({ caller, params }) => views.restore(caller, params.id));
}
