/**
 * Detects committed changes of the data behind a cache, also those of other processes (the importer, another server).
 * Triggers raise the topic; see `docs/rooms/http-and-limits.md#cached-reads`.
 */
import type SQLite from "better-sqlite3";
import pg from "pg";
import { connectSqlite } from "./sqlite.ts";

/** The name under which triggers announce changes of some tables; the features declare them (`change-topics.ts`). */
export type Topic = string;

export interface Changes {
  /**
   * Returns a number that grows with every committed change of the topic; undefined while changes can't be detected. A change of this
   * process counts before its writer gets an answer; the connections see to that.
   */
  version(topic: Topic): number | undefined;
  /**
   * Calls the listener soon after each committed change of the topic, and after a time in which changes could not be detected. Never on
   * SQLite, which can't tell.
   * @returns a function that ends it.
   */
  subscribe(topic: Topic, listener: () => void): () => void;
  close(): Promise<void>;
}

export interface SqliteChanges extends Changes {
  /** Lets the next read of a version see what was committed in this turn of the event loop; for the connection that writes. */
  forget(): void;
}

export interface PostgresChanges extends Changes {
  /** Counts a change that this process has committed; for the connection that wrote it. */
  raise(topic: Topic): void;
}

/** The channel of PostgreSQL on which triggers tell of changes. */
export const changesChannel = "changes";

/**
 * SQLite: triggers count in the table `versions`. A separate connection sees committed changes only. The row is read once
 * per turn of the event loop: requests that arrive together share the result.
 */
export function sqliteChanges(file: string): SqliteChanges {
  let reader: { db: SQLite.Database; read: SQLite.Statement } | undefined;
  const versions = new Map<Topic, number | undefined>();
  const forget = () => versions.clear();
  return {
    version(topic) {
      if (versions.has(topic)) return versions.get(topic);
      if (!reader) {
        const db = connectSqlite(file, { readonly: true });
        reader = { db, read: db.prepare("select value from versions where topic = ?").pluck() };
      }
      const version = reader.read.get(topic) as number | undefined;
      if (versions.size === 0) setImmediate(forget);
      versions.set(topic, version);
      return version;
    },
    forget,
    subscribe: () => () => {},
    close: async () => {
      reader?.db.close();
    },
  };
}

/** How often the listening connection is tested and how long its answer may take, milliseconds: together less than half a minute. */
export const lineTest = { everyMs: 15_000, answerMs: 10_000 };

/**
 * PostgreSQL: triggers notify on the channel `changes`. While the listening connection is down, versions are undefined. A firewall may
 * drop an idle connection without a word, so it is asked now and then.
 */
export async function postgresChanges(
  url: string,
  onError: (error: Error) => void,
  { everyMs, answerMs } = lineTest,
): Promise<PostgresChanges> {
  const versions = new Map<Topic, number>();
  const subscriptions = new Set<{ topic: Topic; listener: () => void }>();
  let client: pg.Client | undefined;
  let isListening = false;
  let timer: NodeJS.Timeout | undefined;
  let test: NodeJS.Timeout | undefined;
  let closed = false;
  let epoch = 0;
  const raise = (topic: Topic) => versions.set(topic, (versions.get(topic) ?? 0) + 1);

  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    client = next;
    // Several events may report the loss; reconnect once.
    const reconnect = (error?: Error) => {
      if (client !== next) return;
      client = undefined;
      isListening = false;
      clearInterval(test);
      next.end().catch(() => {});
      if (closed || epoch === 0) return;
      if (error) onError(error);
      timer = setTimeout(() => listen().catch(() => {}), 1000);
      timer.unref();
    };
    next.on("error", reconnect);
    next.on("end", () => reconnect());
    next.on("notification", ({ payload = "" }) => {
      raise(payload);
      for (const { topic, listener } of subscriptions) if (topic === payload) listener();
    });
    try {
      await next.connect();
      await next.query(`listen ${changesChannel}`);
    } catch (error) {
      reconnect(error as Error);
      throw error;
    }
    if (client !== next) return;
    epoch += 1_000_000_000;
    isListening = true;
    for (const { listener } of subscriptions) listener();
    test = setInterval(() => next.query("select 1").catch(reconnect), everyMs).unref();
  }
  await listen();

  return {
    version: (topic) => (isListening ? epoch + (versions.get(topic) ?? 0) : undefined),
    raise,
    subscribe(topic, listener) {
      const subscription = { topic, listener };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
