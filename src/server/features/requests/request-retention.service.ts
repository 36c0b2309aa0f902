/** Erases old requests. There remain code, price, states and times for the books; files and all that customers and staff wrote go. */
import { forgetChanges } from "#server/features/audit/audit.service.ts";
import type { SongEditing } from "#server/features/catalogue/song-editing.service.ts";
import { erasedCustomer, type RetainedData } from "#server/features/retention/retention.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { requestRetentionRepository } from "./request-retention.repository.ts";
import type { RequestWrites } from "./request-writes.ts";

const batch = 20;

export interface RequestRetentionDeps {
  database: Pick<Database, "db" | "dialect">;
  writes: Pick<RequestWrites, "lockAll" | "release">;
  songEditing: Pick<SongEditing, "lock">;
}

/** Counts the requests that a run would erase. */
export function dueRequests({ db, dialect }: RequestRetentionDeps["database"]): Pick<RetainedData, "count"> {
  return { count: (limits) => requestRetentionRepository(db, dialect).count(limits) };
}

export function requestRetention({ database, writes, songEditing }: RequestRetentionDeps): RetainedData {
  const { dialect } = database;
  return {
    ...dueRequests(database),

    async eraseNext(tx, limits, after) {
      const repository = requestRetentionRepository(tx, dialect);
      // Deleting a song changes its request, and locks the files after it.
      await songEditing.lock(tx);
      const rows = await repository.next(limits, after, batch);
      const ids = rows.map(({ id }) => id);
      await writes.lockAll(tx, ids);
      const taken = await repository.take(ids, limits);
      const values = { name: erasedCustomer, erased_at: new Date().toISOString() };
      for await (const { id, code } of inTurns(taken)) {
        await repository.erase(id, code, values);
        await writes.release(tx, id);
      }
      await forgetChanges(
        tx,
        "song_request",
        taken.map(({ id }) => id),
      );
      return { erased: taken.length, last: rows.at(-1) };
    },
  };
}
