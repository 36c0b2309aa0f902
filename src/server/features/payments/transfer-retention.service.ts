/** Erases old transfers. There remain accounts of the site, amounts, states, times and what was paid; nothing of the sender. */
import { fold } from "#contract/fold.ts";
import { erasedCustomer, type RetainedData } from "#server/features/retention/retention.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { transferRetentionRepository } from "./transfer-retention.repository.ts";

const batch = 100;

export function transferRetention({ db, dialect }: Pick<Database, "db" | "dialect">): RetainedData {
  return {
    count: (limits) => transferRetentionRepository(db, dialect).count(limits),

    async eraseNext(tx, limits, after) {
      const repository = transferRetentionRepository(tx, dialect);
      const rows = await repository.next(limits, after, batch);
      const taken = await repository.take(
        rows.map(({ id }) => id),
        limits,
      );
      const erased_at = new Date().toISOString();
      for await (const { id, code } of inTurns(taken)) {
        await repository.erase(id, { memo: code ?? erasedCustomer, search_text: fold(code ?? ""), erased_at });
      }
      return { erased: taken.length, last: rows.at(-1) };
    },
  };
}
