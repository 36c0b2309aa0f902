/** All SQL of messages and of what is known of addresses. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { fold } from "#contract/fold.ts";
import { type Channel, deliverySorts, type NotificationEvent, type RecipientKind } from "#contract/notifications.ts";
import { keptSums } from "#server/database/kept-sums.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { type List, listReader } from "#server/platform/db/list.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { caseless } from "#server/platform/text.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";

const deliveryColumns = [
  "id",
  "event",
  "recipient_kind",
  "recipient_id",
  "recipient_name",
  "email",
  "phone",
  "subject_kind",
  "subject_id",
  "data",
  "channel",
  "state",
  "error",
  "attempts",
  "created_at",
  "not_before",
  "not_after",
  "sent_at",
] as const satisfies (keyof Tables["deliveries"])[];

export type DeliveryRow = Omit<Pick<Selectable<Tables["deliveries"]>, (typeof deliveryColumns)[number]>, "event"> & {
  event: NotificationEvent;
};
export type NewDelivery = Omit<Insertable<Tables["deliveries"]>, "search_text" | "address_key"> & {
  event: NotificationEvent;
};

export type AdminNoticeRow = Omit<Selectable<Tables["admin_notices"]>, "event"> & { event: NotificationEvent };

/** Rows of one insert: PostgreSQL allows 65,535 parameters, SQLite half as many. */
const insertedRows = 500;

/** The thing that a message is about. */
export interface Subject {
  kind: "request" | "order" | "user";
  id: number;
}

/** Chooses messages; what is left out matches all. */
export interface MessageMatch {
  events?: readonly NotificationEvent[];
  subject?: Subject;
  recipient?: { kind: RecipientKind; id: number };
}

const deliveryList: List<"deliveries", (typeof deliveryColumns)[number], keyof typeof deliverySorts.orders> = {
  table: "deliveries",
  columns: deliveryColumns,
  filters: { state: "state", channel: "channel", event: "event" },
  days: { column: "created_at", utcOffset: vietnamUtcOffset },
  search: { table: "deliveries", column: "search_text", index: "deliveries_search" },
  kept: keptSums.delivery_sums,
  sorts: deliverySorts,
  sortColumns: { created_at: { column: "created_at", isText: false } },
};

/** Reads the delivery log. */
export const deliveryListReader = (db: Db, dialect: Dialect) => listReader(db, dialect, deliveryList);

/** Returns the text that a search for messages matches: a phone number as `84…` and as `0…`. */
function deliverySearchText({
  recipient_name,
  email,
  phone,
}: Pick<NewDelivery, "recipient_name" | "email" | "phone">): string {
  return fold([recipient_name, email, phone, phone?.replace(/^84/, "0")].filter((part) => part).join(" "));
}

function derivedOf(row: NewDelivery) {
  return {
    search_text: deliverySearchText(row),
    address_key: row.email == null ? null : countedAddress(row.email),
  };
}

/** Returns an address as messages to it are counted: whoever owns a mailbox owns its `+` variants. */
export function countedAddress(email: string): string {
  return caseless(email).replace(/\+[^@]*@/, "@");
}

export function deliveriesRepository(db: Db) {
  return {
    /** Adds messages, some hundred by one statement. @returns those whose event's key was not used before. */
    async insert(values: readonly NewDelivery[]): Promise<Pick<DeliveryRow, "id" | "channel" | "state">[]> {
      const added: Pick<DeliveryRow, "id" | "channel" | "state">[] = [];
      for (let from = 0; from < values.length; from += insertedRows) {
        const rows = values.slice(from, from + insertedRows);
        const inserted = await db
          .insertInto("deliveries")
          .values(rows.map((row) => ({ ...row, ...derivedOf(row) })))
          .onConflict((conflict) => conflict.column("event_key").doNothing())
          .returning(["id", "channel", "state"])
          .execute();
        added.push(...inserted);
      }
      return added;
    },

    /** Returns messages to an address from the time `since` on, the latest first, without those left out and those of several. */
    recentTo(
      address: string,
      { since, events, limit }: { since: string; events?: readonly NotificationEvent[]; limit: number },
    ): Promise<Pick<DeliveryRow, "event" | "created_at">[]> {
      return db
        .selectFrom("deliveries")
        .select(["event", "created_at"])
        .$narrowType<{ event: NotificationEvent }>()
        .where("address_key", "=", address)
        .where("created_at", ">=", since)
        .where("state", "<>", "skipped")
        .$if(events !== undefined, (rows) => rows.where("event", "in", events as NotificationEvent[]))
        .$if(events === undefined, (rows) => rows.where("event", "<>", "messages_together"))
        .orderBy("created_at", "desc")
        .limit(limit)
        .execute();
    },

    /** Returns the latest message to an address that stands for several, if it was begun since a time. */
    latestTogether: (address: string, since: string) =>
      db
        .selectFrom("deliveries")
        .select(["id", "state", "attempts", "not_before", "sent_at", "data"])
        .where("address_key", "=", address)
        .where("created_at", ">=", since)
        .where("event", "=", "messages_together")
        .where("state", "<>", "skipped")
        .orderBy("created_at", "desc")
        .limit(1)
        .executeTakeFirst(),

    async setData(id: number, data: string): Promise<void> {
      await db.updateTable("deliveries").set({ data }).where("id", "=", id).execute();
    },

    /** Returns the recipients of some messages. */
    async names(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom("deliveries")
        .select(["id", "recipient_name", "email", "phone"])
        .where("id", "in", ids)
        .execute();
      return new Map(
        rows.map((row) => [row.id, [row.recipient_name, row.email ?? row.phone].filter(Boolean).join(" · ")]),
      );
    },

    find: (id: number): Promise<DeliveryRow | undefined> =>
      db
        .selectFrom("deliveries")
        .select(deliveryColumns)
        .where("id", "=", id)
        .$narrowType<{ event: NotificationEvent }>()
        .executeTakeFirst(),

    /**
     * Writes down what became of an attempt. One that has sent a message counts although it was to be left out meanwhile.
     * @param isCounted false for one that was not made.
     * @returns false for a message that no longer waits.
     */
    async finish(id: number, change: Updateable<Tables["deliveries"]>, isCounted: boolean): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("deliveries")
        .set(change)
        .$if(isCounted, (update) => update.set((eb) => ({ attempts: eb("attempts", "+", 1) })))
        .where("id", "=", id)
        .where("state", "in", change.state === "sent" ? ["waiting", "skipped"] : ["waiting"])
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Lets a message that no longer waits be sent anew. @returns undefined for one that waits. */
    restart: (id: number, channel: "email" | "zalo"): Promise<DeliveryRow | undefined> =>
      db
        .updateTable("deliveries")
        .set({ state: "waiting", channel, error: null, attempts: 0, not_before: null, sent_at: null })
        .where("id", "=", id)
        .where("state", "!=", "waiting")
        .returning(deliveryColumns)
        .$narrowType<{ event: NotificationEvent }>()
        .executeTakeFirst(),

    /** Lets the messages that match and wait not be sent, for a reason that the log shows. @returns the channel of each. */
    skipWaiting: ({ events, subject, recipient }: MessageMatch, error: string): Promise<{ channel: Channel }[]> =>
      db
        .updateTable("deliveries")
        .set({ state: "skipped", error, not_before: null })
        .where("state", "=", "waiting")
        .$if(events !== undefined, (update) => update.where("event", "in", events as NotificationEvent[]))
        .$if(subject !== undefined, (update) =>
          update.where("subject_kind", "=", subject?.kind ?? null).where("subject_id", "=", subject?.id ?? null),
        )
        .$if(recipient !== undefined, (update) =>
          update
            .where("recipient_kind", "=", recipient?.kind ?? "customer")
            .where("recipient_id", "=", recipient?.id ?? null),
        )
        .returning("channel")
        .execute(),

    /** Adds a message to all administrators, whose recipients are found later. @returns its id. */
    async insertAdminNotice(values: Insertable<Tables["admin_notices"]>): Promise<number> {
      const { id } = await db.insertInto("admin_notices").values(values).returning("id").executeTakeFirstOrThrow();
      return id;
    },

    /** Removes a message to all administrators and returns it; undefined for one that was taken or left out before. */
    takeAdminNotice: (id: number): Promise<AdminNoticeRow | undefined> =>
      db
        .deleteFrom("admin_notices")
        .where("id", "=", id)
        .returningAll()
        .$narrowType<{ event: NotificationEvent }>()
        .executeTakeFirst(),

    /** Leaves out messages to all administrators; call it before their deliveries are left out or removed. */
    async removeAdminNotices({ events, subject }: Pick<MessageMatch, "events" | "subject">): Promise<void> {
      await db
        .deleteFrom("admin_notices")
        .$if(events !== undefined, (remove) => remove.where("event", "in", events as NotificationEvent[]))
        .$if(subject !== undefined, (remove) =>
          remove.where("subject_kind", "=", subject?.kind ?? null).where("subject_id", "=", subject?.id ?? null),
        )
        .execute();
    },

    async removeAbout({ kind, id }: Subject): Promise<void> {
      await db.deleteFrom("deliveries").where("subject_kind", "=", kind).where("subject_id", "=", id).execute();
    },

    /** Counts the messages of a state that were added from the time `since` on. */
    async count(state: Selectable<Tables["deliveries"]>["state"], since: string): Promise<number> {
      const { n } = await db
        .selectFrom("deliveries")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where("state", "=", state)
        .where("created_at", ">=", since)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Deletes messages that were added before a time, at most `limit`. @returns their number. */
    async deleteBefore(before: string, limit: number): Promise<number> {
      const old = db.selectFrom("deliveries").select("id").where("created_at", "<", before).limit(limit);
      const { numDeletedRows } = await db.deleteFrom("deliveries").where("id", "in", old).executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Returns the messages to a user, as user or as customer. */
    ofUser: (userId: number): Promise<DeliveryRow[]> =>
      db
        .selectFrom("deliveries")
        .select(deliveryColumns)
        .where("recipient_kind", "in", ["user", "customer"])
        .where("recipient_id", "=", userId)
        .$narrowType<{ event: NotificationEvent }>()
        .orderBy("id")
        .execute(),

    /** Returns the latest messages to a user, as user or as customer. */
    latestOfUser: (userId: number, limit: number): Promise<DeliveryRow[]> =>
      db
        .selectFrom("deliveries")
        .select(deliveryColumns)
        .where("recipient_kind", "in", ["user", "customer"])
        .where("recipient_id", "=", userId)
        .$narrowType<{ event: NotificationEvent }>()
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    async removeOfUser(userId: number): Promise<void> {
      await db
        .deleteFrom("deliveries")
        .where("recipient_kind", "in", ["user", "customer"])
        .where("recipient_id", "=", userId)
        .execute();
    },

    /** Returns what is known of an address. */
    address: (emailKey: string) =>
      db.selectFrom("email_addresses").selectAll().where("email_key", "=", emailKey).executeTakeFirst(),

    /** Returns those of the addresses that a mail server refused for good. */
    async bounced(emailKeys: readonly string[]): Promise<Set<string>> {
      if (emailKeys.length === 0) return new Set();
      const rows = await db
        .selectFrom("email_addresses")
        .select("email_key")
        .where("email_key", "in", emailKeys)
        .where("bounced_at", "is not", null)
        .execute();
      return new Set(rows.map(({ email_key }) => email_key));
    },

    async markAddress(
      email_key: string,
      change: Partial<Omit<Selectable<Tables["email_addresses"]>, "email_key">>,
    ): Promise<void> {
      await db
        .insertInto("email_addresses")
        .values({ email_key, ...change })
        .onConflict((conflict) => conflict.column("email_key").doUpdateSet(change))
        .execute();
    },

    async clearBounce(emailKey: string): Promise<void> {
      await db
        .updateTable("email_addresses")
        .set({ bounced_at: null, bounce_error: null })
        .where("email_key", "=", emailKey)
        .execute();
    },

    /** Keeps the first time that the owner of an address asked for no more. */
    async unsubscribe(emailKey: string, time: string): Promise<void> {
      await db
        .insertInto("email_addresses")
        .values({ email_key: emailKey, unsubscribed_at: time })
        .onConflict((conflict) =>
          conflict.column("email_key").doUpdateSet({
            unsubscribed_at: sql<string>`coalesce(email_addresses.unsubscribed_at, excluded.unsubscribed_at)`,
          }),
        )
        .execute();
    },

    async forgetAddress(emailKey: string): Promise<void> {
      await db.deleteFrom("email_addresses").where("email_key", "=", emailKey).execute();
    },
  };
}
