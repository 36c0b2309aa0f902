/** The common part of orders and requests: the gifts that are made of them, and the transfers that pay them. */
import { giftRoutes } from "#server/features/gifts/gifts.routes.ts";
import { createGifts } from "#server/features/gifts/gifts.service.ts";
import { createInbox } from "#server/features/payments/inbox.service.ts";
import { createLedger } from "#server/features/payments/ledger.ts";
import { paymentActionRoutes } from "#server/features/payments/payment-actions.routes.ts";
import { createPaymentActions } from "#server/features/payments/payment-actions.service.ts";
import { inboxRoutes } from "#server/features/payments/payments.routes.ts";
import { createSettler } from "#server/features/payments/settle.ts";
import { createTellings } from "#server/features/payments/tellings.service.ts";
import type { AccountsWing } from "./accounts.ts";
import type { FilesWing } from "./files.ts";
import type { Platform } from "./platform.ts";
import type { Ports } from "./ports.ts";
import type { RequestsWing } from "./requests.ts";
import type { Sales } from "./sales.ts";

export type Payments = ReturnType<typeof openPayments>;

/** Makes gifts, and the ledger with what people do in it; fills the port `paymentChanged`. */
export function openPayments({
  platform: { config, database, outbox },
  accounts: { router },
  files: { files },
  sales: { bank, orders, paymentSettings },
  requests: { requests, giftSource },
  ports: { paymentChanged },
}: {
  platform: Platform;
  accounts: AccountsWing;
  files: FilesWing;
  sales: Sales;
  requests: RequestsWing;
  ports: Pick<Ports, "paymentChanged">;
}) {
  const gifts = createGifts({ database, sources: { song: giftSource, premium: orders.giftSource } });
  giftRoutes(router, gifts);

  const ports = { order: orders.payments, request: requests.payments };
  const ledger = createLedger({ dialect: database.dialect, ports });
  paymentChanged.fill(ledger.follow);
  const tolerance = async () => (await paymentSettings.current()).tolerance;
  const ownAccounts = bank.accountNumbers;
  createSettler({ database, outbox, ledger, ports, ownAccounts, tolerance }).handle();
  const payables = { order: orders.payables, request: requests.payables };
  const inbox = createInbox({
    database,
    orders: payables.order,
    requests: payables.request,
    files,
    ...config.secrets,
  });
  inboxRoutes(router, inbox);
  const paymentActions = createPaymentActions({
    database,
    ledger,
    ports,
    payables,
    ownAccounts,
    tolerance,
    detail: inbox.transfer,
  });
  paymentActionRoutes(router, paymentActions, { tellings: createTellings({ database, outbox }), inbox });
  return { gifts, payables, paymentActions };
}
