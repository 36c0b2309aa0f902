/**
 * Tells cheaply whether something a cache holds has changed, whoever changed it: this process, the importer, another
 * server. Triggers raise the topic; see `docs/decisions/0003-caching-public-reads.md`.
 */
import type SQLite from "better-sqlite3";
import pg from "pg";
import { connectSqlite } from "./sqlite.ts";

/** What caches depend on. `catalogue` leaves out plays and likes; `site` is support contacts and settings. */
export type Topic = "catalogue" | "site";

export interface Changes {
  /** A number that differs after every committed change of the topic; undefined when it can't be known just now. */
  version(topic: Topic): number | undefined;
  /** To be called after a commit of one's own, so that the next read of this process sees it. */
  committed(topic: Topic): void;
  close(): Promise<void>;
}

/**
 * SQLite: triggers count in the table `versions`. A connection of its own sees only what is committed. The row is read
 * once per turn of the event loop: requests that came in together share the answer.
 */
export function sqliteChanges(file: string): Changes {
  let reader: { db: SQLite.Database; read: SQLite.Statement } | undefined;
  const known = new Map<Topic, number | undefined>();
  const forget = () => known.clear();
  return {
    version(topic) {
      if (known.has(topic)) return known.get(topic);
      if (!reader) {
        const db = connectSqlite(file, { readonly: true });
        reader = { db, read: db.prepare("select value from versions where topic = ?").pluck() };
      }
      const version = reader.read.get(topic) as number | undefined;
      if (known.size === 0) setImmediate(forget);
      known.set(topic, version);
      return version;
    },
    committed: forget,
    close: async () => {
      reader?.db.close();
    },
  };
}

/** PostgreSQL: triggers notify on the channel `changes`. While the listening connection is down nothing is known. */
export async function postgresChanges(url: string, onError: (error: Error) => void): Promise<Changes> {
  const versions = new Map<Topic, number>();
  let client: pg.Client | undefined;
  let isListening = false;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let epoch = 0;
  const raise = (topic: Topic) => versions.set(topic, (versions.get(topic) ?? 0) + 1);

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 });
    client = next;
    // However many ways tell that it is lost: it is ended once, and followed by one.
    const lost = (error?: Error) => {
      if (client !== next) return;
      client = undefined;
      isListening = false;
      next.end().catch(() => {});
      if (closed || epoch === 0) return;
      if (error) onError(error);
      timer = setTimeout(() => listen().catch(() => {}), 1000);
      timer.unref();
    };
    next.on("error", lost);
    next.on("end", () => lost());
    next.on("notification", (message) => raise(message.payload as Topic));
    try {
      await next.connect();
      await next.query("listen changes");
    } catch (error) {
      lost(error as Error);
      throw error;
    }
    if (client !== next) return;
    epoch += 1_000_000_000;
    isListening = true;
  }
  await listen();

  return {
    version: (topic) => (isListening ? epoch + (versions.get(topic) ?? 0) : undefined),
    committed: raise,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
