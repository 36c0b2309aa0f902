/** HTTP of the actions on transfers. */
import type { Router } from "#server/platform/http/router.ts";
import type { Inbox } from "./inbox.service.ts";
import type { PaymentActions } from "./payment-actions.service.ts";
import type { Tellings } from "./tellings.service.ts";

export function paymentActionRoutes(
  router: Router,
  actions: PaymentActions,
  { tellings, inbox }: { tellings: Tellings; inbox: Pick<Inbox, "transfer"> },
): void {
  router.on("POST /api/admin/payments/tellings/{id}/split", async ({ caller, params }) =>
    inbox.transfer(await tellings.split(caller, params.id)),
  );
  router.on("POST /api/admin/payments/{id}/attach", ({ caller, params, body }) =>
    actions.attach(caller, params.id, body),
  );
  router.on("POST /api/admin/payments/{id}/accept", ({ caller, params, body }) =>
    actions.accept(caller, params.id, body),
  );
  router.on("POST /api/admin/payments/{id}/extend", ({ caller, params, body }) =>
    actions.extend(caller, params.id, body),
  );
  router.on("POST /api/admin/payments/{id}/refund", ({ caller, params, body }) =>
    actions.refund(caller, params.id, body),
  );
  router.on("POST /api/admin/payments/{id}/ignore", ({ caller, params, body }) =>
    actions.ignore(caller, params.id, body),
  );
  router.on("POST /api/admin/payments/{id}/undo", ({ caller, params, body }) => actions.undo(caller, params.id, body));
  router.on("GET /api/admin/payments/allocations/{id}/undo", ({ params }) => actions.undoPreview(params.id));
  for (const [key, isClosed] of [
    ["POST /api/admin/payments/claims/{id}/close", true],
    ["POST /api/admin/payments/claims/{id}/reopen", false],
  ] as const) {
    router.on(key, async ({ caller, params }) => {
      await actions.setClaimClosed(caller, params.id, isClosed);
      return { success: true as const };
    });
  }
}
