/** All SQL of what is known of the services that tell of transfers. */
import { type Selectable, sql } from "kysely";
import type { PaymentProvider } from "#contract/payments.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type ProviderRow = Selectable<Tables["payment_providers"]>;

/** Calls with a wrong signature, with time and bytes of the last one. */
export interface WrongCalls {
  count: number;
  at: string;
  bytes: number;
}

export function paymentProvidersRepository(db: Db) {
  return {
    all: (): Promise<ProviderRow[]> => db.selectFrom("payment_providers").selectAll().execute(),

    /** Notes the time of a call with a right signature. */
    async noteCall(provider: PaymentProvider, at: string): Promise<void> {
      await db
        .insertInto("payment_providers")
        .values({ provider, received_at: at })
        .onConflict((c) => c.column("provider").doUpdateSet({ received_at: at }))
        .execute();
    },

    async addWrong(provider: PaymentProvider, { count, at, bytes }: WrongCalls): Promise<void> {
      await db
        .insertInto("payment_providers")
        .values({ provider, wrong_signatures: count, wrong_at: at, wrong_bytes: bytes })
        .onConflict((c) =>
          c.column("provider").doUpdateSet({
            wrong_signatures: sql<number>`payment_providers.wrong_signatures + excluded.wrong_signatures`,
            wrong_at: at,
            wrong_bytes: bytes,
          }),
        )
        .execute();
    },

    async addUnreadable(provider: PaymentProvider, at: string): Promise<void> {
      await db
        .insertInto("payment_providers")
        .values({ provider, received_at: at, unreadable_calls: 1, unreadable_at: at })
        .onConflict((c) =>
          c.column("provider").doUpdateSet({
            received_at: at,
            unreadable_calls: sql<number>`payment_providers.unreadable_calls + 1`,
            unreadable_at: at,
          }),
        )
        .execute();
    },
  };
}
