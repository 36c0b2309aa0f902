/** HTTP of the bin. */
import type { Router } from "#server/platform/http/router.ts";
import type { BinContents } from "./bin-contents.service.ts";

export function binRoutes(router: Router, contents: BinContents): void {
  router.on("GET /api/admin/bin", ({ query }) => contents.page(query));
  router.on("GET /api/admin/bin/counts", ({ query }) => contents.counts(query.search));
  router.on("GET /api/admin/bin/{id}", ({ params }) => contents.item(params.id));
  router.on("GET /api/admin/bin/preview", ({ caller, query }) => contents.preview(caller, query.entity, query.id));
  router.on("POST /api/admin/bin/restore", ({ caller, body }) => contents.restore(caller, body));
  router.on("DELETE /api/admin/bin/{id}", async ({ caller, params }) => {
    await contents.remove(caller, params.id);
    return { success: true as const };
  });
  router.on("DELETE /api/admin/bin", async ({ caller }) => ({ removed: await contents.removeAll(caller) }));
}
