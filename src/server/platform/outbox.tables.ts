/** The table of the outbox. */
import type { Generated } from "kysely";
import type { Entities } from "./db/entity.ts";

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

export interface OutboxTables {
  outbox: OutboxTable;
}

export const outboxEntities = {
  outbox: { key: ["id"] },
} as const satisfies Entities<keyof OutboxTables>;
