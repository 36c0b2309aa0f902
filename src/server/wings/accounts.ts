/** Accounts: who calls, how they log in, and the router that knows them; with the limits of what one address may do and send. */
import { accountRoutes } from "#server/features/accounts/accounts.routes.ts";
import { createAccounts } from "#server/features/accounts/accounts.service.ts";
import { accountMailRoutes } from "#server/features/accounts/links/account-mail.routes.ts";
import { createPasswordReset } from "#server/features/accounts/links/password-reset.service.ts";
import { createPasswords, type Passwords } from "#server/features/accounts/passwords.ts";
import { createSecondFactors } from "#server/features/accounts/second-factor/second-factors.ts";
import { createConfirmations } from "#server/features/accounts/sessions/confirmations.ts";
import { createEmailVerification } from "#server/features/accounts/users/email-verification.service.ts";
import { createRegistration } from "#server/features/accounts/users/registration.service.ts";
import { joinOrders } from "#server/features/orders/order-accounts.ts";
import { createRecordings } from "#server/features/requests/recordings.ts";
import { createRoomCheck } from "#server/platform/disk.ts";
import { createRateLimiter } from "#server/platform/http/limits/rate-limits.ts";
import { createRouter } from "#server/platform/http/router.ts";
import type { ReadinessDeps } from "#server/platform/readiness.ts";
import { clearAbandonedFiles, createTemporaryFiles } from "#server/platform/temporary-files.ts";
import type { Messages } from "./messages.ts";
import type { Platform } from "./platform.ts";

export interface AccountsOptions {
  /** Cheaper hashing, for tests. */
  passwords?: Passwords;
  /** Another disk, for tests. */
  readiness?: Pick<ReadinessDeps, "readDisk">;
}

export type AccountsWing = Awaited<ReturnType<typeof openAccounts>>;

/** Makes accounts and the router, and adds the routes of logging in and of the links in e-mails. */
export async function openAccounts(
  { passwords = createPasswords(), readiness: { readDisk } = {} }: AccountsOptions,
  { platform, messages }: { platform: Platform; messages: Messages },
) {
  const { config, database, http, log, outbox } = platform;
  const { notifications, accountLinks } = messages;
  const { key } = config.secrets;
  const confirmations = createConfirmations(key);
  const secondFactors = createSecondFactors({ database, ...config.secrets });
  const accounts = createAccounts({
    database,
    passwords,
    secondFactors,
    withdraw: notifications.withdraw,
    log,
    key,
  });

  const rateLimiter = config.http.rateLimits ? createRateLimiter(database, log, accounts, key) : undefined;
  const { dataDir } = config;
  const disk = { reserveBytes: config.diskReserveBytes, readDisk };
  const recordings = createRecordings({
    database,
    notifications,
    log,
    dataDir,
    ...disk,
    countBytes: rateLimiter?.countBytes,
  });
  const temporary = createTemporaryFiles(
    dataDir,
    createRoomCheck({ folder: dataDir, ...disk, onRefusal: () => void recordings.warn() }),
  );
  await clearAbandonedFiles(dataDir);
  const router = createRouter(http, {
    authenticate: accounts.authenticate,
    authenticateAll: accounts.authenticateAll,
    heavyReads: platform.heavyReads,
    isConfirmed: confirmations.isValid,
    temporary,
    security: platform.security.data,
    ...(rateLimiter ? { rateLimiter } : {}),
  });

  const accountMail = {
    database,
    notifications,
    links: accountLinks,
    hasMailServer: config.mail.smtp !== undefined,
    log,
  };
  const verification = createEmailVerification({ ...accountMail, onVerified: joinOrders(outbox) });
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
  return {
    accounts,
    passwords,
    confirmations,
    secondFactors,
    /** What sends the links of accounts. */
    accountMail,
    verification,
    router,
    rateLimiter,
    /** What is received and not kept yet. */
    temporary,
    recordings,
  };
}
