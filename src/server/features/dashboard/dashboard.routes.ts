/** HTTP of the dashboard. */
import type { Router } from "#server/platform/http/router.ts";
import type { Dashboard } from "./dashboard.service.ts";

export function dashboardRoutes(router: Router, dashboard: Dashboard): void {
  router.on("GET /api/admin/dashboard/stats", ({ query }) => dashboard.stats(query));
  router.on("GET /api/admin/dashboard/income", ({ query }) => dashboard.income(query));
}
