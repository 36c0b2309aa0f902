/** All SQL of the outbox. Times are milliseconds since 1970. */
import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Dialect } from "./db/dialect.ts";
import type { Db, Tables } from "./db/schema.ts";
import type { Row } from "./db/snapshot.ts";

/** A message whose attempt this process runs. */
export interface ClaimedMessage extends Pick<Selectable<Tables["outbox"]>, "id" | "topic" | "payload" | "attempts"> {
  lease: string;
  is_result_unknown: boolean;
}

export interface NewMessage {
  topic: string;
  payload: string;
  key: string | undefined;
  /** Milliseconds until it is due. */
  after: number;
}

/** The next attempt after one that did not finish the message. */
export interface NextAttempt {
  at: number;
  error: string | null;
  /** False for an attempt that is not counted. */
  isCounted: boolean;
  /** True when the attempt was cut off. */
  isResultUnknown: boolean;
}

export type FailedMessage = Pick<
  Selectable<Tables["outbox"]>,
  "id" | "topic" | "dedupe_key" | "attempts" | "last_error" | "created_at" | "finished_at"
>;

/** The messages of a topic that are still to be handled, or were given up. */
export interface Backlog {
  topic: string;
  waiting: number;
  running: number;
  failed: number;
  /** When the oldest message that should have been handled by now was added. */
  oldestAt: string | null;
}

const timeOf = (ms: number) => new Date(ms).toISOString();

export function outboxRepository(db: Db, { skipLocked }: Pick<Dialect, "skipLocked">) {
  const leased = ({ id, lease }: Pick<ClaimedMessage, "id" | "lease">) =>
    db.updateTable("outbox").where("id", "=", id).where("lease", "=", lease);

  return {
    /**
     * Adds a message. One with the key of a message that waits replaces its payload; of one that runs, lets it run again. The other
     * message's row is locked until the commit, so that no worker begins it with the data of before.
     */
    async add({ topic, payload, key, after }: NewMessage): Promise<void> {
      const now = Date.now();
      const times = { available_at: timeOf(now + after), created_at: timeOf(now) };
      await db
        .insertInto("outbox")
        .values({ topic, payload, dedupe_key: key ?? null, ...times })
        .$if(key !== undefined, (insert) =>
          insert.onConflict((conflict) =>
            conflict
              .columns(["topic", "dedupe_key"])
              .where("finished_at", "is", null)
              .doUpdateSet({
                payload,
                is_repeat: sql<boolean>`(outbox.is_repeat or outbox.state = 'running')`,
                // A message in its back-off stays there.
                available_at: sql<string>`case when outbox.attempts = 0 and excluded.available_at < outbox.available_at
                  then excluded.available_at else outbox.available_at end`,
              }),
          ),
        )
        .execute();
    },

    /** Adds messages without a key. @param after milliseconds until they are due. */
    async addAll(topic: string, payloads: readonly string[], after: number): Promise<void> {
      if (payloads.length === 0) return;
      const now = Date.now();
      const times = { available_at: timeOf(now + after), created_at: timeOf(now) };
      await db
        .insertInto("outbox")
        .values(payloads.map((payload) => ({ topic, payload, dedupe_key: null, ...times })))
        .execute();
    },

    /** Leases due messages of a topic, those that wait and those whose lease has ended, the longest due first. */
    async claim(topic: string, limit: number, leaseMs: number): Promise<ClaimedMessage[]> {
      const now = Date.now();
      const lease = randomBytes(12).toString("hex");
      const { rows } = await sql<ClaimedMessage>`
        with due as materialized (
          select id from outbox where topic = ${topic} and finished_at is null and available_at <= ${timeOf(now)}
          order by available_at, id limit ${sql.lit(limit)} ${skipLocked}
        )
        update outbox set is_result_unknown = (is_result_unknown or state = 'running'), state = 'running',
          attempts = attempts + 1, is_repeat = ${false}, lease = ${lease}, available_at = ${timeOf(now + leaseMs)}
        where id in (select id from due)
        returning id, topic, payload, attempts, lease, is_result_unknown`.execute(db);
      return rows.sort((a, b) => a.id - b.id);
    },

    /** @returns false when the lease is lost. */
    async renew(message: ClaimedMessage, leaseMs: number): Promise<boolean> {
      const { numUpdatedRows } = await leased(message)
        .set({ available_at: timeOf(Date.now() + leaseMs) })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Ends a message; one that another of its key has joined meanwhile begins anew instead.
     * @returns false when the lease is lost.
     */
    async finish(message: ClaimedMessage, error: string | null, isDone: boolean): Promise<boolean> {
      const now = timeOf(Date.now());
      const finished = await leased(message)
        .set({ state: isDone ? "done" : "failed", lease: null, last_error: error, finished_at: now })
        .$if(isDone, (update) => update.set({ is_result_unknown: false }))
        .where("is_repeat", "=", false)
        .executeTakeFirst();
      if (finished.numUpdatedRows > 0n) return true;
      const repeated = await leased(message)
        .set({ state: "pending", lease: null, last_error: error, attempts: 0, is_repeat: false, available_at: now })
        .executeTakeFirst();
      return repeated.numUpdatedRows > 0n;
    },

    /** Gives a message back for another attempt. @returns false when the lease is lost. */
    async release(message: ClaimedMessage, { at, error, isCounted, isResultUnknown }: NextAttempt): Promise<boolean> {
      const { numUpdatedRows } = await leased(message)
        .set({ state: "pending", lease: null, is_repeat: false, available_at: timeOf(at), last_error: error })
        .$if(!isCounted, (update) => update.set((eb) => ({ attempts: eb("attempts", "-", 1) })))
        .$if(isResultUnknown, (update) => update.set({ is_result_unknown: true }))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Deletes finished messages of a topic that ended before a time, at most `limit`. @returns their number. */
    async deleteFinished(topic: string, state: "done" | "failed", before: number, limit: number): Promise<number> {
      const old = db
        .selectFrom("outbox")
        .select("id")
        .where("topic", "=", topic)
        .where("state", "=", state)
        .where("finished_at", "is not", null)
        .where("finished_at", "<", timeOf(before))
        .limit(limit);
      const { numDeletedRows } = await db.deleteFrom("outbox").where("id", "in", old).executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Counts messages by topic and state. */
    async counts(): Promise<{ topic: string; state: Selectable<Tables["outbox"]>["state"]; count: number }[]> {
      return db
        .selectFrom("outbox")
        .select(["topic", "state", (eb) => eb.fn.countAll<number>().as("count")])
        .groupBy(["topic", "state"])
        .orderBy("topic")
        .orderBy("state")
        .execute();
    },

    /** Counts unfinished and failed messages by topic; those that nothing has happened to yet and that are not due are not late. */
    async backlog(): Promise<Backlog[]> {
      const now = timeOf(Date.now());
      const unfinished = await db
        .selectFrom("outbox")
        .select(["topic", "state", (eb) => eb.fn.countAll<number>().as("count")])
        .select(
          sql<string | null>`min(case when state = 'running' or attempts > 0 or available_at <= ${now}
            then created_at end)`.as("oldest"),
        )
        .where("finished_at", "is", null)
        .groupBy(["topic", "state"])
        .execute();
      const failed = await db
        .selectFrom("outbox")
        .select(["topic", (eb) => eb.fn.countAll<number>().as("count")])
        .where(sql<boolean>`state = 'failed'`)
        .groupBy("topic")
        .execute();
      const topics = new Map<string, Backlog>();
      const of = (topic: string) => {
        const known = topics.get(topic) ?? { topic, waiting: 0, running: 0, failed: 0, oldestAt: null };
        topics.set(topic, known);
        return known;
      };
      for (const { topic, state, count, oldest } of unfinished) {
        const backlog = of(topic);
        backlog[state === "running" ? "running" : "waiting"] += count;
        if (oldest !== null && (backlog.oldestAt === null || oldest < backlog.oldestAt)) backlog.oldestAt = oldest;
      }
      for (const { topic, count } of failed) of(topic).failed = count;
      return [...topics.values()].sort((a, b) => (a.topic < b.topic ? -1 : 1));
    },

    /** Returns failed messages by topic, the newest first; of all topics without one. */
    failed({ topic, limit }: { topic?: string; limit: number }): Promise<FailedMessage[]> {
      return db
        .selectFrom("outbox")
        .select(["id", "topic", "dedupe_key", "attempts", "last_error", "created_at", "finished_at"])
        .where(sql<boolean>`state = 'failed'`)
        .$if(topic !== undefined, (select) => select.where("topic", "=", topic ?? ""))
        .orderBy("topic")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
    },

    /** Returns a failed message; undefined for any other id. */
    async findFailed(id: number): Promise<Pick<FailedMessage, "id" | "topic" | "dedupe_key"> | undefined> {
      return db
        .selectFrom("outbox")
        .select(["id", "topic", "dedupe_key"])
        .where("id", "=", id)
        .where("state", "=", "failed")
        .executeTakeFirst();
    },

    /** Lets a failed message begin anew; it is deleted instead when another of its key waits already. */
    async retry({ id, topic, dedupe_key }: Pick<FailedMessage, "id" | "topic" | "dedupe_key">): Promise<void> {
      const waiting =
        dedupe_key === null
          ? undefined
          : await db
              .selectFrom("outbox")
              .select("id")
              .where("topic", "=", topic)
              .where("dedupe_key", "=", dedupe_key)
              .where("finished_at", "is", null)
              .executeTakeFirst();
      if (waiting) {
        await db.deleteFrom("outbox").where("id", "=", id).where("state", "=", "failed").execute();
        return;
      }
      await db
        .updateTable("outbox")
        .set({ state: "pending", attempts: 0, available_at: timeOf(Date.now()), finished_at: null })
        .where("id", "=", id)
        .where("state", "=", "failed")
        .execute();
    },
  };
}

/**
 * Returns a row of a backup as it must be restored: nobody runs it, and the site may have handled it after the backup.
 * @param row of this or an older version.
 */
export function restoredMessage(row: Row): Row {
  if (row.state !== "pending" && row.state !== "running") return row;
  return { ...row, state: "pending", lease: null, is_repeat: false, is_result_unknown: true };
}
