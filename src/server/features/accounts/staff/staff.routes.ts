/** HTTP of staff members, as the administrator manages them and as they see one another. */
import type { Router } from "#server/platform/http/router.ts";
import type { Staff } from "./staff.service.ts";

export function staffRoutes(router: Router, staff: Staff): void {
  router.on("GET /api/staff/me", ({ caller }) => staff.info(caller.id));
  router.on("GET /api/staff/members", () => staff.colleagues());
  router.on("GET /api/admin/staff", async () => {
    const rows = await staff.members();
    return { rows, total: rows.length };
  });
  router.on("POST /api/admin/staff", ({ caller, body }) => staff.create(caller, body));
  router.on("PUT /api/admin/staff/{id}", ({ caller, params, body }) => staff.update(caller, params.id, body));
  router.on("DELETE /api/admin/staff/{id}", async ({ caller, params }) => {
    await staff.remove(caller, params.id);
    return { success: true as const };
  });
}
