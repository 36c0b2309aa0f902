/** HTTP of support contacts. */
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Support } from "./support.service.ts";

export function supportRoutes(router: Router, support: Support, cache: ResponseCache): void {
  router.on(
    "GET /api/admin/support/public/active",
    async () => {
      const rows = await support.activeContacts();
      return { rows, total: rows.length };
    },
    { cache },
  );
  router.on("GET /api/admin/support", async () => {
    const items = await support.contacts();
    return { items, total: items.length };
  });
  router.on("POST /api/admin/support", ({ caller, body }) => support.add(caller, body));
  router.on("PUT /api/admin/support/{id}", ({ caller, params, body }) => support.change(caller, params.id, body));
  router.on("PATCH /api/admin/support/{id}/toggle-status", ({ caller, params }) => support.toggle(caller, params.id));
  router.on("DELETE /api/admin/support/{id}", async ({ caller, params }) => {
    await support.remove(caller, params.id);
    return { success: true as const };
  });
}
