/** HTTP of Premium packages. */
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { PremiumPackages } from "./premium-packages.service.ts";

export function premiumPackageRoutes(router: Router, packages: PremiumPackages, cache: ResponseCache): void {
  router.on("GET /api/premium-packages", ({ caller, query }) => packages.publicPage(caller, query), { cache });
  router.on("GET /api/admin/premium-packages", ({ query }) => packages.page(query));
  router.on("GET /api/admin/premium-packages/count", async ({ query }) => ({ total: await packages.count(query) }));
  router.on("GET /api/admin/premium-packages/order", () => packages.order());
  router.on("PUT /api/admin/premium-packages/order", ({ caller, body }) => packages.changeOrder(caller, body));
  router.on("GET /api/admin/premium-packages/{id}", ({ params }) => packages.package(params.id));
  router.on("POST /api/admin/premium-packages", ({ caller, body }) => packages.add(caller, body));
  router.on("PUT /api/admin/premium-packages/{id}", ({ caller, params, body }) =>
    packages.change(caller, params.id, body),
  );
  router.on("PATCH /api/admin/premium-packages/{id}/toggle-active", ({ caller, params }) =>
    packages.toggle(caller, params.id),
  );
  router.on("DELETE /api/admin/premium-packages/{id}", async ({ caller, params }) => {
    await packages.remove(caller, params.id);
    return { success: true as const };
  });
}
