/** HTTP of support contacts. */
import type { ResponseCache } from "#server/platform/http/response-cache.ts";
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
}
