/** SQL of what was told again: movements that another source told of before, as transfers. */
import type { Insertable, Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

type Row = Selectable<Tables["transfer_tellings"]>;
export type TellingRow = Row;

const shownColumns = [
  "id",
  "provider",
  "provider_id",
  "source",
  "told_at",
  "told_by",
  "event",
] as const satisfies (keyof Row)[];
export type ShownTelling = Pick<Row, (typeof shownColumns)[number]>;

export function tellingsRepository(db: Db) {
  return {
    /** Returns the transfers that some ids of a provider were told again of. */
    byProviderIds: (provider: Row["provider"], ids: readonly string[]) =>
      db
        .selectFrom("transfer_tellings as telling")
        .innerJoin("transfers", "transfers.id", "telling.transfer_id")
        .select(["telling.provider_id", "telling.source", "transfers.id", "transfers.amount", "transfers.direction"])
        .where("telling.provider", "=", provider)
        .where("telling.provider_id", "in", ids)
        .execute(),

    /** Returns the sources that told again of the transfers within a time. @param until exclusive. */
    sourcesOf: (from: string, until: string): Promise<Pick<Row, "transfer_id" | "provider" | "source">[]> =>
      db
        .selectFrom("transfers")
        .innerJoin("transfer_tellings as telling", "telling.transfer_id", "transfers.id")
        .select(["telling.transfer_id", "telling.provider", "telling.source"])
        .where("transfers.occurred_at", ">=", from)
        .where("transfers.occurred_at", "<", until)
        .execute(),

    /** Returns what was told again of a transfer, the oldest first. */
    of: (transferId: number): Promise<ShownTelling[]> =>
      db
        .selectFrom("transfer_tellings")
        .select(shownColumns)
        .where("transfer_id", "=", transferId)
        .orderBy("id")
        .execute(),

    /** Returns one with the movement as it was told. */
    find: (id: number): Promise<TellingRow | undefined> =>
      db.selectFrom("transfer_tellings").selectAll().where("id", "=", id).executeTakeFirst(),

    /** Keeps one, unless its source has told of the transfer. @returns whether it is kept */
    async add(values: Insertable<Tables["transfer_tellings"]>): Promise<boolean> {
      const added = await db
        .insertInto("transfer_tellings")
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      return added !== undefined;
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom("transfer_tellings").where("id", "=", id).execute();
    },
  };
}
