/** HTTP of the streams of changes. */
import type { LiveTopic } from "#contract/live.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Live } from "./live.service.ts";

/** Orders; transfers; packages and the bank account. */
const accountantTopics: readonly LiveTopic[] = ["orders", "payments", "site"];

export function liveRoutes(router: Router, live: Live): void {
  router.on("GET /api/admin/changes", ({ caller, signal, lastEventId }) =>
    live.changes(signal, lastEventId, caller.kind === "accountant" ? accountantTopics : undefined),
  );
  router.on("GET /api/staff/changes", ({ signal, lastEventId }) =>
    live.changes(signal, lastEventId, ["requests", "staff"]),
  );
}
