/** Wires the whole server by hand, in order of dependency. */
import type { RequestListener, Server } from "node:http";
import formbody from "@fastify/formbody";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Logger } from "pino";
import { defaultBodyLimit } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { schemaState } from "#server/database/migrate.ts";
import { accountRoutes } from "#server/features/accounts/accounts.routes.ts";
import {
  type Accounts,
  administrators,
  createAccounts,
  isVerifiedEmail,
} from "#server/features/accounts/accounts.service.ts";
import { administratorRoutes } from "#server/features/accounts/administrators/administrators.routes.ts";
import { createAdministrators } from "#server/features/accounts/administrators/administrators.service.ts";
import { createAccountLinks, isAccountLinkUsable } from "#server/features/accounts/links/account-links.ts";
import { accountMailRoutes } from "#server/features/accounts/links/account-mail.routes.ts";
import { createPasswordReset } from "#server/features/accounts/links/password-reset.service.ts";
import { createPasswords, type Passwords } from "#server/features/accounts/passwords.ts";
import { peopleOfOffice } from "#server/features/accounts/people.service.ts";
import { accountSecurityRoutes } from "#server/features/accounts/second-factor/account-security.routes.ts";
import { createAccountSecurity } from "#server/features/accounts/second-factor/account-security.service.ts";
import { createSecondFactors } from "#server/features/accounts/second-factor/second-factors.ts";
import { type Confirmations, createConfirmations } from "#server/features/accounts/sessions/confirmations.ts";
import { createOwnAccess } from "#server/features/accounts/sessions/own-access.service.ts";
import { staffRoutes } from "#server/features/accounts/staff/staff.routes.ts";
import { createStaff } from "#server/features/accounts/staff/staff.service.ts";
import { staffPort } from "#server/features/accounts/staff/staff-bin.ts";
import { createEmailVerification } from "#server/features/accounts/users/email-verification.service.ts";
import { ownAccountRoutes } from "#server/features/accounts/users/own-account.routes.ts";
import { createOwnAccount } from "#server/features/accounts/users/own-account.service.ts";
import { createPremiumReminders } from "#server/features/accounts/users/premium-reminders.ts";
import { createRegistration } from "#server/features/accounts/users/registration.service.ts";
import { createUserSessions } from "#server/features/accounts/users/user-sessions.service.ts";
import { userRoutes } from "#server/features/accounts/users/users.routes.ts";
import { createUsers } from "#server/features/accounts/users/users.service.ts";
import { historyRoutes } from "#server/features/audit/history.routes.ts";
import { createHistory } from "#server/features/audit/history.service.ts";
import { bankRoutes } from "#server/features/bank/bank.routes.ts";
import { createBank } from "#server/features/bank/bank.service.ts";
import { binRoutes } from "#server/features/bin/bin.routes.ts";
import { type Bin, createBin } from "#server/features/bin/bin.service.ts";
import { type BinContents, createBinContents } from "#server/features/bin/bin-contents.service.ts";
import { bulkRoutes } from "#server/features/bulk/bulk.routes.ts";
import { createBulk } from "#server/features/bulk/bulk.service.ts";
import { type AudioCheck, createAudioCheck } from "#server/features/catalogue/audio-check.service.ts";
import { createSongBulk } from "#server/features/catalogue/bulk.service.ts";
import { categoryRoutes, listeningRoutes, songRoutes } from "#server/features/catalogue/catalogue.routes.ts";
import { createCatalogue } from "#server/features/catalogue/catalogue.service.ts";
import { categoryPort, songPort } from "#server/features/catalogue/catalogue-bin.ts";
import { createListening } from "#server/features/catalogue/listening.service.ts";
import { catalogueClaimSources } from "#server/features/catalogue/owned-files.ts";
import { createReleases, type Releases } from "#server/features/catalogue/releases.ts";
import { songLineRoutes } from "#server/features/catalogue/song-lines.routes.ts";
import { createSongLines } from "#server/features/catalogue/song-lines.service.ts";
import { createWaveforms, songWaveforms, type Waveforms } from "#server/features/catalogue/waveforms.service.ts";
import { customerRoutes } from "#server/features/customers/customers.routes.ts";
import { createCustomers } from "#server/features/customers/customers.service.ts";
import { createDailyWorks, type DailyWorks } from "#server/features/daily-work.ts";
import { dashboardRoutes } from "#server/features/dashboard/dashboard.routes.ts";
import { createDashboard } from "#server/features/dashboard/dashboard.service.ts";
import { discoveryRoutes } from "#server/features/discovery/discovery.routes.ts";
import { createDiscovery } from "#server/features/discovery/discovery.service.ts";
import { exampleRoutes } from "#server/features/examples/examples.routes.ts";
import { createExamples } from "#server/features/examples/examples.service.ts";
import { exportRoutes } from "#server/features/exports/exports.routes.ts";
import { createExports } from "#server/features/exports/exports.service.ts";
import { fileRoutes, uploadRoutes } from "#server/features/files/files.routes.ts";
import { createFiles, type Files, hasStuckFile, storageUsage } from "#server/features/files/files.service.ts";
import { createUploads } from "#server/features/files/uploads.service.ts";
import { findRoutes } from "#server/features/find/find.routes.ts";
import { createFind } from "#server/features/find/find.service.ts";
import { giftRoutes } from "#server/features/gifts/gifts.routes.ts";
import { createGiftCards, createGifts, giftStore } from "#server/features/gifts/gifts.service.ts";
import { learningRoutes } from "#server/features/learning/learning.routes.ts";
import { createLearning } from "#server/features/learning/learning.service.ts";
import { liveRoutes } from "#server/features/live/live.routes.ts";
import { createLive } from "#server/features/live/live.service.ts";
import type { MediaTimes } from "#server/features/media/helpers.ts";
import { createMarkAudio, type MarkAudio } from "#server/features/media/mark.ts";
import { createMediaStore, type MediaStore } from "#server/features/media/media.service.ts";
import { notebookRoutes } from "#server/features/notebook/notebook.routes.ts";
import { createNotebook, moveClips } from "#server/features/notebook/notebook.service.ts";
import { notificationRoutes } from "#server/features/notifications/notifications.routes.ts";
import {
  type Channel,
  createNotifications,
  type MailTimes,
  type NotificationsService,
  type SecretPath,
} from "#server/features/notifications/notifications.service.ts";
import { recordsSensitiveChanges } from "#server/features/notifications/sensitive-changes.ts";
import { zaloRoutes } from "#server/features/notifications/zalo/zalo.routes.ts";
import { createZalo, type ZaloOptions } from "#server/features/notifications/zalo/zalo.service.ts";
import { joinOrders } from "#server/features/orders/order-accounts.ts";
import { orderPayment } from "#server/features/orders/order-payment.ts";
import { orderRetention } from "#server/features/orders/order-retention.service.ts";
import { orderRoutes } from "#server/features/orders/orders.routes.ts";
import { createOrders, newestOrderAsking, type Orders } from "#server/features/orders/orders.service.ts";
import type { PaidKind } from "#server/features/payment-facts.ts";
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
import {
  bankReferences,
  countWaitingPayments,
  extraDaysOf,
  hasTransfers,
  receivedFor,
} from "#server/features/payments/figures.service.ts";
import { createInbox } from "#server/features/payments/inbox.service.ts";
import { createIntake } from "#server/features/payments/intake.ts";
import { createLedger } from "#server/features/payments/ledger.ts";
import { paymentActionRoutes } from "#server/features/payments/payment-actions.routes.ts";
import { createPaymentActions } from "#server/features/payments/payment-actions.service.ts";
import { inboxRoutes } from "#server/features/payments/payments.routes.ts";
import { pollRoutes } from "#server/features/payments/poll.routes.ts";
import { createPoll, type Poll } from "#server/features/payments/poll.ts";
import { createSettler } from "#server/features/payments/settle.ts";
import { createSilence } from "#server/features/payments/silence.ts";
import { statementRoutes } from "#server/features/payments/statement.routes.ts";
import { createStatements } from "#server/features/payments/statement.ts";
import { createTellings } from "#server/features/payments/tellings.service.ts";
import { transferRetention } from "#server/features/payments/transfer-retention.service.ts";
import { createCardArtist } from "#server/features/pictures/card-artist.ts";
import { pictureRoutes } from "#server/features/pictures/pictures.routes.ts";
import { createPictures } from "#server/features/pictures/pictures.service.ts";
import { premiumPackageRoutes } from "#server/features/premium-packages/premium-packages.routes.ts";
import {
  createPremiumPackages,
  findPackage,
  packagePort,
} from "#server/features/premium-packages/premium-packages.service.ts";
import { receiptRoutes } from "#server/features/receipts/receipts.routes.ts";
import { createReceipts } from "#server/features/receipts/receipts.service.ts";
import { createCustomerRequests } from "#server/features/requests/customer-requests.service.ts";
import { createDueReminders } from "#server/features/requests/due-reminders.ts";
import { releaseRequests, requestLoads, resumeRequests } from "#server/features/requests/loads.service.ts";
import { createLyricsReminders } from "#server/features/requests/lyrics-reminders.ts";
import { createRecordings } from "#server/features/requests/recordings.ts";
import { createRequestFigures, requestFiguresRoutes } from "#server/features/requests/request-figures.service.ts";
import { requestGiftRoutes } from "#server/features/requests/request-gifts.routes.ts";
import { createRequestGifts } from "#server/features/requests/request-gifts.service.ts";
import { requestLyricsRoutes } from "#server/features/requests/request-lyrics.routes.ts";
import { createRequestNotices } from "#server/features/requests/request-notices.ts";
import { requestPayment } from "#server/features/requests/request-payment.ts";
import { requestRetention } from "#server/features/requests/request-retention.service.ts";
import { requestReviewRoutes } from "#server/features/requests/request-reviews.routes.ts";
import {
  createRequestReviews,
  forgetReview,
  requestReview,
} from "#server/features/requests/request-reviews.service.ts";
import { requestTalkRoutes, savedReplyRoutes } from "#server/features/requests/request-talk.routes.ts";
import { createRequestTalk, forgetTalk } from "#server/features/requests/request-talk.service.ts";
import { createRequestViews } from "#server/features/requests/request-views.ts";
import { createRequestWrites } from "#server/features/requests/request-writes.ts";
import { customerRequestRoutes, requestRoutes } from "#server/features/requests/requests.routes.ts";
import { createRequests } from "#server/features/requests/requests.service.ts";
import { createSavedReplies } from "#server/features/requests/saved-replies.service.ts";
import { versionWaveforms } from "#server/features/requests/version-waveforms.ts";
import { retentionRoutes } from "#server/features/retention/retention.routes.ts";
import { createRetention, type RetentionService } from "#server/features/retention/retention.service.ts";
import { settingsRoutes } from "#server/features/settings/settings.routes.ts";
import { createSettings } from "#server/features/settings/settings.service.ts";
import { storageRoutes } from "#server/features/storage/storage.routes.ts";
import { type ConnectionOptions, createStorage, type Storage } from "#server/features/storage/storage.service.ts";
import { supportRoutes } from "#server/features/support/support.routes.ts";
import { contactClaimSource, contactPort, createSupport } from "#server/features/support/support.service.ts";
import { siteMetrics } from "#server/features/system/site-metrics.ts";
import { systemRoutes } from "#server/features/system/system.routes.ts";
import { createSystem } from "#server/features/system/system.service.ts";
import { catalogueTopic, liveTopics, siteTopic } from "#server/features/topics.ts";
import { viewRoutes } from "#server/features/views/views.routes.ts";
import { createViews } from "#server/features/views/views.service.ts";
import type { Config } from "#server/platform/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { createRoomCheck } from "#server/platform/disk.ts";
import { anonymous } from "#server/platform/http/caller.ts";
import { createDrain, type Drain } from "#server/platform/http/drain.ts";
import { handleErrors, sendError, toApiError } from "#server/platform/http/errors.ts";
import { createHeavyReads } from "#server/platform/http/limits/heavy-reads.ts";
import { refuseOverload } from "#server/platform/http/limits/overload.ts";
import { createRateLimiter } from "#server/platform/http/limits/rate-limits.ts";
import { createLimitedServer } from "#server/platform/http/limits/server.ts";
import { limitExchangeTimes } from "#server/platform/http/limits/timeouts.ts";
import { lingerAfterTooLarge } from "#server/platform/http/linger.ts";
import { metricsRoute } from "#server/platform/http/metrics-route.ts";
import { describeApi } from "#server/platform/http/openapi/openapi.ts";
import { isPageUrl } from "#server/platform/http/page-url.ts";
import { mountPages, type Pages, sendOverloadedPage } from "#server/platform/http/pages/pages.ts";
import { createResponseCache } from "#server/platform/http/replies/response-cache.ts";
import { logRequests, quietFramework, requestIds } from "#server/platform/http/request-log.ts";
import { countRequests } from "#server/platform/http/request-metrics.ts";
import { acceptEmptyJson, type CallInProcess, createRouter } from "#server/platform/http/router.ts";
import { addSecurityHeaders, securityHeaders } from "#server/platform/http/security.ts";
import { pathOfTarget } from "#server/platform/http/target.ts";
import { refuseSeveralHosts, refuseUnreadable } from "#server/platform/http/unreadable.ts";
import { createIdempotency } from "#server/platform/idempotency.ts";
import { Counter, createMetrics } from "#server/platform/metrics/metrics.ts";
import { watchProcess } from "#server/platform/metrics/process.ts";
import { createOutbox, type Outbox } from "#server/platform/outbox.ts";
import { createReadiness, type ReadinessDeps } from "#server/platform/readiness.ts";
import { clearAbandonedFiles, createTemporaryFiles } from "#server/platform/temporary-files.ts";
import { appCommit, appVersion } from "#server/platform/version.ts";

export interface App {
  http: FastifyInstance;
  accounts: Accounts;
  confirmations: Confirmations;
  outbox: Outbox;
  store: MediaStore;
  storage: Storage;
  files: Files;
  bin: Pick<Bin, "put"> & Pick<BinContents, "emptyDue">;
  waveforms: Waveforms;
  releases: Releases;
  audioCheck: AudioCheck;
  notifications: NotificationsService;
  daily: DailyWorks;
  orders: Pick<Orders, "start">;
  poll: Pick<Poll, "start" | "runNow">;
  retention: RetentionService;
  drain: Drain;
  call: CallInProcess;
}

export interface AppDeps {
  config: Config;
  database: Database;
  log: Logger;
  /** Makes the server that the site answers on; by default one that does not listen yet. */
  serverFactory?: (listener: RequestListener) => Server;
  /** Cheaper hashing, for tests. */
  passwords?: Passwords;
  markAudio?: MarkAudio;
  /** Longer times of the helper processes, for tests on a busy machine. */
  mediaTimes?: MediaTimes;
  /** Addresses per sitemap file; fewer in tests. */
  sitemapLimit?: number;
  /** Another disk and shorter times for `GET /api/ready`, for tests. */
  readiness?: Pick<ReadinessDeps, "readDisk" | "timeoutMs" | "keepMs">;
  /** Other timeouts of the mail server, and channels of their own, for tests. */
  mailTimes?: MailTimes;
  zalo?: Channel;
  /** Zalo's addresses and shorter times, for tests. */
  zaloOptions?: ZaloOptions;
  secretPath?: SecretPath;
  /** The addresses of the services that tell of transfers, and shorter times, for tests. */
  paymentOptions?: PaymentClientsOptions & { linkWaitMs?: number };
  /** Shorter storage timeouts and a fake DNS lookup, for tests. */
  storageTimes?: Omit<ConnectionOptions, "allowPrivate"> & {
    testMs?: number;
    waitMs?: number;
    restMs?: number;
  };
}

/** Builds the server without listening. @param deps.database must be migrated. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const {
    config,
    database,
    log,
    serverFactory = (listener) => createLimitedServer(listener, config.http, log),
    passwords = createPasswords(),
    sitemapLimit,
    readiness: { readDisk, ...readinessDeps } = {},
    mailTimes,
    zalo,
    zaloOptions,
    secretPath,
    paymentOptions,
    mediaTimes,
    markAudio = createMarkAudio(log, mediaTimes),
    storageTimes: { testMs, waitMs, restMs, ...times } = {},
  } = deps;
  const { db } = database;
  let pages: Pages | undefined;
  const http = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: quietFramework,
    genReqId: requestIds(),
    trustProxy: config.http.trustProxy,
    bodyLimit: defaultBodyLimit,
    serverFactory,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    rewriteUrl: pathOfTarget,
    clientErrorHandler: refuseUnreadable,
    // Errors before routing, such as an invalid percent encoding.
    frameworkErrors: (error, request, reply) => {
      if (pages && isPageUrl(request.raw.url ?? "")) void pages.sendNotFound(reply);
      else sendError(reply, toApiError(error));
    },
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  const metrics = createMetrics(log);
  const counts = { plays: new Counter(), orders: new Counter(), song_requests: new Counter() };
  const processWatch = watchProcess({ version: appVersion, commit: appCommit ?? "" });
  metrics.add(processWatch.collect);
  http.addHook("onClose", async () => processWatch.stop());
  handleErrors(http);
  lingerAfterTooLarge(http);
  metrics.add(countRequests(http));
  logRequests(http, log);
  limitExchangeTimes(http, config.http.timeouts);
  refuseOverload(http, {
    maxDelayMs: config.http.maxEventLoopDelayMs,
    log,
    refuse(request, reply) {
      if (isPageUrl(request.raw.url ?? "")) sendOverloadedPage(reply);
      else sendError(reply, new ApiError("unavailable"));
    },
  });
  refuseSeveralHosts(http);
  const security = securityHeaders(config.http.publicUrl);
  addSecurityHeaders(http, security);
  http.removeContentTypeParser("text/plain");
  acceptEmptyJson(http);
  await http.register(formbody, { bodyLimit: defaultBodyLimit });
  await describeApi(http, config.http.publicUrl);
  http.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError("not_found")));

  const outbox = createOutbox(database, log);
  const confirmations = createConfirmations(config.secrets.key);
  const secondFactors = createSecondFactors({ database, ...config.secrets });
  const links = createAccountLinks(config.secrets);
  const receipts = createReceipts({
    database,
    log,
    payments: { order: orderPayment, request: requestPayment },
    bankReferences,
    receivedFor,
  });
  const zaloChannel = createZalo({
    database,
    outbox,
    ...config.secrets,
    tellAdmins: (tx, reason) =>
      notifications.notifyAdmins(tx, { event: "channel_stopped", data: { channel: "zalo", reason } }),
    recordSensitive: (...change) => recordSensitive(...change),
    options: zaloOptions,
  });
  zaloChannel.handle();
  http.addHook("onClose", async () => zaloChannel.close());
  const notifications: NotificationsService = createNotifications({
    database,
    outbox,
    log,
    mail: config.mail,
    ...config.secrets,
    administrators,
    isVerified: isVerifiedEmail,
    secretPath: secretPath ?? links.path,
    isSecretLinkUsable: (from, event, tokenId) => isAccountLinkUsable(from, database.dialect, event, tokenId),
    zalo: zalo ?? zaloChannel.channel,
    attachmentsOf: receipts.attachmentsOf,
    mailTimes,
  });
  http.addHook("onClose", notifications.stop);
  const recordSensitive = recordsSensitiveChanges(notifications);
  const accounts = createAccounts({
    database,
    passwords,
    secondFactors,
    withdraw: notifications.withdraw,
    log,
    key: config.secrets.key,
  });
  const accountMail = { database, notifications, links, hasMailServer: config.mail.smtp !== undefined, log };
  const verification = createEmailVerification({
    ...accountMail,
    onVerified: joinOrders(outbox),
  });
  const rateLimiter = config.http.rateLimits
    ? createRateLimiter(database, log, accounts, config.secrets.key)
    : undefined;
  const recordings = createRecordings({
    database,
    notifications,
    log,
    dataDir: config.dataDir,
    reserveBytes: config.diskReserveBytes,
    countBytes: rateLimiter?.countBytes,
    readDisk,
  });
  const temporary = createTemporaryFiles(
    config.dataDir,
    createRoomCheck({
      folder: config.dataDir,
      reserveBytes: config.diskReserveBytes,
      readDisk,
      onRefusal: () => void recordings.warn(),
    }),
  );
  await clearAbandonedFiles(config.dataDir);
  const heavyReads = createHeavyReads();
  const router = createRouter(http, {
    authenticate: accounts.authenticate,
    authenticateAll: accounts.authenticateAll,
    heavyReads,
    isConfirmed: confirmations.isValid,
    temporary,
    security: security.data,
    ...(rateLimiter ? { rateLimiter } : {}),
  });
  accountRoutes(router, accounts, createRegistration({ database, passwords, verification }));
  const reset = createPasswordReset({
    ...accountMail,
    outbox,
    accounts,
    passwords,
    forgetLogins: rateLimiter?.forgetLogins ?? (async () => {}),
  });
  reset.handle();
  accountMailRoutes(http, router, { reset, verification });
  notificationRoutes(http, router, notifications, config.http.publicUrl);
  await zaloRoutes(http, router, zaloChannel);
  // The settings of object storage determine the addresses of audio.
  const catalogueCache = createResponseCache(database.changes, [catalogueTopic, siteTopic]);
  const store = createMediaStore({ dataDir: config.dataDir, temporary, markAudio, times: mediaTimes });
  const storage = createStorage({
    database,
    outbox,
    ...config.secrets,
    connection: { allowPrivate: config.allowPrivateStorage, ...times },
    testMs,
    usage: storageUsage,
    recordSensitive,
  });
  http.addHook("onClose", async () => storage.close());
  const files = createFiles({ database, outbox, store, storage, log, ...config.secrets, waitMs, restMs });
  files.handle();
  http.addHook("onClose", files.stop);
  const bin = createBin({ database, files });
  const { dialect } = database;
  const binContents = createBinContents({
    database,
    files,
    outbox,
    ports: {
      song: songPort(dialect),
      category: categoryPort(dialect),
      support: contactPort(dialect, recordSensitive),
      premium_package: packagePort(dialect),
      staff: staffPort({ dialect, resumeRequests, recordSensitive }),
    },
  });
  binContents.handle();
  const lines = createSongLines({ ...database, onPublished: moveClips });
  const catalogueDeps = { database, files, bin, lines };
  const catalogue = createCatalogue(catalogueDeps);
  const support = createSupport({ database, files, bin, recordSensitive });
  await files.adopt([...catalogueClaimSources(database.dialect), contactClaimSource]);
  const waveforms = createWaveforms({
    sources: [songWaveforms(database, files.unreadable), versionWaveforms(db)],
    measure: files.waveformOf,
    log,
  });
  const audioCheck = createAudioCheck({ database, files, log });
  const releases = createReleases({ catalogue, log });
  categoryRoutes(router, catalogue, catalogueCache);
  const songBulk = createSongBulk({
    ...catalogueDeps,
    restore: (tx, caller, id) => binContents.restoreIn(tx, caller, { entity: "song", id }),
  });
  songRoutes(router, catalogue, songBulk.change, catalogueCache);
  songLineRoutes(router, lines, catalogueCache);
  const notebook = createNotebook({ database, lines, catalogue });
  notebookRoutes(router, notebook);
  const listening = createListening({ database, key: config.secrets.key, onPlay: () => counts.plays.add() });
  listeningRoutes(router, listening);
  const learning = createLearning({ database });
  learningRoutes(router, learning);
  uploadRoutes(router, createUploads({ database, store, files }), catalogue.sameSongs);
  fileRoutes(http, { files, store, security: security.data, authenticate: accounts.authenticate });
  const pictures = createPictures({ dataDir: config.dataDir, files, artist: createCardArtist(), log });
  http.addHook("onClose", pictures.stop);
  const siteCache = createResponseCache(database.changes, [siteTopic]);
  supportRoutes(router, support, siteCache);
  const packages = createPremiumPackages({ database, bin });
  premiumPackageRoutes(router, packages, siteCache);
  const paymentSettings = createPaymentSettings({ database, ...config.secrets, recordSensitive });
  const paymentClients = createPaymentClients(paymentOptions);
  http.addHook("onClose", async () => paymentClients.close());
  const paymentLinks = createPaymentLinks({
    database,
    settings: paymentSettings.current,
    payos: paymentClients.payos,
    publicUrl: config.http.publicUrl,
    log,
    waitMs: paymentOptions?.linkWaitMs,
  });
  const bank = createBank({
    database,
    files,
    links: paymentLinks,
    pictures,
    recordSensitive,
    async transferOptions() {
      const current = await paymentSettings.current();
      const { has_app_links, signed, isUnreadable } = current;
      const makesLinks = current.payos.makes_links && payosKeys(current) !== undefined;
      return { makesLinks, hasAppLinks: has_app_links, isInstant: signed.length > 0 && !isUnreadable };
    },
    publicUrl: config.http.publicUrl,
  });
  bankRoutes(router, bank, siteCache);
  const takeIn = createIntake({ database, outbox });
  const paymentProviders = createPaymentProviders({
    database,
    settings: paymentSettings,
    takeIn,
    silentProviders: createSilence({
      db,
      settings: paymentSettings.current,
      savedAt: paymentSettings.savedAt,
      newestOrder: (from, until) => newestOrderAsking(db, from, until),
    }),
    log,
  });
  http.addHook("onClose", paymentProviders.close);
  await paymentProviderRoutes(http, router, paymentProviders, rateLimiter);
  const poll = createPoll({
    database,
    outbox,
    settings: paymentSettings.current,
    clients: paymentClients,
    links: paymentLinks,
    takeIn,
    accountNumbers: bank.accountNumbers,
    log,
  });
  poll.handle();
  http.addHook("onClose", poll.close);
  pollRoutes(router, poll, paymentProviders.statuses);
  statementRoutes(router, createStatements({ database, takeIn, accountNumbers: bank.accountNumbers }));
  const idempotency = createIdempotency(database, log);
  const { packageNames } = packages;
  const claims = createClaims({ database, files, store, countBytes: rateLimiter?.countBytes });
  claimRoutes(router, claims);
  receiptRoutes(router, receipts);
  const forgetPayer = async (tx: Tx, owner: { kind: PaidKind; id: number }) => {
    await claims.forget(tx, owner);
    await receipts.forget(tx, owner);
  };
  const premiumGifts = giftStore("premium");
  const giftCards = createGiftCards(pictures);
  const orders: Orders = createOrders({
    database,
    onPayment: receipts.follow,
    outbox,
    log,
    accounts,
    bank,
    packageNames,
    idempotency,
    notifications,
    transfersOf: (id) => claims.factsOf({ kind: "order", id }),
    excessOf: (ids) => claims.excessOf("order", ids),
    extraDaysOf,
    onRemove: (tx, id) => forgetPayer(tx, { kind: "order", id }),
    gifts: premiumGifts,
    giftCards,
    onPaymentChanged: (tx, id, name) => ledger.follow(tx, { kind: "order", id }, name),
    ...config.secrets,
    onCreated: () => counts.orders.add(),
  });
  orderRoutes(router, orders, config.http.publicUrl);
  orders.handle();
  const staff = createStaff({
    database,
    passwords,
    accounts,
    requestLoads: (ids) => requestLoads(db, ids),
    releaseRequests,
    bin,
    notifications,
    recordSensitive,
  });
  staffRoutes(router, staff);
  binRoutes(router, binContents);
  const history = createHistory({ database, people: () => peopleOfOffice(db) });
  historyRoutes(router, history);
  accountSecurityRoutes(
    router,
    createAccountSecurity({ database, passwords, accounts, secondFactors, confirmations, recordSensitive }),
  );
  administratorRoutes(router, createAdministrators({ ...accountMail, passwords, accounts, recordSensitive }));
  const settings = createSettings({ database, log, recordSensitive });
  const notices = createRequestNotices({ notifications, staff });
  const songGifts = giftStore("song");
  const requestsDeps = {
    database,
    writes: createRequestWrites({
      database,
      files,
      staff,
      catalogue,
      notices,
      onPayment: receipts.follow,
      async onRelease(tx, id) {
        await forgetPayer(tx, { kind: "request", id });
        await forgetReview(tx, id);
        await forgetTalk(tx, files, id);
        await songGifts.remove(tx, id);
      },
    }),
    notices,
    views: createRequestViews({
      db,
      files,
      bank,
      staffNames: staff.staffNames,
      transfersOf: (id) => claims.factsOf({ kind: "request", id }),
      newsChannel: notices.songReadyChannel,
      reviewOf: (id) => requestReview(db, id),
      giftOf: (id) => songGifts.personal(db, id),
    }),
    store,
    files,
    catalogue,
    staff,
  };
  const { songPricing } = settings;
  const customerRequests = createCustomerRequests({
    ...requestsDeps,
    bank,
    idempotency,
    songPricing,
    recordings,
    excessOf: (ids) => claims.excessOf("request", ids),
    onCreated: () => counts.song_requests.add(),
  });
  customerRequestRoutes(router, customerRequests);
  const talk = createRequestTalk({ ...requestsDeps, recordings });
  requestTalkRoutes(router, talk);
  savedReplyRoutes(router, createSavedReplies({ database }));
  const requests = createRequests({
    ...requestsDeps,
    onPaymentChanged: (tx, id, name) => ledger.follow(tx, { kind: "request", id }, name),
  });
  requestRoutes(router, requests);
  requestFiguresRoutes(router, createRequestFigures({ db, staff }));
  requestLyricsRoutes(router, requests, customerRequests);
  const reviews = createRequestReviews(requestsDeps);
  requestReviewRoutes(router, reviews, siteCache);
  const { quotesOf } = reviews;
  exampleRoutes(router, createExamples({ database, songsOf: catalogue.songsOf, quotesOf }), catalogueCache);
  const requestGifts = createRequestGifts({
    ...requestsDeps,
    store: songGifts,
    cards: giftCards,
  });
  requestGiftRoutes(router, requestGifts, config.http.publicUrl);
  const gifts = createGifts({ database, sources: { song: requestGifts.source, premium: orders.giftSource } });
  giftRoutes(router, gifts);
  pictureRoutes(http, pictures, security.data, {
    song: (id) => catalogue.getSong(anonymous, id),
    gift: gifts.shared,
  });
  const ports = { order: orders.payments, request: requests.payments };
  const ledger = createLedger({ dialect: database.dialect, ports });
  const tolerance = async () => (await paymentSettings.current()).tolerance;
  createSettler({ database, outbox, ledger, ports, ownAccounts: bank.accountNumbers, tolerance }).handle();
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
    ownAccounts: bank.accountNumbers,
    tolerance,
    detail: inbox.transfer,
  });
  paymentActionRoutes(router, paymentActions, { tellings: createTellings({ database, outbox }), inbox });
  const daily = createDailyWorks(
    [
      createPremiumReminders({ database, notifications }),
      createDueReminders(requestsDeps),
      createLyricsReminders(requestsDeps),
      orders.reminders,
    ],
    log,
  );
  http.addHook("onClose", daily.stop);
  const personalData = [
    ...listening.personalData,
    ...learning.personalData,
    ...notebook.personalData,
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
  userRoutes(router, users, accounts, (request, reply) => {
    if (pages) pages.send(request, reply);
    else reply.callNotFound();
  });
  ownAccountRoutes(
    router,
    createOwnAccount({ database, passwords, accounts, personalData, verification }),
    createOwnAccess({ database, passwords, accounts }),
  );
  const sessions = createUserSessions({ database, accounts });
  customerRoutes(
    router,
    createCustomers({ db, accounts, users, sessions, orders, requests, receipts, listening, notifications }),
    sessions,
  );
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
  settingsRoutes(router, settings, siteCache);
  const retention = createRetention({
    database,
    outbox,
    requests: requestRetention(requestsDeps),
    orders: orderRetention(database, async (tx, id) => {
      await forgetPayer(tx, { kind: "order", id });
      await premiumGifts.remove(tx, id);
    }),
    transfers: transferRetention(database),
    idempotency,
    emptyBin: binContents.emptyDue,
    eraseRemovedWords: notebook.eraseRemoved,
    log,
  });
  retention.handle();
  retentionRoutes(router, retention, siteCache);
  storageRoutes(router, storage);
  const { dataDir } = config;
  const system = createSystem({ database, dataDir, readDisk, recordings });
  dashboardRoutes(
    router,
    createDashboard({
      db,
      catalogue,
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
  findRoutes(router, createFind({ orders: payables.order, requests: payables.request, users, staff, catalogue }));
  exportRoutes(
    router,
    createExports({ users, requests, notifications, packages, staff, history, catalogue, ...config.secrets }),
  );
  liveRoutes(router, createLive(database.changes, liveTopics));
  const ready = createReadiness({ database, schemaState, dataDir, temporary, readDisk, ...readinessDeps });
  const drain = createDrain(http);
  systemRoutes(router, system, ready, () => drain.isOn, log);

  const { publicUrl } = config.http;
  const pageCache = createResponseCache(database.changes, [catalogueTopic, siteTopic]);
  if (config.mode !== "test") {
    pages = await mountPages(http, {
      mode: config.mode,
      call: router.call,
      cache: pageCache,
      publicUrl,
      rateLimiter,
      heavyReads,
    });
  }
  const caches = { catalogue: catalogueCache, site: siteCache, pages: pageCache };
  for (const collector of siteMetrics({
    database,
    outbox,
    notifications,
    payments: paymentProviders,
    dataDir,
    caches,
    counts,
    readDisk,
  }))
    metrics.add(collector);
  metricsRoute(http, { metrics, token: config.metricsToken });
  discoveryRoutes(
    http,
    createDiscovery({
      catalogue,
      changes: database.changes,
      pages: async () => (await pages?.indexablePaths()) ?? [],
      sitemapLimit,
    }),
    security.pages,
    publicUrl,
  );
  return {
    http,
    accounts,
    confirmations,
    outbox,
    store,
    storage,
    files,
    bin: { ...bin, ...binContents },
    waveforms,
    releases,
    audioCheck,
    notifications,
    daily,
    orders,
    poll,
    retention,
    drain,
    call: router.call,
  };
}
