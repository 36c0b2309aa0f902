/** SQL of the transfers as they come in. */
import type { Insertable, Selectable } from "kysely";
import { fold } from "#contract/fold.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

type Row = Selectable<Tables["transfers"]>;
export type NewTransfer = Omit<Insertable<Tables["transfers"]>, "search_text" | "allocated" | "refunded"> &
  Pick<Row, "money_key" | "sub_account" | "reference">;

const seenColumns = [
  "id",
  "provider",
  "source",
  "provider_id",
  "memo",
  "account",
  "sub_account",
  "reference",
  "occurred_at",
] as const satisfies (keyof Row)[];
/** What tells whether a transfer and an event are the same money. */
export type SeenTransfer = Pick<Row, (typeof seenColumns)[number]>;

/** Returns what the search of transfers looks in: memo, amount (`99000 99.000`), sender and reference. */
export function transferSearchText(
  row: Pick<Row, "memo" | "amount"> & Partial<Pick<Row, "sender_name" | "sender_account" | "reference">>,
): string {
  const amounts = [String(row.amount), row.amount.toLocaleString("vi-VN")];
  return fold([row.memo, ...amounts, row.sender_name, row.sender_account, row.reference].filter(Boolean).join(" "));
}

export function transfersRepository(db: Db) {
  return {
    findByProviderId: ({
      provider,
      provider_id,
    }: Pick<Row, "provider" | "provider_id">): Promise<Pick<Row, "id" | "amount" | "direction"> | undefined> =>
      db
        .selectFrom("transfers")
        .select(["id", "amount", "direction"])
        .where("provider", "=", provider)
        .where("provider_id", "=", provider_id)
        .executeTakeFirst(),

    findByMoneyKey: (moneyKey: string): Promise<Pick<Row, "id"> | undefined> =>
      db.selectFrom("transfers").select("id").where("money_key", "=", moneyKey).executeTakeFirst(),

    /** Returns the transfers of an amount in one direction within a time, the oldest first. @param until exclusive. */
    sameAmount: (
      { amount, direction }: Pick<Row, "amount" | "direction">,
      from: string,
      until: string,
    ): Promise<SeenTransfer[]> =>
      db
        .selectFrom("transfers")
        .select(seenColumns)
        .where("occurred_at", ">=", from)
        .where("occurred_at", "<", until)
        .where("amount", "=", amount)
        .where("direction", "=", direction)
        .orderBy("occurred_at")
        .orderBy("id")
        .execute(),

    insert: (values: NewTransfer): Promise<{ id: number }> =>
      db
        .insertInto("transfers")
        .values({ ...values, search_text: transferSearchText(values) })
        .returning("id")
        .executeTakeFirstOrThrow(),
  };
}
