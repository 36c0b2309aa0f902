/** HTTP of the Excel files of lists. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Exports } from "./exports.service.ts";

export function exportRoutes(router: Router, exports: Exports): void {
  router.on("POST /api/admin/exports", ({ caller, body }) => ({ url: exports.link(caller, body) }));
  router.on("GET /api/admin/exports/{list}", ({ params, query, reply }) => {
    keepPrivate(reply);
    return exports.file(params.list, query.link);
  });
}
