/** HTTP of accounts' queues. */
import type { Router } from "#server/platform/http/router.ts";
import type { Queues } from "./queues.service.ts";

export function queueRoutes(router: Router, queues: Queues): void {
  router.on("GET /api/me/queue", async ({ caller }) => ({ queue: await queues.read(caller.id) }));
  router.on("PUT /api/me/queue", ({ caller, body }) => queues.store(caller.id, body));
}
