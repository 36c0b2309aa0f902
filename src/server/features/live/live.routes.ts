/** HTTP of the streams of changes. */
import type { Router } from "#server/platform/http/router.ts";
import type { Live } from "./live.service.ts";

export function liveRoutes(router: Router, live: Live): void {
  router.on("GET /api/admin/changes", ({ signal, lastEventId }) => live.changes(signal, lastEventId));
  router.on("GET /api/staff/changes", ({ signal, lastEventId }) =>
    live.changes(signal, lastEventId, ["requests", "staff"]),
  );
}
