/** The back office over all other wings: users and customers, bulk jobs, views, exports, the dashboard, and what happens by itself each day. */
import { administrators } from "#server/features/accounts/accounts.service.ts";
import { createOwnAccess } from "#server/features/accounts/sessions/own-access.service.ts";
import { ownAccountRoutes } from "#server/features/accounts/users/own-account.routes.ts";
import { createOwnAccount } from "#server/features/accounts/users/own-account.service.ts";
import { createPremiumReminders } from "#server/features/accounts/users/premium-reminders.ts";
import { createUserSessions } from "#server/features/accounts/users/user-sessions.service.ts";
import { userRoutes } from "#server/features/accounts/users/users.routes.ts";
import { createUsers } from "#server/features/accounts/users/users.service.ts";
import { bulkRoutes } from "#server/features/bulk/bulk.routes.ts";
import { createBulk } from "#server/features/bulk/bulk.service.ts";
import { customerRoutes } from "#server/features/customers/customers.routes.ts";
import { createCustomers } from "#server/features/customers/customers.service.ts";
import { dashboardRoutes } from "#server/features/dashboard/dashboard.routes.ts";
import { createDashboard } from "#server/features/dashboard/dashboard.service.ts";
import { exportRoutes } from "#server/features/exports/exports.routes.ts";
import { createExports } from "#server/features/exports/exports.service.ts";
import { hasStuckFile } from "#server/features/files/files.service.ts";
import { findRoutes } from "#server/features/find/find.routes.ts";
import { createFind } from "#server/features/find/find.service.ts";
import { liveRoutes } from "#server/features/live/live.routes.ts";
import { createLive } from "#server/features/live/live.service.ts";
import { orderRetention } from "#server/features/orders/order-retention.service.ts";
import { countWaitingPayments, hasTransfers } from "#server/features/payments/figures.service.ts";
import { transferRetention } from "#server/features/payments/transfer-retention.service.ts";
import { findPackage } from "#server/features/premium-packages/premium-packages.service.ts";
import { retentionRoutes } from "#server/features/retention/retention.routes.ts";
import { createRetention } from "#server/features/retention/retention.service.ts";
import { settingsRoutes } from "#server/features/settings/settings.routes.ts";
import { storageRoutes } from "#server/features/storage/storage.routes.ts";
import { createSystem } from "#server/features/system/system.service.ts";
import { liveTopics } from "#server/features/topics.ts";
import { viewRoutes } from "#server/features/views/views.routes.ts";
import { createViews } from "#server/features/views/views.service.ts";
import { createDailyWorks } from "#server/platform/daily-work.ts";
import type { ReadinessDeps } from "#server/platform/readiness.ts";
import type { AccountsWing } from "./accounts.ts";
import type { CatalogueWing } from "./catalogue.ts";
import type { FilesWing } from "./files.ts";
import type { Messages } from "./messages.ts";
import type { PagesWing } from "./pages.ts";
import type { Payments } from "./payments.ts";
import type { Platform } from "./platform.ts";
import type { RequestsWing } from "./requests.ts";
import type { Sales } from "./sales.ts";
import type { Team } from "./team.ts";

export interface OfficeOptions {
  /** Another disk, for tests. */
  readiness?: Pick<ReadinessDeps, "readDisk">;
}

export type Office = ReturnType<typeof openOffice>;

interface Given {
  platform: Platform;
  messages: Messages;
  accounts: AccountsWing;
  pages: PagesWing;
  files: FilesWing;
  catalogue: CatalogueWing;
  sales: Sales;
  team: Team;
  requests: RequestsWing;
  payments: Payments;
}

/** Makes what works over all rooms, with the routes. It offers the daily works and the run of each night, which the process starts. */
export function openOffice({ readiness: { readDisk } = {} }: OfficeOptions, given: Given) {
  const { caches, config, database, http, log, outbox } = given.platform;
  const { notifications } = given.messages;
  const { accounts, recordings, router } = given.accounts;
  const { storage } = given.files;
  const { categories, listening, songBulk, songs } = given.catalogue;
  const { bank, orders, packages, paymentProviders } = given.sales;
  const { history, settings, staff } = given.team;
  const { requests, reviews } = given.requests;
  const { payables, paymentActions } = given.payments;
  const { db } = database;
  const daily = createDailyWorks(
    [createPremiumReminders({ database, notifications }), ...given.requests.reminders, orders.reminders],
    log,
  );
  http.addHook("onClose", daily.stop);
  const users = openUsers(given);

  const bulk = createBulk({
    database,
    outbox,
    administrators,
    staff,
    works: [orders, paymentActions, users, requests, notifications, songBulk].flatMap(({ bulkWorks }) => bulkWorks),
    log,
  });
  bulk.handle();
  bulkRoutes(router, bulk);
  viewRoutes(router, createViews({ database }));
  settingsRoutes(router, settings, caches.site);
  const retention = openRetention(given);
  storageRoutes(router, storage);

  const system = createSystem({ database, dataDir: config.dataDir, readDisk, recordings });
  dashboardRoutes(
    router,
    createDashboard({
      db,
      songs,
      categories,
      listening,
      accounts,
      orders,
      requests,
      reviews,
      notifications,
      countWaitingPayments: () => countWaitingPayments(db),
      providers: paymentProviders,
      bank,
      hasTransfers: () => hasTransfers(db),
      hasMailServer: config.mail.smtp !== undefined,
      staff,
      system,
      storageCondition: async () => ({ state: (await storage.current()).state, hasStuckFile: await hasStuckFile(db) }),
    }),
  );
  findRoutes(
    router,
    createFind({ orders: payables.order, requests: payables.request, users, staff, songs, categories }),
  );
  exportRoutes(
    router,
    createExports({ users, requests, notifications, packages, staff, history, songs, categories, ...config.secrets }),
  );
  liveRoutes(router, createLive(database.changes, liveTopics));
  return { daily, retention, system };
}

/** Users, what they do with their own account, and all of one of them for the back office. */
function openUsers({ platform, messages, accounts: people, pages, catalogue: songs, sales, requests: room }: Given) {
  const { database } = platform;
  const { notifications, receipts, recordSensitive } = messages;
  const { accounts, passwords, router, verification } = people;
  const { listening, ownSongs, learning, notebook, playlists, queues } = songs;
  const { orders } = sales;
  const { customerRequests, requests } = room;
  const personalData = [
    ...listening.personalData,
    ...ownSongs.personalData,
    ...learning.personalData,
    ...notebook.personalData,
    ...queues.personalData,
    ...playlists.personalData,
    ...orders.personalData,
    ...customerRequests.personalData,
    ...notifications.personalData,
  ];
  const users = createUsers({
    database,
    passwords,
    accounts,
    personalData,
    findPackage,
    notifications,
    recordSensitive,
  });
  userRoutes(router, users, accounts, pages.sendPage);
  ownAccountRoutes(
    router,
    createOwnAccount({ database, passwords, accounts, personalData, verification }),
    createOwnAccess({ database, passwords, accounts }),
  );
  const sessions = createUserSessions({ database, accounts });
  customerRoutes(
    router,
    createCustomers({
      db: database.db,
      accounts,
      users,
      sessions,
      orders,
      requests,
      receipts,
      listening,
      notifications,
    }),
    sessions,
  );
  return users;
}

/** How long old data is kept, and the run of each night. */
function openRetention({ platform, accounts, files, catalogue, sales, requests }: Given) {
  const { caches, database, idempotency, log, outbox } = platform;
  const { forgetPayer, premiumGifts } = sales;
  const retention = createRetention({
    database,
    outbox,
    requests: requests.retention,
    orders: orderRetention(database, async (tx, id) => {
      await forgetPayer(tx, { kind: "order", id });
      await premiumGifts.remove(tx, id);
    }),
    transfers: transferRetention(database),
    idempotency,
    emptyBin: files.binContents.emptyDue,
    eraseRemovedWords: catalogue.notebook.eraseRemoved,
    log,
  });
  retention.handle();
  retentionRoutes(accounts.router, retention, caches.site);
  return retention;
}
