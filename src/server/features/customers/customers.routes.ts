/** HTTP of the page of a customer. */
import type { UserSessions } from "#server/features/accounts/users/user-sessions.service.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Customers } from "./customers.service.ts";

export function customerRoutes(router: Router, customers: Customers, sessions: UserSessions): void {
  router.on("GET /api/admin/users/{id}/purchases", ({ params }) => customers.purchases(params.id));
  router.on("GET /api/admin/users/{id}/activity", ({ params }) => customers.activity(params.id));
  router.on("DELETE /api/admin/users/{id}/sessions", async ({ caller, params }) => {
    await sessions.endAll(caller, params.id);
    return { success: true as const };
  });
  router.on("DELETE /api/admin/users/{id}/sessions/{session_id}", async ({ caller, params }) => {
    await sessions.end(caller, params.id, params.session_id);
    return { success: true as const };
  });
}
