/** HTTP of the search over all that the back office manages. */
import type { Router } from "#server/platform/http/router.ts";
import type { Find } from "./find.service.ts";

export function findRoutes(router: Router, find: Find): void {
  router.on("GET /api/admin/find", async ({ caller, query }) => ({ found: await find(caller, query.search ?? "") }));
}
