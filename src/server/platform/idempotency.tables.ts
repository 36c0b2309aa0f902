/** The table of requests that were sent with a key. */
import type { Entities } from "./db/entity.ts";

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

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeyTable;
}

export const idempotencyEntities = {
  idempotency_keys: { key: ["scope", "caller", "key"] },
} as const satisfies Entities<keyof IdempotencyTables>;
