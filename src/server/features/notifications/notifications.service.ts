/**
 * Messages to people: written in the transaction of what they tell of, sent after its commit (docs/rooms/messages.md#the-row-and-the-outbox).
 */
import { domainToASCII } from "node:url";
import type { Logger } from "pino";
import type { AdminRole } from "#contract/administrators.ts";
import type {
  Channel as ChannelName,
  NotificationEvent,
  NotificationSettingsBody,
  RecipientKind,
} from "#contract/notifications.ts";
import { mobileNumber } from "#contract/phone.ts";
import type { MailConfig } from "#server/platform/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { caseless } from "#server/platform/text.ts";
import type { Channel } from "./channel.ts";
import {
  type AdminNoticeRow,
  deliveriesRepository,
  type MessageMatch,
  type NewDelivery,
  type Subject,
} from "./deliveries.repository.ts";
import { createDeliveryCounts, type DeliveryCounts } from "./delivery-counts.ts";
import { createDeliveryLog, type DeliveryLog } from "./delivery-log.ts";
import { createDeliverySender } from "./delivery-sender.ts";
import {
  type AdminNoticeWork,
  adminsTopic,
  channelTopics,
  type DeliveryWork,
  notByZalo,
  notTrueAnyMore,
  sentTogether,
} from "./delivery-work.ts";
import { type EventData, eventRules } from "./events.ts";
import { createMailComposer, type SecretEvent, type SecretPath } from "./mail-composer.ts";
import { createMailer, type MailAttachment, type MailTimes } from "./mailer.ts";
import { channelsOf, missingAddresses, readSettings } from "./notification-settings.ts";
import { endOfQuietHours } from "./quiet-hours.ts";
import { recordsSensitiveChanges } from "./sensitive-changes.ts";
import { createTogether, type Draft } from "./together.ts";
import { createUnsubscribeLinks } from "./unsubscribe.ts";

export type { Channel, ChannelMessage, ChannelOutcome } from "./channel.ts";
export { countedAddress, type MessageMatch, type Subject } from "./deliveries.repository.ts";
export type { EventData } from "./events.ts";
export type { SecretEvent, SecretPath } from "./mail-composer.ts";
export type { MailAttachment, MailTimes } from "./mailer.ts";
export { sendingDay } from "./quiet-hours.ts";

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

/** Those who are told with the administrators. */
interface OtherReaders {
  accountants?: boolean;
  /** E-mails; one of an administrator gets no second message. */
  addresses?: readonly string[];
}

type Withdrawal = MessageMatch & ({ subject: Subject } | { recipient: object });

export interface Notifications {
  /** Adds the message for one recipient to the transaction; none when the event is switched off. */
  notify<E extends NotificationEvent>(tx: Tx, to: Recipient, notice: Notice<E>): Promise<void>;
  /** Adds one message to all administrators: a worker finds their addresses after the commit, and makes the message of each. */
  notifyAdmins<E extends NotificationEvent>(tx: Tx, notice: Notice<E>): Promise<void>;
  /** Adds a message for each administrator's own e-mail, whatever addresses are set for other messages. */
  notifyEachAdministrator<E extends NotificationEvent>(tx: Tx, notice: Notice<E>, others?: OtherReaders): Promise<void>;
  /** Returns the channel on which a message would be sent now; null where none would. */
  channelFor(to: Pick<Recipient, "email" | "phone">, event: NotificationEvent): Promise<ChannelName | null>;
  /** Leaves out messages that still wait, since they are not true any more. */
  withdraw(tx: Tx, which: Withdrawal): Promise<void>;
  /** Deletes all messages about something that is deleted. */
  forget(tx: Tx, subject: Subject): Promise<void>;
}

export interface NotificationsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  outbox: Pick<Outbox, "add" | "addAll" | "on">;
  log: Pick<Logger, "error" | "warn">;
  mail: MailConfig;
  /** Signs the links of e-mails. */
  key: Buffer;
  oldKey?: Buffer | undefined;
  /** Returns the active administrators, as the transaction sees them. */
  administrators(db: Db): Promise<{ id: number; email: string; role: AdminRole }[]>;
  /** Whether an account has verified an address, as the transaction sees it. */
  isVerified(db: Db, emailKey: string): Promise<boolean>;
  /** Makes the links that give access to an account. */
  secretPath?: SecretPath | undefined;
  /** Whether a link that gives access still works. */
  isSecretLinkUsable(db: Db, event: SecretEvent, tokenId: number): Promise<boolean>;
  zalo?: Channel | undefined;
  /** Returns the files that go with the e-mail of an event. */
  attachmentsOf?: ((event: NotificationEvent, subject: Subject) => Promise<MailAttachment[]>) | undefined;
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

/** The way of a message: `kept` without a mail server, `skipped` with the reason. */
interface Way {
  channel: ChannelName;
  phone: string | null;
  state: "waiting" | "kept" | "skipped";
  error: string | null;
}

const nobodyWrites = "Không có địa chỉ email";
const nobodyCalls = "Không có số di động";

/** Creates the messages, and handles the outbox topics that send them. */
export function createNotifications(deps: NotificationsDeps): NotificationsService {
  const { database, outbox, log, mail, key, oldKey, administrators, isVerified, secretPath, zalo, mailTimes } = deps;
  const { db, commit } = database;
  const counts = createDeliveryCounts();
  const mailer = mail.smtp && createMailer(mail.smtp, mail.sender, mailTimes);
  const links = createUnsubscribeLinks(key, oldKey);
  const compose = createMailComposer({ db, origin: mail.origin, host: hostOf(mail.sender.address), links, secretPath });

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

  /** Returns the way of a message; undefined for an event that is switched off. */
  async function wayOf(
    from: Db,
    settings: NotificationSettingsBody,
    to: Pick<Recipient, "email" | "phone">,
    event: NotificationEvent,
  ): Promise<Way | undefined> {
    const phone = to.phone === null ? null : mobileNumber(to.phone);
    const found = await channelOf(from, channelsOf(settings, event), { email: to.email, phone }, event);
    if (!found) return undefined;
    const { channel, reason } = found;
    const isKept = channel === "email" && mailer === undefined;
    return { channel, phone, state: reason !== null ? "skipped" : isKept ? "kept" : "waiting", error: reason };
  }

  /** Adds the message of each recipient who gets one; one too many to an address is joined with the others. */
  async function deliver<E extends NotificationEvent>(
    tx: Tx,
    recipients: readonly Recipient[],
    notice: Notice<E>,
    settings: NotificationSettingsBody,
  ): Promise<void> {
    const repository = deliveriesRepository(tx);
    const now = Date.now();
    const after = waitOf(notice.event, settings, now);
    const rows: NewDelivery[] = [];
    for await (const to of inTurns(recipients)) {
      const way = await wayOf(tx, settings, to, notice.event);
      if (!way) continue;
      const draft = draftOf(notice, to, way);
      if (draft === undefined || !(await together.isTooMany(tx, draft, now))) {
        rows.push(rowOf(notice, to, way, now, after));
        continue;
      }
      const joined = rowOf(notice, to, { ...way, state: "skipped", error: sentTogether }, now, after);
      if ((await repository.insert([joined])).length > 0) await together.join(tx, draft, now);
    }
    const added = await repository.insert(rows);
    for (const [channel, topic] of Object.entries(channelTopics) as [ChannelName, string][]) {
      const waiting = added.filter((row) => row.channel === channel && row.state === "waiting");
      const work = waiting.map(({ id }): DeliveryWork => ({ id }));
      await outbox.addAll(tx, topic, work, { after });
    }
    for (const { channel, state } of added) if (state === "kept" || state === "skipped") counts.add(channel, state);
  }

  async function notifyAdmins<E extends NotificationEvent>(tx: Tx, notice: Notice<E>): Promise<void> {
    const { event, data, subject, key: eventKey = null, until = null } = notice;
    const id = await deliveriesRepository(tx).insertAdminNotice({
      event,
      event_key: eventKey,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      data: JSON.stringify(data),
      not_after: until,
    });
    await outbox.add(tx, adminsTopic, { id } satisfies AdminNoticeWork);
  }

  async function notifyEachAdministrator<E extends NotificationEvent>(
    tx: Tx,
    notice: Notice<E>,
    { accountants = false, addresses = [] }: OtherReaders = {},
  ): Promise<void> {
    const told = (await administrators(tx)).filter(({ role }) => role === "admin" || accountants);
    const own = told.map(({ email }) => email);
    const others = missingAddresses(addresses, own).map((email) => ({ id: null, email }));
    const recipients = [...told, ...others].map(
      ({ id, email }): Recipient => ({ kind: "admin", id, name: "Quản trị viên", email, phone: null }),
    );
    await deliver(tx, recipients, notice, await readSettings(tx, log));
  }

  /** Makes the messages of a notice and removes it in one transaction, so that each administrator gets one. */
  async function tellAdmins({ id }: AdminNoticeWork): Promise<void> {
    await commit(async (tx) => {
      const row = await deliveriesRepository(tx).takeAdminNotice(id);
      if (!row) return;
      const settings = await readSettings(tx, log);
      const all = (await administrators(tx)).filter(({ role }) => role === "admin");
      const byKey = new Map(all.map((admin) => [caseless(admin.email), admin]));
      const addresses = settings.admin_emails.length > 0 ? settings.admin_emails : all.map(({ email }) => email);
      const recipients = addresses.map(
        (email): Recipient => ({
          kind: "admin",
          id: byKey.get(caseless(email))?.id ?? null,
          name: "Quản trị viên",
          email,
          phone: null,
        }),
      );
      await deliver(tx, recipients, noticeOf(row), settings);
    });
  }
  outbox.on<AdminNoticeWork>(adminsTopic, tellAdmins);

  const together = createTogether({ dialect: database.dialect, outbox, isVerified });
  const recordSensitive = recordsSensitiveChanges({ notifyEachAdministrator });
  const deliveryLog = createDeliveryLog({ ...deps, mailer, compose, links, recordSensitive });
  createDeliverySender({ ...deps, mailer, compose, counts }).handle();

  return {
    ...deliveryLog,
    notify: async (tx, to, notice) => deliver(tx, [to], notice, await readSettings(tx, log)),
    notifyAdmins,
    notifyEachAdministrator,
    async channelFor(to, event) {
      const way = await wayOf(db, await readSettings(db, log), to, event);
      return way?.state === "waiting" ? way.channel : null;
    },
    async withdraw(tx, which) {
      for (const { channel } of await withdrawMessages(tx, which)) counts.add(channel, "skipped");
    },
    async forget(tx, subject) {
      await deliveriesRepository(tx).removeAdminNotices({ subject });
      await deliveriesRepository(tx).removeAbout(subject);
    },
    outcomes: counts.read,
  };
}

/** Leaves out messages that wait, for commands beside the server. @returns the channel of each. */
export async function withdrawMessages(tx: Tx, which: Withdrawal): Promise<{ channel: ChannelName }[]> {
  const repository = deliveriesRepository(tx);
  if (which.recipient === undefined) await repository.removeAdminNotices(which);
  return repository.skipWaiting(which, notTrueAnyMore);
}

function noticeOf({ event, event_key, subject_kind, subject_id, data, not_after }: AdminNoticeRow) {
  return {
    event,
    data: JSON.parse(data) as EventData[NotificationEvent],
    ...(subject_kind !== null && subject_id !== null ? { subject: { kind: subject_kind, id: subject_id } } : {}),
    ...(event_key === null ? {} : { key: event_key }),
    ...(not_after === null ? {} : { until: not_after }),
  };
}

/** Returns the milliseconds that a message waits: the delay of its event, and the rest of the quiet hours where it can wait. */
function waitOf(event: NotificationEvent, settings: NotificationSettingsBody, now: number): number {
  const { waits, delay } = eventRules[event];
  const quietEnd = settings.quiet_hours && waits ? endOfQuietHours(now + delay) : undefined;
  return (quietEnd?.getTime() ?? now + delay) - now;
}

/** Returns the draft of an e-mail that is sent or kept; undefined for other messages, which are never too many. */
function draftOf<E extends NotificationEvent>({ event, data }: Notice<E>, to: Recipient, way: Way): Draft | undefined {
  const { email } = to;
  if (way.state === "skipped" || way.channel !== "email" || email === null) return undefined;
  return { event, data, to: { ...to, email }, state: way.state };
}

/** @param after milliseconds that it waits, where it is sent */
function rowOf<E extends NotificationEvent>(
  { event, data, subject, key, until }: Notice<E>,
  to: Recipient,
  { channel, phone, state, error }: Way,
  now: number,
  after: number,
): NewDelivery {
  return {
    event,
    event_key: key === undefined ? null : keyOf(event, key, to),
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
    error,
    attempts: 0,
    provider_id: null,
    created_at: new Date(now).toISOString(),
    not_before: state === "waiting" && after > 0 ? new Date(now + after).toISOString() : null,
    not_after: until ?? null,
    sent_at: null,
  };
}

/** Names what happens once, for one recipient. */
function keyOf(event: NotificationEvent, key: string, { kind, id, email, phone }: Recipient): string {
  return JSON.stringify([event, key, kind, id ?? caseless(email ?? phone ?? "")]);
}

/** Headers are ASCII. */
const hostOf = (address: string) => domainToASCII(address.slice(address.lastIndexOf("@") + 1)) || "localhost";
