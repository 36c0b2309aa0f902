/** Messages to customers, staff and administrators about a request, in the transaction of its change. */
import type { Channel, NotificationEvent } from "#contract/notifications.ts";
import type { ReachableMember, Staff } from "#server/features/accounts/staff.service.ts";
import type { EventData, Notifications, Recipient } from "#server/features/notifications/notifications.service.ts";
import { vietnamDay } from "#server/features/vietnam-time.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { summaryOf } from "./request-views.ts";
import { isAvailable, isOpen, type Step } from "./request-writes.ts";
import { type EventRow, type RequestRow, requestsRepository } from "./requests.repository.ts";

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

  return {
    /** Tells of a new request. */
    async received(tx: Tx, row: RequestRow): Promise<void> {
      const price = row.agreed_price;
      await toCustomer(tx, row, "request_received", { ...customerData(row), price });
      const data = { ...workData(row), price };
      await notifications.notifyAdmins(tx, { event: "admin_new_request", data, subject: subjectOf(row) });
    },

    /** Tells of a change by staff or an administrator, after its steps are written. */
    async changed(tx: Tx, caller: Caller, stored: RequestRow, row: RequestRow, steps: readonly Step[]): Promise<void> {
      const isNowOpen = isOpen(row.status);
      if (stored.staff_id !== null && (!isNowOpen || row.staff_id !== stored.staff_id)) {
        await notifications.withdraw(tx, {
          events: ["staff_request_assigned", "staff_request_due_today"],
          subject: subjectOf(row),
          recipient: { kind: "staff", id: stored.staff_id },
        });
      }
      if (isAvailable(stored) && !isAvailable(row)) {
        await notifications.withdraw(tx, { events: ["staff_request_due_today"], subject: subjectOf(row) });
      }
      if (!isNowOpen && isOpen(stored.status)) {
        await notifications.withdraw(tx, { events: ["request_taken_up"], subject: subjectOf(row) });
      }
      const isHandedOver = row.staff_id !== null && row.staff_id !== stored.staff_id && isNowOpen;
      if (isHandedOver && !(caller.kind === "staff" && caller.id === row.staff_id)) {
        const from = caller.kind === "staff" ? caller.name : "Quản trị viên";
        await toMember(tx, row, "staff_request_assigned", { ...workData(row), from });
      }
      const takingUp = steps.filter(isTakingUp).length;
      if (takingUp > 0 && isNowOpen) {
        const events = await requestsRepository(tx).events(row.id);
        // The steps of this change are the only ones of their kind.
        if (events.filter(isTakingUp).length === takingUp) {
          await toCustomer(tx, row, "request_taken_up", customerData(row), `${row.id}`);
        }
      }
      if (stored.paid_at === null && row.paid_at !== null && row.agreed_price > 0) {
        const amount = row.agreed_price;
        // A payment that is withdrawn and noted again on the same day is a correction.
        const key = `${row.id} ${amount} ${vietnamDay(Date.parse(row.paid_at))}`;
        await toCustomer(tx, row, "request_paid", { ...customerData(row), amount }, key);
      }
    },

    /** Tells of a version that the customer can hear from now on. */
    songReady: (tx: Tx, row: RequestRow, version: number): Promise<void> =>
      toCustomer(tx, row, "request_song_ready", { ...customerData(row), version }, `${row.id} ${version}`),

    /** Leaves out what waits to be told of a version that is withdrawn. */
    songWithdrawn: (tx: Tx, row: RequestRow): Promise<void> =>
      notifications.withdraw(tx, { events: ["request_song_ready"], subject: subjectOf(row) }),

    /** Returns the channel of that message; null where none is sent. */
    songReadyChannel: (row: RequestRow): Promise<Channel | null> =>
      notifications.channelFor(customerOf(row), "request_song_ready"),

    /** Tells the customer that the wishes have arrived. */
    changesNoted: (tx: Tx, row: RequestRow, words: string): Promise<void> =>
      toCustomer(tx, row, "request_changes_noted", { ...customerData(row), words }),

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
      for (const each of supervisors) await notifications.notify(tx, recipientOf(each), noticeTo("supervisor"));
      if (supervisors.length === 0) await notifications.notifyAdmins(tx, noticeTo("admin"));
    },

    /** Deletes the messages about a request that is deleted. */
    forget: (tx: Tx, row: RequestRow): Promise<void> => notifications.forget(tx, subjectOf(row)),
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

/** Steps by which somebody begins with a request, or has finished it. */
function isTakingUp({ kind, text }: Pick<EventRow, "kind"> & { text?: string | null }): boolean {
  const isBegun = kind === "status_changed" && (text === "processing" || text === "completed");
  return isBegun || kind === "claimed" || kind === "assigned";
}

function customerOf({ user_id, customer_name, customer_email, customer_phone }: RequestRow): Recipient {
  return {
    kind: user_id === null ? "customer" : "user",
    id: user_id,
    name: customer_name,
    email: customer_email,
    phone: customer_phone,
  };
}

function customerData({ code, page_token, request_content, due_at }: RequestRow): EventData["request_taken_up"] {
  return { code, path: `/requests/${page_token}`, idea: summaryOf(request_content), due_at };
}

function workData({
  id,
  code,
  customer_name,
  request_content,
  due_at,
}: RequestRow): EventData["staff_request_due_today"] {
  return { id, code, customer_name, idea: summaryOf(request_content), due_at };
}
