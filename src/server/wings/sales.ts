/** Sales: contacts, packages, the bank account with the services that tell of its transfers, and orders with their receipts. */
import { bankRoutes } from "#server/features/bank/bank.routes.ts";
import { createBank } from "#server/features/bank/bank.service.ts";
import { createGiftCards, giftStore } from "#server/features/gifts/gifts.service.ts";
import { createGiving } from "#server/features/gifts/giving.service.ts";
import { orderRoutes } from "#server/features/orders/orders.routes.ts";
import { createOrders, newestOrderAsking, orderToPay } from "#server/features/orders/orders.service.ts";
import {
  createPaymentClients,
  type PaymentClientsOptions,
} from "#server/features/payment-providers/payment-clients.service.ts";
import { createPaymentLinks, payosKeys } from "#server/features/payment-providers/payment-links.service.ts";
import { paymentProviderRoutes } from "#server/features/payment-providers/payment-providers.routes.ts";
import { createPaymentProviders } from "#server/features/payment-providers/payment-providers.service.ts";
import { createPaymentSettings } from "#server/features/payment-providers/payment-settings.ts";
import { claimRoutes } from "#server/features/payments/claims.routes.ts";
import { createClaims } from "#server/features/payments/claims.service.ts";
import { extraDaysOf } from "#server/features/payments/figures.service.ts";
import { createIntake } from "#server/features/payments/intake.ts";
import { pollRoutes } from "#server/features/payments/poll.routes.ts";
import { createPoll } from "#server/features/payments/poll.ts";
import { createSilence } from "#server/features/payments/silence.ts";
import { statementRoutes } from "#server/features/payments/statement.routes.ts";
import { createStatements } from "#server/features/payments/statement.ts";
import { premiumPackageRoutes } from "#server/features/premium-packages/premium-packages.routes.ts";
import { createPremiumPackages } from "#server/features/premium-packages/premium-packages.service.ts";
import { receiptRoutes } from "#server/features/receipts/receipts.routes.ts";
import type { PaidKind } from "#server/features/receipts/receipts.service.ts";
import { requestToPay } from "#server/features/requests/customer-requests.service.ts";
import { supportRoutes } from "#server/features/support/support.routes.ts";
import { createSupport } from "#server/features/support/support.service.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { AccountsWing } from "./accounts.ts";
import type { CatalogueWing } from "./catalogue.ts";
import type { FilesWing } from "./files.ts";
import type { Messages } from "./messages.ts";
import type { Platform } from "./platform.ts";
import type { Ports } from "./ports.ts";

export interface SalesOptions {
  /** The addresses of the services that tell of transfers, and shorter times, for tests. */
  paymentOptions?: PaymentClientsOptions & { linkWaitMs?: number };
}

export type Sales = Awaited<ReturnType<typeof openSales>>;

interface Given {
  platform: Platform;
  messages: Messages;
  accounts: AccountsWing;
  files: FilesWing;
  catalogue: CatalogueWing;
  ports: Pick<Ports, "paymentChanged">;
}

/** Makes what is sold and how it is paid, with the routes. */
export async function openSales(options: SalesOptions, given: Given) {
  const { platform, messages, accounts: people, files: kept, ports } = given;
  const { caches, config, counts, database, idempotency, log, outbox } = platform;
  const { notifications, receipts, recordSensitive } = messages;
  const { accounts, rateLimiter, router } = people;
  const { files, bin, store } = kept;
  supportRoutes(router, createSupport({ database, files, bin, recordSensitive }), caches.site);
  const packages = createPremiumPackages({ database, bin });
  premiumPackageRoutes(router, packages, caches.site);

  const { bank, paymentSettings, paymentProviders, poll } = await openBank(options, given);
  const claims = createClaims({
    database,
    files,
    store,
    countBytes: rateLimiter?.countBytes,
    toPay: { order: orderToPay, request: requestToPay },
  });
  claimRoutes(router, claims);
  receiptRoutes(router, receipts);
  const forgetPayer = async (tx: Tx, owner: { kind: PaidKind; id: number }) => {
    await claims.forget(tx, owner);
    await receipts.forget(tx, owner);
  };

  const premiumGifts = giftStore("premium");
  const giftCards = createGiftCards(given.catalogue.pictures);
  const orders = createOrders({
    database,
    onPayment: receipts.follow,
    outbox,
    log,
    accounts,
    bank,
    packageNames: packages.packageNames,
    idempotency,
    notifications,
    transfersOf: (id) => claims.factsOf({ kind: "order", id }),
    excessOf: (ids) => claims.excessOf("order", ids),
    extraDaysOf,
    onRemove: (tx, id) => forgetPayer(tx, { kind: "order", id }),
    gifts: premiumGifts,
    onPaymentChanged: (tx, id, by) => ports.paymentChanged.use(tx, { kind: "order", id }, by),
    ...config.secrets,
    onCreated: () => counts.orders.add(),
  });
  const giving = createGiving({ database, store: premiumGifts, source: orders.giftSource, cards: giftCards });
  orderRoutes(router, orders, giving, config.http.publicUrl);
  orders.handle();
  return {
    packages,
    bank,
    paymentSettings,
    paymentProviders,
    poll,
    /** What customers tell of their transfers. */
    claims,
    orders,
    premiumGifts,
    giftCards,
    /** Removes what tells who paid an order or request. */
    forgetPayer,
  };
}

/** The account that customers pay to, and how the site comes to know of its transfers: services, lists, statements. */
async function openBank({ paymentOptions }: SalesOptions, given: Given) {
  const { config, caches, database, http, log, outbox } = given.platform;
  const { recordSensitive } = given.messages;
  const { rateLimiter, router } = given.accounts;
  const { db } = database;
  const { publicUrl } = config.http;
  const settings = createPaymentSettings({ database, ...config.secrets, recordSensitive });
  const clients = createPaymentClients(paymentOptions);
  http.addHook("onClose", async () => clients.close());
  const links = createPaymentLinks({
    database,
    settings: settings.current,
    payos: clients.payos,
    publicUrl,
    log,
    waitMs: paymentOptions?.linkWaitMs,
  });
  const bank = createBank({
    database,
    files: given.files.files,
    links,
    pictures: given.catalogue.pictures,
    recordSensitive,
    async transferOptions() {
      const current = await settings.current();
      const { has_app_links, signed, isUnreadable } = current;
      const makesLinks = current.payos.makes_links && payosKeys(current) !== undefined;
      return { makesLinks, hasAppLinks: has_app_links, isInstant: signed.length > 0 && !isUnreadable };
    },
    publicUrl,
  });
  bankRoutes(router, bank, caches.site);

  const takeIn = createIntake({ database, outbox });
  const paymentProviders = createPaymentProviders({
    database,
    settings,
    takeIn,
    silentProviders: createSilence({
      db,
      settings: settings.current,
      savedAt: settings.savedAt,
      newestOrder: (from, until) => newestOrderAsking(db, from, until),
    }),
    log,
  });
  http.addHook("onClose", paymentProviders.close);
  await paymentProviderRoutes(http, router, paymentProviders, rateLimiter);
  const { accountNumbers } = bank;
  const poll = createPoll({
    database,
    outbox,
    settings: settings.current,
    clients,
    links,
    takeIn,
    accountNumbers,
    log,
  });
  poll.handle();
  http.addHook("onClose", poll.close);
  pollRoutes(router, poll, paymentProviders.statuses);
  statementRoutes(router, createStatements({ database, takeIn, accountNumbers }));
  return { bank, paymentSettings: settings, paymentProviders, poll };
}
