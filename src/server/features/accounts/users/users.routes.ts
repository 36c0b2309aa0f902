/** HTTP of users, as the administrator manages them. */
import type { PageSender, Router } from "#server/platform/http/router.ts";
import type { Accounts } from "../accounts.service.ts";
import type { Users } from "./users.service.ts";

/** @param page sends the page that has the address of an endpoint. */
export function userRoutes(router: Router, users: Users, accounts: Pick<Accounts, "user">, page: PageSender): void {
  router.on("GET /api/admin/users", ({ query }) => users.list(query));
  router.on("GET /api/admin/users/count", ({ query }) => users.count(query));
  router.on("GET /api/admin/users/tabs", ({ query }) => users.tabs(query));
  router.on("GET /admin/users", () => users.statistics(), { page });
  for (const key of ["POST /admin/users", "POST /api/admin/users"] as const) {
    router.on(key, ({ caller, body }) => users.create(caller, body));
  }
  router.on("GET /api/admin/users/{id}", ({ params }) => users.user(params.id));
  router.on("PUT /api/admin/users/{id}", ({ caller, params, body }) => users.update(caller, params.id, body));
  router.on("DELETE /api/admin/users/{id}", async ({ caller, params }) => {
    await users.remove(caller, params.id);
    return { success: true as const };
  });
  router.on("PATCH /api/admin/users/{id}/toggle-active", ({ caller, params }) => users.toggleActive(caller, params.id));
  router.on("PATCH /api/admin/users/{id}/upgrade-premium", ({ caller, params, query }) =>
    users.upgrade(caller, params.id, query),
  );
  router.on("PATCH /api/admin/users/{id}/add-premium-days", ({ caller, params, query }) =>
    users.addDays(caller, params.id, query),
  );
  router.on("PATCH /api/admin/users/{id}/downgrade-free", ({ caller, params }) => users.downgrade(caller, params.id));
}
