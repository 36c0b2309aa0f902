/** The tables as Kysely types, the same for both engines. Times are ISO strings, booleans are booleans. */
import type { Kysely, Transaction } from "kysely";
import type { RateLimitTables } from "../http/limits/rate-limits.tables.ts";
import type { IdempotencyTables } from "../idempotency.tables.ts";
import type { OutboxTables } from "../outbox.tables.ts";
import type { MetaTables } from "./meta.tables.ts";

/** The tables of the platform itself; `features/entities.ts` adds those of the features. */
export interface Tables extends MetaTables, OutboxTables, IdempotencyTables, RateLimitTables {}

/** The database or a transaction; every repository is built from one. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
