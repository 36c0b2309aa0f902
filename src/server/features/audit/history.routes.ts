/** HTTP of the history. */
import type { Router } from "#server/platform/http/router.ts";
import type { History } from "./history.service.ts";

export function historyRoutes(router: Router, history: History): void {
  router.on("GET /api/admin/history", ({ query }) => history.page(query));
  router.on("GET /api/admin/history/people", () => history.people());
  router.on("GET /api/admin/history/{entity}/{id}", ({ params, caller }) =>
    history.ofRecord(caller, params.entity, params.id),
  );
}
