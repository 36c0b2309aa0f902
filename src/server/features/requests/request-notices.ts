/** Messages to customers, staff and administrators about a request, in the transaction of its change. */
import type { Channel, NotificationEvent } from "#contract/notifications.ts";
import { isQuietOccasion } from "#contract/occasions.ts";
import { briefFields } from "#contract/request-brief.ts";
import type { ReachableMember, Staff } from "#server/features/accounts/staff/staff.service.ts";
import {
  type EventData,
  type Notifications,
  type Recipient,
  sendingDay,
} from "#server/features/notifications/notifications.service.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { dueNow } from "./lyrics-life.ts";
import type { RequestMessage } from "./request-life.ts";
import { summaryOf } from "./request-views.ts";
import type { RequestRow } from "./requests.repository.ts";

export interface NoticesDeps {
  notifications: Pick<Notifications, "notify" | "notifyAdmins" | "channelFor" | "withdraw" | "forget">;
  staff: Pick<Staff, "activeMember" | "activeSupervisors">;
}

export type RequestNotices = ReturnType<typeof createRequestNotices>;

export function createRequestNotices({ notifications, staff }: NoticesDeps) {
  function toCustomer<E extends NotificationEvent>(
    tx: Tx,
    row: RequestRow,
    event: E,
    data: EventData[E],
    key?: string,
  ): Promise<void> {
    const notice = { event, data, subject: subjectOf(row), ...(key === undefined ? {} : { key }) };
    return notifications.notify(tx, customerOf(row), notice);
  }

  async function toMember<E extends "staff_request_assigned" | "staff_request_due_today">(
    tx: Tx,
    row: RequestRow,
    event: E,
    data: EventData[E],
    extra: { key?: string; until?: string } = {},
  ): Promise<void> {
    const member = row.staff_id === null ? undefined : await staff.activeMember(tx, row.staff_id);
    if (member) await notifications.notify(tx, recipientOf(member), { event, data, subject: subjectOf(row), ...extra });
  }

  /** Tells the member, without one the supervisors, without these the administrators. */
  async function toDesk<E extends "staff_request_message" | "staff_lyrics_answered" | "staff_changes_wanted">(
    tx: Tx,
    row: RequestRow,
    event: E,
    key: string,
    dataFor: (told: EventData[E]["told"]) => EventData[E],
  ): Promise<void> {
    const noticeTo = (told: EventData[E]["told"]) => ({ event, data: dataFor(told), subject: subjectOf(row), key });
    const member = row.staff_id === null ? undefined : await staff.activeMember(tx, row.staff_id);
    if (member) return notifications.notify(tx, recipientOf(member), noticeTo("member"));
    const supervisors = await staff.activeSupervisors(tx);
    for await (const each of inTurns(supervisors))
      await notifications.notify(tx, recipientOf(each), noticeTo("supervisor"));
    if (supervisors.length === 0) await notifications.notifyAdmins(tx, noticeTo("admin"));
  }

  async function sendOne(tx: Tx, row: RequestRow, message: RequestMessage): Promise<void> {
    switch (message.kind) {
      case "withdraw": {
        const { events, memberId } = message;
        const recipient = memberId === undefined ? {} : { recipient: { kind: "staff" as const, id: memberId } };
        return notifications.withdraw(tx, { events, subject: subjectOf(row), ...recipient });
      }
      case "forget":
        return notifications.forget(tx, subjectOf(row));
      case "assigned":
        return toMember(tx, row, "staff_request_assigned", { ...workData(row), from: message.from });
      case "taken_up":
        return toCustomer(tx, row, "request_taken_up", customerData(row), `${row.id}`);
      case "paid": {
        const { amount, at } = message;
        // A payment that is withdrawn and noted again on the same day is a correction.
        const key = `${row.id} ${amount} ${vietnamDay(Date.parse(at))}`;
        return toCustomer(tx, row, "request_paid", { ...customerData(row), amount, ...toneOf(row) }, key);
      }
      case "song_ready": {
        const { version } = message;
        const data = { ...customerData(row), version };
        return toCustomer(tx, row, "request_song_ready", data, `${row.id} ${version}`);
      }
      case "price_raised": {
        const { amount, before } = message;
        const key = `${row.id} ${amount} ${vietnamDay(Date.parse(row.updated_at))}`;
        return toCustomer(tx, row, "request_price_raised", { ...customerData(row), amount, before }, key);
      }
      case "changes_wanted": {
        const { version, words } = message;
        return toDesk(tx, row, "staff_changes_wanted", `${row.id} ${row.changes_done}`, (told) => ({
          ...workData(row),
          version,
          words,
          told,
        }));
      }
      case "changes_noted":
        return toCustomer(tx, row, "request_changes_noted", { ...customerData(row), words: message.words });
      case "lyrics_ready": {
        const { number, note, isReminder } = message;
        const data = { ...customerData(row), version: number, note, is_reminder: isReminder };
        return toCustomer(tx, row, "request_lyrics_ready", data, `${row.id} ${number}${isReminder ? " reminder" : ""}`);
      }
      case "lyrics_answered": {
        const { number: version, agrees, words } = message;
        return toDesk(tx, row, "staff_lyrics_answered", `${row.id} ${version}`, (told) => ({
          ...workData(row),
          version,
          agrees,
          words,
          told,
        }));
      }
    }
  }

  return {
    /** Tells of a new request. */
    async received(tx: Tx, row: RequestRow): Promise<void> {
      const price = row.agreed_price;
      const brief = briefOf(row);
      await toCustomer(tx, row, "request_received", { ...customerData(row), price, brief });
      const data = { ...workData(row), price, brief };
      await notifications.notifyAdmins(tx, { event: "admin_new_request", data, subject: subjectOf(row) });
    },

    /** Writes the messages of a save, and leaves out those that it made untrue. @param row after the save. */
    async send(tx: Tx, row: RequestRow, messages: readonly RequestMessage[]): Promise<void> {
      for (const message of messages) await sendOne(tx, row, message);
    },

    /**
     * Tells one side of a message of the other, once on a day for all that it has not read.
     */
    async messageTo(
      tx: Tx,
      row: RequestRow,
      side: "customer" | "desk",
      { words, from, firstUnread }: { words: string; from: string | null; firstUnread: number },
    ): Promise<void> {
      const event = side === "customer" ? "request_message" : "staff_request_message";
      // Of the day too: people who read the words in the mail may never open the talk.
      const key = `${row.id} ${firstUnread} ${sendingDay(event, Date.now())}`;
      if (event === "request_message") return toCustomer(tx, row, event, { ...customerData(row), from, words }, key);
      return toDesk(tx, row, event, key, (told) => ({ ...workData(row), words, told }));
    },

    /** Leaves out what waits to tell a side of messages that it has read meanwhile. */
    messagesRead: (tx: Tx, row: RequestRow, side: "customer" | "desk"): Promise<void> =>
      notifications.withdraw(tx, {
        events: [side === "customer" ? "request_message" : "staff_request_message"],
        subject: subjectOf(row),
      }),

    /** Tells the giver of a song of thanks, once for each key. */
    giftThanked: (
      tx: Tx,
      row: RequestRow,
      { key, from, words }: { key: string; from: string | null; words: string },
    ): Promise<void> => {
      const { code, path } = customerData(row);
      const data = { code, path, from: from ?? "Người nhận", words, ...toneOf(row) };
      return toCustomer(tx, row, "gift_thanked", data, key);
    },

    /** Returns the channel of the message that the song is ready; null where none is sent. */
    songReadyChannel: (row: RequestRow): Promise<Channel | null> =>
      notifications.channelFor(customerOf(row), "request_song_ready"),

    /** Reminds the member of a request that is due, once on a day. @param day in Vietnam. */
    dueToday: (tx: Tx, row: RequestRow, day: string): Promise<void> =>
      toMember(tx, row, "staff_request_due_today", workData(row), { key: dueKey(row, day), until: row.due_at }),

    /**
     * Reminds the supervisors, or without one the administrators, of a request that nobody has, once on a day.
     * @param until end of the day.
     */
    async unclaimed(
      tx: Tx,
      row: RequestRow,
      { day, isLate, until }: { day: string; isLate: boolean; until: string },
    ): Promise<void> {
      const supervisors = await staff.activeSupervisors(tx);
      const noticeTo = (told: "supervisor" | "admin") => ({
        event: "staff_request_due_today" as const,
        data: { ...workData(row), unclaimed: { told, is_late: isLate } },
        subject: subjectOf(row),
        key: dueKey(row, day),
        until,
      });
      for await (const each of inTurns(supervisors))
        await notifications.notify(tx, recipientOf(each), noticeTo("supervisor"));
      if (supervisors.length === 0) await notifications.notifyAdmins(tx, noticeTo("admin"));
    },
  };
}

/** Returns the key of a reminder, the same for a member and for supervisors: one who was told and then claims it is not told again on that day. */
const dueKey = ({ id }: RequestRow, day: string) => `${id} ${day}`;

const recipientOf = ({ id, full_name: name, email, phone }: ReachableMember): Recipient => ({
  kind: "staff",
  id,
  name,
  email,
  phone,
});

const subjectOf = ({ id }: RequestRow) => ({ kind: "request" as const, id });

function customerOf({ user_id, customer_name, customer_email, customer_phone }: RequestRow): Recipient {
  return {
    kind: user_id === null ? "customer" : "user",
    id: user_id,
    name: customer_name,
    email: customer_email,
    phone: customer_phone,
  };
}

const toneOf = ({ occasion }: RequestRow) => (isQuietOccasion(occasion) ? { is_quiet: true } : {});

/** Returns what the customer gave of the brief. */
function briefOf(row: RequestRow): NonNullable<EventData["request_received"]["brief"]> {
  const given = briefFields.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]]));
  return Object.fromEntries(given);
}

function customerData(row: RequestRow): EventData["request_taken_up"] {
  const { code, page_token, request_content } = row;
  const due_at = dueNow(row, Date.now());
  return { code, path: `/requests/${page_token}`, idea: summaryOf(request_content), due_at };
}

function workData(row: RequestRow): EventData["staff_request_due_today"] {
  const { id, code, customer_name, request_content } = row;
  return { id, code, customer_name, idea: summaryOf(request_content), due_at: dueNow(row, Date.now()) };
}
