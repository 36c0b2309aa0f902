/** All SQL of how far the services were asked. */
import type { Selectable } from "kysely";
import type { PaymentProvider } from "#contract/payments.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

const columns = ["provider", "received_at", "poll_cursor"] as const satisfies (keyof Selectable<
  Tables["payment_providers"]
>)[];

export type PollRow = Pick<Selectable<Tables["payment_providers"]>, (typeof columns)[number]>;

export function pollStateRepository(db: Db) {
  return {
    all: (): Promise<PollRow[]> => db.selectFrom("payment_providers").select(columns).execute(),

    find: (provider: PaymentProvider): Promise<PollRow | undefined> =>
      db.selectFrom("payment_providers").select(columns).where("provider", "=", provider).executeTakeFirst(),

    async save(
      provider: PaymentProvider,
      values: { poll_cursor: string; polled_at?: string; poll_error?: string | null },
    ): Promise<void> {
      await db
        .insertInto("payment_providers")
        .values({ provider, ...values })
        .onConflict((c) => c.column("provider").doUpdateSet(values))
        .execute();
    },
  };
}
