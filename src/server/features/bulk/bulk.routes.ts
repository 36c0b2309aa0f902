/** HTTP of bulk jobs. */
import type { Router } from "#server/platform/http/router.ts";
import type { Bulk } from "./bulk.service.ts";

export function bulkRoutes(router: Router, bulk: Bulk): void {
  router.on("POST /api/admin/bulk/preview", ({ caller, body }) => bulk.preview(caller, body));
  router.on("POST /api/admin/bulk", ({ caller, body }) => bulk.start(caller, body));
  router.on("GET /api/admin/bulk", ({ caller, query }) => bulk.own(caller, query.entity));
  router.on("GET /api/admin/bulk/{id}", ({ caller, params }) => bulk.job(caller, params.id));
  router.on("GET /api/admin/bulk/{id}/rows", ({ caller, params, query }) => bulk.rows(caller, params.id, query));
  router.on("POST /api/admin/bulk/{id}/stop", ({ caller, params }) => bulk.stop(caller, params.id));
  router.on("POST /api/admin/bulk/{id}/resume", ({ caller, params }) => bulk.resume(caller, params.id));
  router.on("POST /api/admin/bulk/{id}/undo", ({ caller, params }) => bulk.undo(caller, params.id));
  router.on("POST /api/admin/bulk/{id}/dismiss", ({ caller, params }) => bulk.dismiss(caller, params.id));
}
