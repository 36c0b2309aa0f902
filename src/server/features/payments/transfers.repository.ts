/** SQL of the transfers as they come in. */
import type { Insertable, Selectable } from "kysely";
import { fold } from "#contract/fold.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

type Row = Selectable<Tables["transfers"]>;
export type NewTransfer = Omit<
  Insertable<Tables["transfers"]>,
  "search_text" | "allocated" | "refunded" | "money_key"
> &
  Pick<Row, "sub_account" | "reference">;

const toldColumns = [
  "id",
  "provider",
  "source",
  "direction",
  "amount",
  "memo",
  "account",
  "sub_account",
  "reference",
  "occurred_at",
] as const satisfies (keyof Row)[];
/** What tells whether a transfer and an event are the same money. */
export type ToldTransfer = Pick<Row, (typeof toldColumns)[number]>;

/** Returns what the search of transfers looks in: memo, amount (`99000 99.000`), sender and reference. */
export function transferSearchText(
  row: Pick<Row, "memo" | "amount"> & Partial<Pick<Row, "sender_name" | "sender_account" | "reference">>,
): string {
  const amounts = [String(row.amount), row.amount.toLocaleString("vi-VN")];
  return fold([row.memo, ...amounts, row.sender_name, row.sender_account, row.reference].filter(Boolean).join(" "));
}

export function transfersRepository(db: Db) {
  return {
    /** Returns the transfers that are kept under some ids of a provider. */
    byProviderIds: (
      provider: Row["provider"],
      ids: readonly string[],
    ): Promise<Pick<Row, "id" | "provider_id" | "source" | "amount" | "direction">[]> =>
      db
        .selectFrom("transfers")
        .select(["id", "provider_id", "source", "amount", "direction"])
        .where("provider", "=", provider)
        .where("provider_id", "in", ids)
        .execute(),

    /**
     * Returns the transfers within a time that came by another source than `besides`, the oldest first.
     * @param until exclusive @param amounts those of these alone
     */
    ofTime: (
      from: string,
      until: string,
      besides: Pick<Row, "provider" | "source">,
      amounts?: readonly number[],
    ): Promise<ToldTransfer[]> =>
      db
        .selectFrom("transfers")
        .select(toldColumns)
        .where("occurred_at", ">=", from)
        .where("occurred_at", "<", until)
        .where(({ eb, or }) => or([eb("provider", "<>", besides.provider), eb("source", "<>", besides.source)]))
        .$if(amounts !== undefined, (query) => query.where("amount", "in", amounts ?? []))
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
