/** HTTP of the settings of object storage. */
import type { Router } from "#server/platform/http/router.ts";
import type { Storage } from "./storage.service.ts";

export function storageRoutes(router: Router, storage: Storage): void {
  router.on("GET /api/admin/config/cloudflare-r2", () => storage.read());
  router.on("PUT /api/admin/config/cloudflare-r2", ({ caller, body }) => storage.save(caller, body));
  router.on("POST /api/admin/config/cloudflare-r2/test-connection", ({ body }) => storage.test(body));
}
