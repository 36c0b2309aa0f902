/**
 * Work that must happen after a commit and must not be lost: a row of the same transaction, handled by a worker of its topic and
 * retried with growing pauses. A handler may run twice, so it must be idempotent. See docs/rooms/outbox-and-live.md#the-outbox.
 */
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { Logger } from "pino";
import { afterCommit } from "./db/commit.ts";
import type { Database } from "./db/database.ts";
import { isDatabaseError } from "./db/dialect.ts";
import type { Db } from "./db/schema.ts";
import { type ClaimedMessage, outboxRepository } from "./outbox.repository.ts";

export interface Outbox {
  /** How the attempts of this process ended so far, for each topic that it handles. */
  outcomes(): readonly TopicOutcomes[];
  /** Adds a message, which is handled after the commit. @param tx the transaction of the change it belongs to. */
  add(tx: Db, topic: string, payload: unknown, options?: AddOptions): Promise<void>;
  /** Adds messages without a key by one statement. */
  addAll(tx: Db, topic: string, payloads: readonly unknown[], options?: Pick<AddOptions, "after">): Promise<void>;
  /** Lets this process handle a topic. */
  on<T>(topic: string, handler: Handler<T>, options?: TopicOptions): void;
  /** Handles due messages now. Resolves when none is due and none is running in this process. */
  flush(): Promise<void>;
  /** Handles messages as they become due. */
  start(): void;
  /** Waits for running handlers, then aborts them and gives their messages back. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

export interface AddOptions {
  /** Milliseconds until it is due. */
  after?: number;
  /**
   * Joins messages of one topic: while one with this key waits, another replaces its payload; while one runs, it runs once more
   * afterwards, with the new payload. Finished messages do not count.
   */
  key?: string;
}

export interface TopicOptions {
  /** Messages that run at the same time in one process. */
  concurrency?: number;
  /** Attempts before a message has failed for good. With 1, a message whose process died is not tried again. */
  maxAttempts?: number;
  /** Milliseconds until another process takes over the messages of one that died. */
  leaseMs?: number;
  /** Milliseconds for which handled messages are kept at least. */
  keepDoneMs?: number;
  /** Milliseconds for which failed messages are kept at least. */
  keepFailedMs?: number;
}

export interface Attempt {
  /** The message's; the same for all its attempts. */
  id: number;
  /** This one included; postponed ones do not count. */
  attempts: number;
  /** An earlier attempt ended without a result, so its work may be done: look it up before doing it again. */
  isResultUnknown: boolean;
  /** Aborts when another process may have taken the message over, and when the server stops. */
  signal: AbortSignal;
}

/** Handles a message. @throws PostponeError, RetryError, GiveUpError; any other error is a failed attempt. */
export type Handler<T> = (payload: T, attempt: Attempt) => Promise<void>;

/** How an attempt ended: done, failed for good, to be tried again after a failure, or put off by its handler. */
export const outcomes = ["handled", "failed", "retried", "postponed"] as const;
export type Outcome = (typeof outcomes)[number];
export interface TopicOutcomes {
  topic: string;
  counts: Readonly<Record<Outcome, number>>;
}

/** Thrown by a handler: not now, but at this time, in a second at the earliest; the attempt does not count. */
export class PostponeError extends Error {
  override readonly name = "PostponeError";
  readonly until: Date;

  constructor(until: Date, reason: string) {
    super(reason);
    this.until = until;
  }
}

/** Thrown by a handler: a failed attempt, to be repeated at this time, which the handler has told of. */
export class RetryError extends Error {
  override readonly name = "RetryError";
  readonly at: Date;

  constructor(at: Date, reason: string) {
    super(reason);
    this.at = at;
  }
}

/** Thrown by a handler: never; the message has failed at once. */
export class GiveUpError extends Error {
  override readonly name = "GiveUpError";
}

/** Raised by a trigger when a message was added or released, where the engine can tell. */
export const outboxTopic = "outbox";

const day = 24 * 60 * 60_000;
const defaults: Required<TopicOptions> = {
  concurrency: 1,
  // Three to four days.
  maxAttempts: 100,
  leaseMs: 60_000,
  keepDoneMs: 7 * day,
  keepFailedMs: 90 * day,
};
const defaultPollMs = 5_000;
const defaultGraceMs = 5_000;
const firstBackoffMs = 1_000;
const maxBackoffMs = 60 * 60_000;
/** For handlers to notice the abort of their signal. */
const abortMs = 1_000;
/** Between two tries to write down a result. */
const resultRetryMs = 1_000;
const sweepEveryMs = 60 * 60_000;
const sweepBatch = 500;
const maxErrorLength = 500;

interface Worker {
  topic: string;
  handler: Handler<unknown>;
  options: Required<TopicOptions>;
  counts: Record<Outcome, number>;
  running: Map<ClaimedMessage, { attempt: Promise<void>; leaseLost: AbortController }>;
}

/** @param options.pollMs how often it looks for due messages, beside being woken. */
export function createOutbox(
  { db, dialect, changes }: Pick<Database, "db" | "dialect" | "changes">,
  log: Pick<Logger, "warn" | "error">,
  { pollMs = defaultPollMs } = {},
): Outbox {
  const messages = outboxRepository(db, dialect);
  const workers = new Map<string, Worker>();
  /** From the beginning of the stop: no message is begun any more. */
  const stopping = new AbortController();
  /** From the end of the grace time. */
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  let looking: Promise<void> | undefined;
  let isWoken = false;
  /** Resolves when nothing runs any more. Shared by all that wait for it, since a handler may hang for long. */
  let idle: PromiseWithResolvers<void> | undefined;
  let sweepAt = 0;

  /** Begins due messages of all topics that have free slots. */
  function wake(): Promise<void> {
    isWoken = true;
    looking ??= look().finally(() => {
      looking = undefined;
      // Woken between its last look and here.
      return isWoken && !stopping.signal.aborted ? wake() : undefined;
    });
    return looking;
  }

  async function look(): Promise<void> {
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false;
      // Handlers that wait for the embedded database alone never leave the turn: requests would wait for the last message.
      await turn();
      for (const worker of workers.values()) {
        const free = worker.options.concurrency - worker.running.size;
        if (free <= 0 || stopping.signal.aborted) continue;
        const claimed = await messages.claim(worker.topic, free, worker.options.leaseMs);
        for (const message of claimed) begin(worker, message);
      }
    }
  }

  function wakeInBackground(): void {
    wake()
      .catch((err) => log.error({ err }, "outbox failed"))
      .finally(() => {
        if (isRunning()) return;
        idle?.resolve();
        idle = undefined;
      });
  }

  function isRunning(): boolean {
    return [...workers.values()].some(({ running }) => running.size > 0);
  }

  function begin(worker: Worker, message: ClaimedMessage): void {
    const leaseLost = new AbortController();
    const attempt = run(worker, message, leaseLost)
      .catch((err) => log.error({ err, topic: message.topic, id: message.id }, "outbox attempt failed"))
      .finally(() => {
        worker.running.delete(message);
        wakeInBackground();
      });
    worker.running.set(message, { attempt, leaseLost });
  }

  async function run(worker: Worker, message: ClaimedMessage, leaseLost: AbortController): Promise<void> {
    const { leaseMs } = worker.options;
    let leaseEnd = performance.now() + leaseMs;
    const renewal = setInterval(() => {
      const begun = performance.now();
      messages.renew(message, leaseMs).then(
        (isHeld) => {
          if (isHeld) leaseEnd = begun + leaseMs;
          else leaseLost.abort();
        },
        () => {
          if (performance.now() >= leaseEnd) leaseLost.abort();
        },
      );
    }, leaseMs / 3).unref();
    try {
      const write = await attemptOf(worker, message, leaseLost.signal);
      const isHeld = await untilWritten(write, leaseLost.signal);
      if (!isHeld) log.warn({ topic: message.topic, id: message.id }, "outbox message was taken over");
    } finally {
      clearInterval(renewal);
    }
  }

  /** Runs the handler. @returns a function that writes down the result, which is false when the lease is lost. */
  async function attemptOf(
    { handler, options, counts }: Worker,
    message: ClaimedMessage,
    leaseLost: AbortSignal,
  ): Promise<() => Promise<boolean>> {
    const { id, topic, payload, attempts, is_result_unknown: isResultUnknown } = message;
    const about = { topic, id, attempts };
    try {
      // Its process died in the last attempt, perhaps of the message.
      if (attempts > options.maxAttempts) throw new GiveUpError("The process ended during the last attempt");
      const signal = AbortSignal.any([leaseLost, stopped.signal]);
      await handler(JSON.parse(payload), { id, attempts, isResultUnknown, signal });
      counts.handled += 1;
      return () => messages.finish(message, null, true);
    } catch (err) {
      const error = errorText(err);
      if (stopping.signal.aborted) {
        return () => messages.release(message, { at: Date.now(), error, isCounted: false, isResultUnknown: true });
      }
      if (err instanceof PostponeError) {
        counts.postponed += 1;
        const at = Math.max(err.until.getTime(), Date.now() + firstBackoffMs);
        return () => messages.release(message, { at, error, isCounted: false, isResultUnknown: false });
      }
      if (err instanceof GiveUpError || attempts >= options.maxAttempts) {
        counts.failed += 1;
        log.error({ err, ...about }, "outbox message failed for good");
        return () => messages.finish(message, error, false);
      }
      counts.retried += 1;
      log.warn({ err, ...about }, "outbox message failed, to be retried");
      const at = err instanceof RetryError ? err.at.getTime() : retryTime(attempts).getTime();
      return () => messages.release(message, { at, error, isCounted: true, isResultUnknown: false });
    }
  }

  /** Retries while the lease lasts: a result that is not written down would lead to a second attempt. */
  async function untilWritten(write: () => Promise<boolean>, leaseLost: AbortSignal): Promise<boolean> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (leaseLost.aborted || stopped.signal.aborted || !isDatabaseError(error)) throw error;
        await pause(resultRetryMs);
      }
    }
  }

  async function sweep(): Promise<void> {
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + sweepEveryMs;
    for (const { topic, options } of workers.values()) {
      await deleteFinished(topic, "done", options.keepDoneMs);
      await deleteFinished(topic, "failed", options.keepFailedMs);
    }
    const orphans = (await messages.counts()).filter(({ topic, state }) => state === "pending" && !workers.has(topic));
    for (const { topic, count } of orphans) log.warn({ topic, count }, "outbox messages have no handler");
  }

  async function deleteFinished(topic: string, state: "done" | "failed", keepMs: number): Promise<void> {
    const before = Date.now() - keepMs;
    for (let count = sweepBatch; count === sweepBatch && !stopping.signal.aborted; ) {
      count = await messages.deleteFinished(topic, state, before, sweepBatch);
    }
  }

  function runningAttempts(): Promise<void>[] {
    return [...workers.values()].flatMap(({ running }) => [...running.values()].map(({ attempt }) => attempt));
  }

  return {
    outcomes: () => [...workers.values()].map(({ topic, counts }) => ({ topic, counts })),
    async add(tx, topic, payload, { after = 0, key } = {}) {
      await outboxRepository(tx, dialect).add({ topic, payload: JSON.stringify(payload), key, after });
      if (after <= 0) afterCommit(tx, wakeInBackground);
    },
    async addAll(tx, topic, payloads, { after = 0 } = {}) {
      const texts = payloads.map((payload) => JSON.stringify(payload));
      await outboxRepository(tx, dialect).addAll(topic, texts, after);
      if (after <= 0 && payloads.length > 0) afterCommit(tx, wakeInBackground);
    },
    on(topic, handler, options) {
      const { running = new Map(), counts = { handled: 0, failed: 0, retried: 0, postponed: 0 } } =
        workers.get(topic) ?? {};
      workers.set(topic, {
        topic,
        handler: handler as Handler<unknown>,
        options: { ...defaults, ...options },
        running,
        counts,
      });
    },
    async flush() {
      await wake();
      if (!isRunning() || stopping.signal.aborted) return;
      idle ??= Promise.withResolvers<void>();
      await idle.promise;
    },
    start() {
      unsubscribe = changes.subscribe(outboxTopic, wakeInBackground);
      const tick = () => {
        wake()
          .then(sweep)
          .catch((err) => log.error({ err }, "outbox failed"))
          .finally(() => {
            if (timer) timer = setTimeout(tick, pollMs).unref();
          });
      };
      timer = setTimeout(tick, 0).unref();
    },
    async stop({ graceMs = defaultGraceMs } = {}) {
      stopping.abort();
      clearTimeout(timer);
      timer = undefined;
      unsubscribe();
      await looking?.catch(() => {});
      await settledWithin(runningAttempts(), graceMs);
      stopped.abort();
      await settledWithin(runningAttempts(), abortMs);
      idle?.resolve();
      const given = { at: Date.now(), error: "The server stopped", isCounted: false, isResultUnknown: true };
      for (const { running } of workers.values()) {
        for (const [message, { leaseLost }] of running) {
          leaseLost.abort();
          await messages
            .release(message, given)
            .catch((err) => log.error({ err, topic: message.topic, id: message.id }, "outbox lease not given back"));
        }
      }
    },
  };
}

/**
 * Returns the time of the next attempt after a failure: pauses double with each attempt, and vary so that messages that failed together
 * do not return together.
 */
export function retryTime(attempts: number): Date {
  const longest = Math.min(firstBackoffMs * 2 ** (attempts - 1), maxBackoffMs);
  return new Date(Date.now() + Math.round(longest * (0.5 + Math.random() / 2)));
}

/** Returns the message of an error in one bounded line, without the passwords and queries of addresses in it. */
function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text
    .slice(0, 4 * maxErrorLength)
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, "$1")
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s?#]*)[?#]\S*/gi, "$1")
    .replace(/\b(Bearer|Basic)\s+\S+/gi, "$1 …")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, maxErrorLength);
}

async function settledWithin(promises: Promise<void>[], ms: number): Promise<void> {
  if (promises.length === 0) return;
  const timeout = new AbortController();
  await Promise.race([Promise.allSettled(promises), pause(ms, undefined, { signal: timeout.signal }).catch(() => {})]);
  timeout.abort();
}
