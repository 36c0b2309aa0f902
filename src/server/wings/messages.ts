/** Messages to customers, staff and administrators: by e-mail and Zalo, with the receipts and links that they carry. */
import { administrators, isVerifiedEmail } from "#server/features/accounts/accounts.service.ts";
import { createAccountLinks, isAccountLinkUsable } from "#server/features/accounts/links/account-links.ts";
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
import { orderPayment } from "#server/features/orders/order-payment.ts";
import { bankReferences, receivedFor } from "#server/features/payments/figures.service.ts";
import { createReceipts } from "#server/features/receipts/receipts.service.ts";
import { requestPayment } from "#server/features/requests/request-payment.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Platform } from "./platform.ts";
import type { Ports } from "./ports.ts";

/** For tests: other timeouts of the mail server, channels of their own, Zalo's addresses and shorter times. */
export interface MessagesOptions {
  mailTimes?: MailTimes;
  zalo?: Channel;
  zaloOptions?: ZaloOptions;
  secretPath?: SecretPath;
}

export type Messages = ReturnType<typeof openMessages>;

/** Makes what sends messages; its routes wait for the router. */
export function openMessages(
  options: MessagesOptions,
  { platform, ports }: { platform: Platform; ports: Pick<Ports, "notifyAdmins" | "notifyEachAdministrator"> },
) {
  const { config, database, http, log, outbox } = platform;
  const recordSensitive = recordsSensitiveChanges({ notifyEachAdministrator: ports.notifyEachAdministrator.use });
  const receipts = createReceipts({
    database,
    log,
    payments: { order: orderPayment, request: requestPayment },
    bankReferences,
    receivedFor,
  });
  const zalo = createZalo({
    database,
    outbox,
    ...config.secrets,
    tellAdmins: (tx, reason) =>
      ports.notifyAdmins.use(tx, { event: "channel_stopped", data: { channel: "zalo", reason } }),
    recordSensitive,
    options: options.zaloOptions,
  });
  zalo.handle();
  http.addHook("onClose", async () => zalo.close());
  const accountLinks = createAccountLinks(config.secrets);
  const notifications: NotificationsService = createNotifications({
    database,
    outbox,
    log,
    mail: config.mail,
    ...config.secrets,
    administrators,
    isVerified: isVerifiedEmail,
    secretPath: options.secretPath ?? accountLinks.path,
    isSecretLinkUsable: (from, event, tokenId) => isAccountLinkUsable(from, database.dialect, event, tokenId),
    zalo: options.zalo ?? zalo.channel,
    attachmentsOf: receipts.attachmentsOf,
    mailTimes: options.mailTimes,
  });
  http.addHook("onClose", notifications.stop);
  ports.notifyAdmins.fill(notifications.notifyAdmins);
  ports.notifyEachAdministrator.fill(notifications.notifyEachAdministrator);
  return {
    notifications,
    recordSensitive,
    receipts,
    accountLinks,
    /** Adds the routes to the router, which the accounts make that get messages. */
    async addRoutes(router: Router): Promise<void> {
      notificationRoutes(http, router, notifications, config.http.publicUrl);
      await zaloRoutes(http, router, zalo);
    },
  };
}
