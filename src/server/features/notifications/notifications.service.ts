/**
 * Messages to people: written in the transaction of what they tell of, sent after its commit (docs/decisions/0049-notifications.md).
 */
import { domainToASCII } from "node:url";
import type { Logger } from "pino";
import type {
  Channel as ChannelName,
  NotificationEvent,
  NotificationSettingsBody,
  RecipientKind,
} from "#contract/notifications.ts";
import { mobileNumber } from "#contract/phone.ts";
import { deliveriesTopic } from "#server/features/topics.ts";
import type { MailConfig } from "#server/platform/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { caseless } from "#server/platform/text.ts";
import type { Channel } from "./channel.ts";
import { deliveriesRepository, type MessageMatch, type Subject } from "./deliveries.repository.ts";
import { createDeliveryCounts, type DeliveryCounts } from "./delivery-counts.ts";
import { createDeliveryLog, type DeliveryLog } from "./delivery-log.ts";
import { createDeliverySender } from "./delivery-sender.ts";
import { channelTopics, type DeliveryWork, notByZalo, notTrueAnyMore } from "./delivery-work.ts";
import { type EventData, eventRules } from "./events.ts";
import { createMailComposer, type SecretEvent, type SecretPath } from "./mail-composer.ts";
import { createMailer, type MailTimes } from "./mailer.ts";
import { channelsOf, readSettings } from "./notification-settings.ts";
import { endOfQuietHours } from "./quiet-hours.ts";
import { createUnsubscribeLinks } from "./unsubscribe.ts";

export type { Channel, ChannelMessage, ChannelOutcome } from "./channel.ts";
export type { MessageMatch, Subject } from "./deliveries.repository.ts";
export type { EventData } from "./events.ts";
export type { SecretPath } from "./mail-composer.ts";
export type { MailTimes } from "./mailer.ts";

export interface Recipient {
  kind: RecipientKind;
  /** Of the user, staff member or administrator; null for a customer without an account. */
  id: number | null;
  name: string;
  email: string | null;
  /** As it was typed; one that is no mobile number in Vietnam counts as none. */
  phone: string | null;
}

export interface Notice<E extends NotificationEvent> {
  event: E;
  data: EventData[E];
  /** The thing that the message is about. */
  subject?: Subject;
  /** Of what happens once only: another notice with the same key to the same recipient makes no message. */
  key?: string;
  /** The time (ISO) from which the message would not be true any more; what is not sent by then is left out. */
  until?: string;
}

type Withdrawal = MessageMatch & ({ subject: Subject } | { recipient: object });

export interface Notifications {
  /** Adds the message for one recipient to the transaction; none when the event is switched off. */
  notify<E extends NotificationEvent>(tx: Tx, to: Recipient, notice: Notice<E>): Promise<void>;
  /** Adds a message for each address of the administrators. */
  notifyAdmins<E extends NotificationEvent>(tx: Tx, notice: Notice<E>): Promise<void>;
  /** Returns the channel on which a message would be sent now; null where none would. */
  channelFor(to: Pick<Recipient, "email" | "phone">, event: NotificationEvent): Promise<ChannelName | null>;
  /** Leaves out messages that still wait, since they are not true any more. */
  withdraw(tx: Tx, which: Withdrawal): Promise<void>;
  /** Deletes all messages about something that is deleted. */
  forget(tx: Tx, subject: Subject): Promise<void>;
  /** Sends what was committed, without waiting for it. */
  committed(): void;
}

export interface NotificationsDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  outbox: Pick<Outbox, "add" | "on" | "flush">;
  log: Pick<Logger, "error" | "warn">;
  mail: MailConfig;
  /** Signs the links of e-mails. */
  key: Buffer;
  oldKey?: Buffer | undefined;
  /** Returns all administrators, as the transaction sees them. */
  administrators(db: Db): Promise<{ id: number; email: string }[]>;
  /** Makes the links that give access to an account. */
  secretPath?: SecretPath | undefined;
  /** Whether a link that gives access still works. */
  isSecretLinkUsable(db: Db, event: SecretEvent, tokenId: number): Promise<boolean>;
  zalo?: Channel | undefined;
  /** Shorter timeouts, for tests. */
  mailTimes?: MailTimes | undefined;
}

export interface NotificationsService extends Notifications, DeliveryLog {
  /** Returns how often messages ended in which way in this process, those of transactions that were rolled back included. */
  outcomes: DeliveryCounts["read"];
  /** Deletes messages as they grow older than 90 days. */
  start(): void;
  stop(): Promise<void>;
}

const nobodyWrites = "Không có địa chỉ email";
const nobodyCalls = "Không có số di động";

/** Creates the messages, and handles the outbox topics that send them. */
export function createNotifications(deps: NotificationsDeps): NotificationsService {
  const { database, outbox, log, mail, key, oldKey, administrators, secretPath, zalo, mailTimes } = deps;
  const { db, changes } = database;
  const counts = createDeliveryCounts();
  const mailer = mail.smtp && createMailer(mail.smtp, mail.sender, mailTimes);
  const links = createUnsubscribeLinks(key, oldKey);
  const compose = createMailComposer({ db, origin: mail.origin, host: hostOf(mail.sender.address), links, secretPath });

  function committed(): void {
    changes.committed(deliveriesTopic);
    outbox.flush().catch(() => {});
  }

  /** Returns the channel of a message, and why it is not sent on it; undefined for an event that is switched off. */
  async function channelOf(
    from: Db,
    allowed: Record<ChannelName, boolean>,
    { email, phone }: Pick<Recipient, "email" | "phone">,
    event: NotificationEvent,
  ): Promise<{ channel: ChannelName; reason: string | null } | undefined> {
    if (!allowed.email && !allowed.zalo) return undefined;
    const isByZalo = allowed.zalo && phone !== null && zalo !== undefined && (await zalo.isReady(from, event));
    if (isByZalo) return { channel: "zalo", reason: null };
    if (allowed.email) return { channel: "email", reason: email === null ? nobodyWrites : null };
    return { channel: "zalo", reason: phone === null ? nobodyCalls : notByZalo };
  }

  /** Returns the way of a message: its channel, the number, and why it is not sent on it; undefined for an event that is switched off. */
  async function wayOf(
    from: Db,
    settings: NotificationSettingsBody,
    to: Pick<Recipient, "email" | "phone">,
    event: NotificationEvent,
  ) {
    const phone = to.phone === null ? null : mobileNumber(to.phone);
    const found = await channelOf(from, channelsOf(settings, event), { email: to.email, phone }, event);
    return found && { ...found, phone, isKept: found.channel === "email" && mailer === undefined };
  }

  async function notify<E extends NotificationEvent>(tx: Tx, to: Recipient, notice: Notice<E>): Promise<void> {
    const { event, data, subject, key: eventKey, until = null } = notice;
    const settings = await readSettings(tx, log);
    const way = await wayOf(tx, settings, to, event);
    if (!way) return;
    const { phone, channel, reason, isKept } = way;
    const state = reason !== null ? "skipped" : isKept ? "kept" : "waiting";
    const now = Date.now();
    const quietEnd =
      state === "waiting" && settings.quiet_hours && eventRules[event].waits ? endOfQuietHours(now) : undefined;
    const id = await deliveriesRepository(tx).insert({
      event,
      event_key: eventKey === undefined ? null : keyOf(event, eventKey, to),
      recipient_kind: to.kind,
      recipient_id: to.id,
      recipient_name: to.name,
      email: to.email,
      phone,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      data: JSON.stringify(data),
      channel,
      state,
      error: reason,
      attempts: 0,
      provider_id: null,
      created_at: new Date(now).toISOString(),
      not_before: quietEnd?.toISOString() ?? null,
      not_after: until,
      sent_at: null,
    });
    if (id === undefined) return;
    if (state !== "waiting") return counts.add(channel, state);
    const after = quietEnd ? quietEnd.getTime() - now : 0;
    await outbox.add(tx, channelTopics[channel], { id } satisfies DeliveryWork, { after });
  }

  const deliveryLog = createDeliveryLog({ ...deps, mailer, compose, links, committed });
  createDeliverySender({ ...deps, mailer, compose, counts, committed }).handle();

  return {
    ...deliveryLog,
    notify,
    async notifyAdmins(tx, notice) {
      const { admin_emails } = await readSettings(tx, log);
      const all = await administrators(tx);
      const byKey = new Map(all.map((admin) => [caseless(admin.email), admin]));
      const addresses = admin_emails.length > 0 ? admin_emails : all.map(({ email }) => email);
      for (const email of addresses) {
        const id = byKey.get(caseless(email))?.id ?? null;
        await notify(tx, { kind: "admin", id, name: "Quản trị viên", email, phone: null }, notice);
      }
    },
    async channelFor(to, event) {
      const way = await wayOf(db, await readSettings(db, log), to, event);
      return way && way.reason === null && !way.isKept ? way.channel : null;
    },
    async withdraw(tx, which) {
      for (const { channel } of await withdrawMessages(tx, which)) counts.add(channel, "skipped");
    },
    forget: (tx, subject) => deliveriesRepository(tx).removeAbout(subject),
    committed,
    outcomes: counts.read,
  };
}

/** Leaves out messages that wait, for commands beside the server. @returns the channel of each. */
export const withdrawMessages = (tx: Tx, which: Withdrawal) =>
  deliveriesRepository(tx).skipWaiting(which, notTrueAnyMore);

/** Names what happens once, for one recipient. */
function keyOf(event: NotificationEvent, key: string, { kind, id, email, phone }: Recipient): string {
  return JSON.stringify([event, key, kind, id ?? caseless(email ?? phone ?? "")]);
}

/** Headers are ASCII. */
const hostOf = (address: string) => domainToASCII(address.slice(address.lastIndexOf("@") + 1)) || "localhost";
