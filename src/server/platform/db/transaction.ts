/** Transactions that PostgreSQL breaks off for the sake of others run again: here, so that no service has to. */
import { setTimeout as wait } from "node:timers/promises";
import { Kysely, type TransactionBuilder } from "kysely";
import { isConcurrencyFailure } from "./dialect.ts";
import type { Tables } from "./schema.ts";

const maxTries = 3;
/** Two transactions that met would meet again after equal pauses. Milliseconds, of the first pause; each later one is twice as long. */
const [minPauseMs, maxPauseMs] = [10, 60];

/**
 * A database whose `transaction().execute(task)` runs the task again, three times in all, when a deadlock or a failed serialization has
 * rolled it back. So a task must be safe to run again: it writes through its transaction alone, and what follows a commit comes after it.
 * @throws the error of the last try; `classifyDbError` calls it `unavailable`, a 503.
 */
export class RetryingDatabase extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (task) => tried(() => execute(task));
    return builder;
  }
}

async function tried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= maxTries || !isConcurrencyFailure(error)) throw error;
    }
    await wait(2 ** (attempt - 1) * (minPauseMs + Math.random() * (maxPauseMs - minPauseMs)));
  }
}
