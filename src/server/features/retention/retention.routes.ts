/** HTTP of the retention's settings. */
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { RetentionService } from "./retention.service.ts";

export function retentionRoutes(router: Router, retention: RetentionService, cache: ResponseCache): void {
  router.on("GET /api/retention", () => retention.retention(), { cache });
  router.on("GET /api/admin/config/retention", () => retention.adminRetention());
  router.on("PUT /api/admin/config/retention", ({ caller, body }) => retention.save(caller, body));
  router.on("GET /api/admin/config/retention/due", ({ query }) => retention.due(query));
}
