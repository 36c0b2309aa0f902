/**
 * Work that must happen after a commit and must not be lost: a row of the same transaction, handled by the worker and
 * retried with growing pauses until it succeeds. Handlers may run twice, so they must be idempotent.
 */
import type { Logger } from "pino";
import type { Db } from "./db/schema.ts";

export interface Outbox {
  /** Adds a message, due at once or after `after` milliseconds. @param tx the transaction of the change it belongs to. */
  add(tx: Db, topic: string, payload: unknown, options?: { after?: number }): Promise<void>;
  on<T>(topic: string, handler: (payload: T) => Promise<void>): void;
  /** Handles due messages now; call it after a commit. Resolves when none is due. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const pollMs = 5_000;
const leaseMs = 5 * 60_000;
const maxPauseMs = 60 * 60_000;

export function createOutbox(db: Db, log: Logger): Outbox {
  const handlers = new Map<string, (payload: unknown) => Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isFlushRequested = false;
  const stopping = new AbortController();

  /** Leases one due message by postponing it, so that no other process handles it meanwhile. */
  async function claim() {
    const now = new Date();
    const due = await db
      .selectFrom("outbox")
      .selectAll()
      .where("available_at", "<=", now.toISOString())
      .orderBy("available_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!due) return undefined;
    const updated = await db
      .updateTable("outbox")
      .set({ attempts: due.attempts + 1, available_at: new Date(now.getTime() + leaseMs).toISOString() })
      .where("id", "=", due.id)
      .where("attempts", "=", due.attempts)
      .executeTakeFirst();
    return { ...due, isClaimed: updated.numUpdatedRows === 1n };
  }

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      const message = await claim();
      if (!message) return;
      if (!message.isClaimed) continue;
      try {
        const handler = handlers.get(message.topic);
        if (!handler) throw new Error(`No handler for outbox topic ${message.topic}`);
        await handler(JSON.parse(message.payload));
        await db.deleteFrom("outbox").where("id", "=", message.id).execute();
      } catch (err) {
        const pause = Math.min(1000 * 2 ** message.attempts, maxPauseMs);
        log.error({ err, topic: message.topic, attempts: message.attempts + 1 }, "outbox message failed");
        await db
          .updateTable("outbox")
          .set({ available_at: new Date(Date.now() + pause).toISOString() })
          .where("id", "=", message.id)
          .execute();
      }
    }
  }

  async function flush(): Promise<void> {
    if (running) {
      isFlushRequested = true;
      return running;
    }
    running = (async () => {
      do {
        isFlushRequested = false;
        await drain();
      } while (isFlushRequested);
    })().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    async add(tx, topic, payload, { after = 0 } = {}) {
      const now = Date.now();
      await tx
        .insertInto("outbox")
        .values({
          topic,
          payload: JSON.stringify(payload),
          available_at: new Date(now + after).toISOString(),
          created_at: new Date(now).toISOString(),
        })
        .execute();
    },
    on(topic, handler) {
      handlers.set(topic, handler as (payload: unknown) => Promise<void>);
    },
    flush,
    start() {
      const tick = () => {
        flush()
          .catch((err) => log.error({ err }, "outbox failed"))
          .finally(() => {
            if (timer) timer = setTimeout(tick, pollMs).unref();
          });
      };
      timer = setTimeout(tick, 0).unref();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      timer = undefined;
      await running?.catch(() => {});
    },
  };
}
