/** The tables of the platform itself; those of the features are added by `database/schema.ts`. */
import type { Generated, Kysely, Transaction } from "kysely";

interface MetaTable {
  key: string;
  value: string;
}

interface OutboxTable {
  id: Generated<number>;
  topic: string;
  /** JSON. */
  payload: string;
  /** Unique within the topic among messages that are not finished. */
  dedupe_key: string | null;
  state: Generated<"pending" | "running" | "done" | "failed">;
  /** Begun ones, the running one included; those that were postponed do not count. */
  attempts: Generated<number>;
  /** Earliest time of the next attempt; while one runs, the end of its lease. */
  available_at: string;
  /** Token of the running attempt. */
  lease: string | null;
  /** Another message with its key was added while it ran: it runs once more. */
  is_repeat: Generated<boolean>;
  /** An earlier attempt ended without a result: its process died, lost the lease or was stopped. */
  is_result_unknown: Generated<boolean>;
  /** Of the last attempt, shortened and without credentials. */
  last_error: string | null;
  created_at: string;
  /** Time of the state `done` or `failed`. */
  finished_at: string | null;
}

interface IdempotencyKeyTable {
  /** The endpoint that creates. */
  scope: string;
  /** `user 5`; empty for an anonymous caller. */
  caller: string;
  key: string;
  content_hash: string;
  /** JSON of the first reply. */
  reply: string;
  created_at: string;
}

interface RateLimitTable {
  key: string;
  hits: number;
  resets_at: string;
}

export interface Tables {
  meta: MetaTable;
  outbox: OutboxTable;
  idempotency_keys: IdempotencyKeyTable;
  rate_limits: RateLimitTable;
}

/** The database or a transaction; every repository is built from one. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
