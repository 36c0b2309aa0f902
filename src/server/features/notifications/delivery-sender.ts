/** Sends the messages: the handlers of the outbox topics, one for each channel. */
import { setTimeout as pause } from "node:timers/promises";
import type { Updateable } from "kysely";
import { isDatabaseError } from "#server/platform/db/dialect.ts";
import type { Tables } from "#server/platform/db/schema.ts";
import { type Attempt, GiveUpError, PostponeError, RetryError, retryTime } from "#server/platform/outbox.ts";
import { caseless } from "#server/platform/text.ts";
import type { ChannelMessage } from "./channel.ts";
import { type DeliveryRow, deliveriesRepository } from "./deliveries.repository.ts";
import type { DeliveryCounts, DeliveryOutcome } from "./delivery-counts.ts";
import { channelTopics, type DeliveryWork, notByZalo, notTrueAnyMore } from "./delivery-work.ts";
import { eventRules } from "./events.ts";
import type { MailComposer } from "./mail-composer.ts";
import { type MailAttachment, type Mailer, MailFailure } from "./mailer.ts";
import { channelsOf, readSettings } from "./notification-settings.ts";
import type { NotificationsDeps } from "./notifications.service.ts";
import { endOfQuietHours } from "./quiet-hours.ts";

/** Attempts of a message, over three to four days. */
export const maxAttempts = 100;
/** Attempts by Zalo, over a quarter of an hour, before e-mail takes over where there is an address. */
export const maxZaloAttempts = 10;
/** Messages of a channel that one process sends at the same time. */
const concurrency = 3;
const writeRetryMs = 1000;

export interface DeliverySenderDeps extends NotificationsDeps {
  mailer: Mailer | undefined;
  compose: MailComposer;
  counts: Pick<DeliveryCounts, "add">;
}

type Change = Updateable<Tables["deliveries"]>;

interface Result {
  outcome?: DeliveryOutcome;
  /** Whether it counts as an attempt. */
  isCounted: boolean;
  signal?: AbortSignal;
}

export function createDeliverySender(deps: DeliverySenderDeps) {
  const { database, outbox, log, mail, zalo, mailer, compose, counts, attachmentsOf } = deps;
  const { db, commit } = database;
  const repository = deliveriesRepository(db);

  /**
   * Writes down what became of an attempt, again while the database is away: a result that is not written down leads to a second message.
   */
  async function write(row: DeliveryRow, change: Change, { outcome, isCounted, signal }: Result): Promise<void> {
    for (;;) {
      try {
        const isWritten = await repository.finish(row.id, change, isCounted);
        if (isWritten && outcome) counts.add(row.channel, outcome);
        return;
      } catch (error) {
        if (!signal || signal.aborted || !isDatabaseError(error)) throw error;
        await pause(writeRetryMs);
      }
    }
  }

  const sent = (row: DeliveryRow, signal: AbortSignal, providerId: string | null) =>
    write(
      row,
      { state: "sent", error: null, not_before: null, sent_at: new Date().toISOString(), provider_id: providerId },
      { outcome: "sent", isCounted: true, signal },
    );

  const ended = (row: DeliveryRow, state: "failed" | "skipped" | "kept", error: string | null, isCounted = false) =>
    write(row, { state, error, not_before: null }, { outcome: state, isCounted });

  /** Writes down a failed attempt, the last one for good. @throws RetryError */
  async function failed(row: DeliveryRow, error: string, { attempts }: Attempt): Promise<void> {
    if (attempts >= maxAttempts) return ended(row, "failed", error, true);
    const at = retryTime(attempts);
    await write(row, { error, not_before: at.toISOString() }, { outcome: "retried", isCounted: true });
    throw new RetryError(at, `delivery ${row.id} was not sent`);
  }

  /** Returns the message of a piece of work, if it is still to be sent now. @throws PostponeError */
  async function dueRow({ id, resend }: DeliveryWork, channel: DeliveryRow["channel"], { attempts }: Attempt) {
    const row = await repository.find(id);
    if (!row || row.state !== "waiting" || row.channel !== channel) return undefined;
    // Its process died in the last attempt, perhaps of the message.
    if (attempts > maxAttempts) {
      await ended(row, "failed", row.error ?? "Máy chủ đã dừng giữa lần gửi cuối cùng");
      return undefined;
    }
    if (resend === undefined && row.not_after !== null && row.not_after <= new Date().toISOString()) {
      await ended(row, "skipped", notTrueAnyMore);
      return undefined;
    }
    if (resend === undefined && eventRules[row.event].waits) {
      const quietEnd = endOfQuietHours(Date.now());
      if (quietEnd && (await readSettings(db, log)).quiet_hours) {
        await write(row, { not_before: quietEnd.toISOString() }, { isCounted: false });
        throw new PostponeError(quietEnd, "quiet hours");
      }
    }
    return row;
  }

  /** Returns why an address gets no message; undefined when it gets one. */
  async function objectionOf({ event }: DeliveryRow, email: string): Promise<string | undefined> {
    const { isSecret, isOwnBusiness } = eventRules[event];
    const known = await repository.address(caseless(email));
    if (known?.bounced_at && !isSecret) return known.bounce_error ?? "Địa chỉ này từng bị máy chủ thư từ chối";
    if (known?.unsubscribed_at && !isOwnBusiness) return "Người nhận đã ngừng nhận loại email này";
    return undefined;
  }

  /** Returns the files of a message. A message without its file says more than none. */
  async function attachmentsFor({ id, event, subject_kind, subject_id }: DeliveryRow): Promise<MailAttachment[]> {
    if (!attachmentsOf || subject_kind === null || subject_id === null) return [];
    return attachmentsOf(event, { kind: subject_kind, id: subject_id }).catch((error: unknown) => {
      if (isDatabaseError(error)) throw error;
      log.error({ err: error, delivery: id }, "the file of a message was not made; the message goes without it");
      return [];
    });
  }

  async function sendMail(work: DeliveryWork, attempt: Attempt): Promise<void> {
    const row = await dueRow(work, "email", attempt);
    if (!row) return;
    const { email } = row;
    if (email === null) return ended(row, "skipped", "Không có địa chỉ email");
    if (!mailer) return ended(row, "kept", null);
    const objection = await objectionOf(row, email);
    if (objection !== undefined) return ended(row, "skipped", objection);
    const linkEnd = compose.linkEnd(row);
    if (linkEnd && linkEnd.getTime() <= Date.now()) return ended(row, "failed", "Đường dẫn trong thông báo đã hết hạn");
    const outgoing = await compose.compose({ ...row, email }, { resend: work.resend });
    const attachments = await attachmentsFor(row);
    try {
      await mailer.send({ ...outgoing, attachments }, attempt.signal);
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      const text = error.details === null ? error.message : `${error.message}: ${error.details}`;
      if (!error.isBounce) return failed(row, text, attempt);
      const bounce = { bounced_at: new Date().toISOString(), bounce_error: text };
      await repository.markAddress(caseless(email), bounce);
      return ended(row, "failed", text, true);
    }
    await sent(row, attempt.signal, null);
  }

  /** Whether e-mail takes a message over that Zalo can't deliver. */
  async function hasMail({ email, event }: DeliveryRow, { resend }: DeliveryWork): Promise<boolean> {
    if (email === null) return false;
    // The administrator's resend goes by what is there.
    return resend !== undefined || channelsOf(await readSettings(db, log), event).email;
  }

  /** Hands a message over to e-mail, in one transaction. */
  async function goOnByMail(row: DeliveryRow, work: DeliveryWork, reason: string): Promise<void> {
    if (!(await hasMail(row, work))) return ended(row, "failed", reason, true);
    const isMoved = await commit(async (tx) => {
      const moved: Change = mailer
        ? { channel: "email", error: reason, not_before: null }
        : { channel: "email", state: "kept", error: reason, not_before: null };
      const isWritten = await deliveriesRepository(tx).finish(row.id, moved, true);
      if (isWritten && mailer) await outbox.add(tx, channelTopics.email, work);
      return isWritten;
    });
    if (isMoved) counts.add("zalo", "moved");
    if (isMoved && !mailer) counts.add("email", "kept");
  }

  async function sendByZalo(work: DeliveryWork, attempt: Attempt): Promise<void> {
    const row = await dueRow(work, "zalo", attempt);
    if (!row) return;
    const { id, event, phone, recipient_name } = row;
    if (!zalo || phone === null) return goOnByMail(row, work, notByZalo);
    const message = {
      id,
      resend: work.resend ?? null,
      event,
      data: JSON.parse(row.data),
      recipientName: recipient_name,
      phone,
      origin: mail.origin,
    } as ChannelMessage;
    const outcome = await zalo.send(message, attempt).catch(async (error: unknown) => {
      if (attempt.signal.aborted || isDatabaseError(error)) throw error;
      const text = error instanceof Error ? error.message : String(error);
      if (error instanceof GiveUpError) return ended(row, "failed", text, true);
      if (!(error instanceof PostponeError)) {
        const isLate = attempt.attempts >= maxZaloAttempts && mailer !== undefined && (await hasMail(row, work));
        return isLate ? goOnByMail(row, work, text) : failed(row, text, attempt);
      }
      await write(row, { error: text, not_before: error.until.toISOString() }, { isCounted: false });
      throw error;
    });
    if (!outcome) return;
    if (outcome.state === "unable") return goOnByMail(row, work, outcome.reason);
    await sent(row, attempt.signal, outcome.providerId);
  }

  return {
    handle(): void {
      // One more, to write down that the last one was cut off.
      const options = { concurrency, maxAttempts: maxAttempts + 1 };
      outbox.on<DeliveryWork>(channelTopics.email, sendMail, options);
      outbox.on<DeliveryWork>(channelTopics.zalo, sendByZalo, options);
    },
  };
}
