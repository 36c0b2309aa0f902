/** The delivery log of the back office, the settings, and what addresses ask for. */
import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { ApiError, invalidField } from "#contract/errors.ts";
import type { TabCounts } from "#contract/list.ts";
import {
  type Delivery,
  type DeliveryDetail,
  type DeliveryFilter,
  type DeliveryListQuery,
  type DeliveryState,
  deliveryStates,
  type NotificationSettings,
  NotificationSettingsBody,
  NotificationSettingsChange,
  type TestOutcome,
} from "#contract/notifications.ts";
import { assertVersion, type RecordSensitiveChange, recordAudit } from "#server/features/audit/audit.service.ts";
import type { BulkWork } from "#server/features/bulk/bulk-port.ts";
import { settingsLock } from "#server/features/settings/settings.service.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, OfficeCaller } from "#server/platform/http/caller.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { caseless } from "#server/platform/text.ts";
import { type DeliveryRow, deliveriesRepository, deliveryListReader } from "./deliveries.repository.ts";
import { deliveryBulkWorks } from "./delivery-bulk.ts";
import { channelTopics, type DeliveryWork } from "./delivery-work.ts";
import { type EventData, eventRules } from "./events.ts";
import { isSecretEvent, type MailComposer, type SecretEvent } from "./mail-composer.ts";
import { type Mailer, MailFailure } from "./mailer.ts";
import {
  addressDetails,
  missingAddresses,
  readSettings,
  settingsChanges,
  settingsDocument,
} from "./notification-settings.ts";
import type { NotificationsDeps } from "./notifications.service.ts";
import type { UnsubscribeLinks } from "./unsubscribe.ts";

export interface DeliveryLog {
  settings(): Promise<NotificationSettings>;
  saveSettings(caller: AdminCaller, body: NotificationSettingsChange): Promise<NotificationSettings>;
  /** Sends an e-mail while the caller waits, at most eight seconds. */
  test(email: string): Promise<TestOutcome>;
  page(query: DeliveryListQuery): Promise<{ rows: Delivery[]; total: number }>;
  /** Yields all messages of a filter in batches, the newest first. */
  batches(filter: DeliveryFilter): AsyncIterable<Delivery[]>;
  /** Counts the messages of each state. */
  tabs(filter: DeliveryFilter): Promise<TabCounts<DeliveryState>>;
  /** @param origin of the links in the e-mail that is shown. @throws ApiError `not_found` */
  delivery(id: number, origin: string | undefined): Promise<DeliveryDetail>;
  /** Sends a message anew that no longer waits. @throws ApiError `not_found`, `conflict` */
  resend(caller: AdminCaller, id: number): Promise<Delivery>;
  /** Whether a token of an unsubscription is one of this site. */
  isUnsubscribeToken(token: string): boolean;
  /** @throws ApiError `invalid` for a token that this site did not make. */
  unsubscribe(token: string): Promise<void>;
  /** Counts the messages that failed, from the time `since` on. */
  countFailed(since: string): Promise<number>;
  /** The messages to a user. */
  personalData: readonly [
    {
      name: string;
      read(userId: number): Promise<unknown>;
      remove(tx: Tx, userId: number, emailKey: string): Promise<void>;
    },
  ];
  /** Returns the latest messages to a user. */
  latestOfUser(
    userId: number,
    limit: number,
  ): Promise<Pick<DeliveryRow, "id" | "event" | "channel" | "state" | "created_at">[]>;
  /** What bulk jobs do with messages. */
  bulkWorks: readonly BulkWork[];
  start(): void;
  stop(): Promise<void>;
}

export interface DeliveryLogDeps extends NotificationsDeps {
  mailer: Mailer | undefined;
  compose: MailComposer;
  links: UnsubscribeLinks;
  recordSensitive: RecordSensitiveChange;
}

const versionOfSettings = (settings: NotificationSettingsBody) => versionOf(NotificationSettingsChange, settings);

const testMs = 7_500;
const dayMs = 24 * 60 * 60_000;
const keptDays = 90;
const sweepEveryMs = 60 * 60_000;
const sweepBatch = 500;
const noServer = "Chưa có máy chủ thư: hãy đặt SMTP_URL";

export function createDeliveryLog(deps: DeliveryLogDeps): DeliveryLog {
  const { database, outbox, log, zalo, mailer, compose, links, isSecretLinkUsable, recordSensitive } = deps;
  const { db, commit, dialect } = database;
  const repository = deliveriesRepository(db);
  const reader = deliveryListReader(db, dialect);
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;

  const withSender = (settings: NotificationSettingsBody): NotificationSettings => ({
    ...settings,
    version: versionOfSettings(settings),
    sender: mailer ? `${mailer.sender.name} <${mailer.sender.address}>` : null,
  });

  async function present(rows: readonly DeliveryRow[], from: Db = db): Promise<Delivery[]> {
    const keys = rows.flatMap(({ email }) => (email === null ? [] : caseless(email)));
    const bounced = await deliveriesRepository(from).bounced([...new Set(keys)]);
    return rows.map(({ data: _data, recipient_id: _id, not_after: _end, ...row }) => ({
      ...row,
      is_bounced: row.email !== null && bounced.has(caseless(row.email)),
    }));
  }

  async function find(from: Db, id: number): Promise<DeliveryRow> {
    const row = await deliveriesRepository(from).find(id);
    if (!row) throw new ApiError("not_found", "Không tìm thấy thông báo");
    return row;
  }

  /** Returns the channel of a resend. @throws ApiError `conflict` */
  async function channelOf(tx: Tx, { event, phone, email }: DeliveryRow): Promise<DeliveryRow["channel"]> {
    if (phone !== null && !eventRules[event].isSecret && (await zalo?.isReady(tx, event))) return "zalo";
    if (email === null) throw new ApiError("conflict", "Người nhận này không có địa chỉ nào gửi được");
    if (!mailer) throw new ApiError("conflict", noServer);
    return "email";
  }

  /** Whether a message has no link that gives access, or one that works. */
  async function hasWorkingLink(tx: Tx, { event, data }: DeliveryRow): Promise<boolean> {
    if (!isSecretEvent(event)) return true;
    const { token_id } = JSON.parse(data) as EventData[SecretEvent];
    return isSecretLinkUsable(tx, event, token_id);
  }

  async function resendIn(tx: Tx, caller: OfficeCaller, id: number): Promise<Delivery> {
    const stored = await find(tx, id);
    const linkEnd = compose.linkEnd(stored);
    if (linkEnd && linkEnd.getTime() <= Date.now()) {
      throw new ApiError("conflict", "Đường dẫn trong thông báo này đã hết hạn, người nhận cần yêu cầu lại");
    }
    if (!(await hasWorkingLink(tx, stored))) {
      throw new ApiError(
        "conflict",
        "Đường dẫn trong thông báo này đã được dùng hoặc đã có đường dẫn mới hơn, người nhận cần yêu cầu lại",
      );
    }
    const channel = await channelOf(tx, stored);
    const row = await deliveriesRepository(tx).restart(id, channel);
    if (!row) throw new ApiError("conflict", "Thông báo này đang chờ gửi");
    if (row.email !== null) await deliveriesRepository(tx).clearBounce(caseless(row.email));
    const work: DeliveryWork = { id, resend: randomBytes(4).toString("hex") };
    await outbox.add(tx, channelTopics[channel], work);
    await recordAudit(tx, caller, { action: "update", entity: "delivery", id, name: `số ${id}` });
    const [shown] = (await present([row], tx)) as [Delivery];
    return shown;
  }
  const resend = (caller: AdminCaller, id: number) => commit((tx) => resendIn(tx, caller, id));

  async function sweep(): Promise<void> {
    const before = new Date(Date.now() - keptDays * dayMs).toISOString();
    for (let count = sweepBatch; count === sweepBatch && !stopping.signal.aborted; ) {
      count = await repository.deleteBefore(before, sweepBatch);
      // On the embedded database nothing else would have its turn.
      await turn();
    }
  }

  const settings = async () => withSender(await readSettings(db, log));

  return {
    bulkWorks: deliveryBulkWorks({ database, resend: resendIn }),
    settings,

    async saveSettings(caller, { version, ...body }) {
      const save = () =>
        commit({ lock: settingsLock }, async (tx) => {
          const stored = await readSettings(tx, log);
          const summary = "Thông báo cho khách, nhân viên và quản trị viên";
          const subject = { id: null, name: summary };
          await assertVersion(tx, caller, version, versionOfSettings(stored), "settings", subject);
          const saved = NotificationSettingsBody.parse({ ...stored, ...body });
          await settingsDocument.write(tx, saved);
          const changes = settingsChanges(stored, saved);
          const [before, after] = [stored.admin_emails, saved.admin_emails];
          const formerAddresses = missingAddresses(before, after);
          if (formerAddresses.length === 0 && missingAddresses(after, before).length === 0) {
            await recordAudit(tx, caller, { action: "update", entity: "settings", ...subject, changes });
          } else {
            await recordSensitive(tx, caller, {
              action: "update",
              entity: "settings",
              entityId: null,
              what: "Nơi nhận thông báo của quản trị viên",
              name: summary,
              details: addressDetails(before, after),
              trailDetails: [],
              changes,
              formerAddresses,
            });
          }
          return withSender(saved);
        });
      return withCurrent(settings, save);
    },

    async test(email) {
      if (!mailer) return { success: false, message: "Chưa gửi được", details: noServer };
      const created_at = new Date().toISOString();
      const row = { id: 0, event: "test" as const, recipient_name: "bạn", email, data: "{}", created_at };
      const outgoing = await compose.compose(row, { resend: randomBytes(8).toString("hex") });
      const signal = AbortSignal.timeout(testMs);
      try {
        await mailer.send(outgoing, signal);
        return { success: true, message: `Máy chủ thư đã nhận email gửi đến ${email}`, details: null };
      } catch (error) {
        if (error instanceof MailFailure) return { success: false, message: error.message, details: error.details };
        if (signal.aborted) return { success: false, message: "Máy chủ thư trả lời quá lâu", details: null };
        throw error;
      }
    },

    async page(query) {
      const { rows, total } = await reader.page(query);
      return { rows: await present(rows as DeliveryRow[]), total };
    },

    async *batches(filter) {
      for await (const rows of reader.batches({ ...filter, sort_by: "created_at" }))
        yield await present(rows as DeliveryRow[]);
    },

    async tabs({ state: _state, ...filter }) {
      const count = async (state: DeliveryState) => [state, await reader.count({ ...filter, state })] as const;
      const [all, ...counts] = await Promise.all([reader.count(filter), ...deliveryStates.map(count)]);
      return { all, ...(Object.fromEntries(counts) as Record<DeliveryState, number>) };
    },

    async delivery(id, origin) {
      const row = await find(db, id);
      const [shown] = (await present([row])) as [Delivery];
      if (eventRules[row.event].isSecret) return { ...shown, mail: null };
      const { subject, text, html } = await compose.compose({ ...row, email: row.email ?? "" }, { origin });
      return { ...shown, mail: { subject, text, html } };
    },

    resend,

    isUnsubscribeToken: (token) => links.emailKeyOf(token) !== undefined,

    async unsubscribe(token) {
      const emailKey = links.emailKeyOf(token);
      if (emailKey === undefined) throw invalidField("token", "Đường dẫn không hợp lệ");
      await repository.unsubscribe(emailKey, new Date().toISOString());
    },

    latestOfUser: (userId, limit) => repository.latestOfUser(userId, limit),

    countFailed: (since) => repository.count("failed", since),

    personalData: [
      {
        name: "messages",
        read: async (userId) =>
          (await repository.ofUser(userId)).map(
            ({ event, email, phone, channel, state, data, created_at, sent_at }) => ({
              event,
              email,
              phone,
              channel,
              state,
              created_at,
              sent_at,
              data: eventRules[event].isSecret ? null : JSON.parse(data),
            }),
          ),
        async remove(tx, userId, emailKey) {
          const inner = deliveriesRepository(tx);
          await inner.forgetAddress(emailKey);
          await inner.removeOfUser(userId);
        },
      },
    ],

    start() {
      const tick = () => {
        sweeping = sweep()
          .catch((err: unknown) => log.error({ err }, "old messages could not be removed"))
          .then(() => {
            if (!stopping.signal.aborted) timer = setTimeout(tick, sweepEveryMs).unref();
          });
      };
      tick();
    },

    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await sweeping;
    },
  };
}
