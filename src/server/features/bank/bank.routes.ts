/** HTTP of the bank account. */
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Bank } from "./bank.service.ts";

export function bankRoutes(router: Router, bank: Bank, cache: ResponseCache): void {
  router.on("GET /api/bank-config", ({ caller }) => bank.account(caller), { cache });
  router.on("GET /api/bank-config/test-payment", () => bank.testPayment());
  router.on("POST /api/bank-config", ({ caller, body }) => bank.add(caller, body));
  router.on("PUT /api/bank-config/{id}", ({ caller, params, body }) => bank.change(caller, params.id, body));
  router.on("DELETE /api/bank-config/{id}", async ({ caller, params }) => {
    await bank.remove(caller, params.id);
    return { success: true as const };
  });
}
