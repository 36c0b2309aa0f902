/** HTTP of asking the services what was missed. */
import type { PaymentProviderStatus } from "#contract/payment-config.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Poll } from "./poll.ts";

export function pollRoutes(
  router: Router,
  poll: Pick<Poll, "runNow">,
  statuses: () => Promise<PaymentProviderStatus[]>,
): void {
  router.on("POST /api/admin/payments/poll", async () => {
    await poll.runNow();
    return statuses();
  });
}
