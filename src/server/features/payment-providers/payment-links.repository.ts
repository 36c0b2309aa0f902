/** All SQL of payment links. */
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

const linkColumns = [
  "id",
  "code",
  "provider_code",
  "state",
  "link_id",
  "amount",
  "bank_bin",
  "account",
  "account_holder",
  "memo",
  "vietqr",
  "created_at",
  "expires_at",
  "checked_at",
  "ended_at",
] as const satisfies (keyof Tables["payment_links"])[];

/** As the partial index says it, which parameters would hide. */
const isWaiting = sql<SqlBool>`state in ('asked', 'open')`;

export type PaymentLinkRow = Pick<Selectable<Tables["payment_links"]>, (typeof linkColumns)[number]>;
type PaymentLinkChange = Omit<Updateable<Tables["payment_links"]>, "id" | "code">;

export function paymentLinksRepository(db: Db) {
  const links = () => db.selectFrom("payment_links").select(linkColumns);

  return {
    /** Returns undefined when the number was used before. */
    insert: (values: Insertable<Tables["payment_links"]>): Promise<PaymentLinkRow | undefined> =>
      db
        .insertInto("payment_links")
        .values(values)
        .onConflict((c) => c.column("provider_code").doNothing())
        .returning(linkColumns)
        .executeTakeFirst(),

    async update(id: number, change: PaymentLinkChange): Promise<void> {
      await db.updateTable("payment_links").set(change).where("id", "=", id).execute();
    },

    /** Whether a link for this amount was ever asked for. */
    has: async (code: string, amount: number): Promise<boolean> =>
      (await db
        .selectFrom("payment_links")
        .select("id")
        .where("code", "=", code)
        .where("amount", "=", amount)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Returns the newest link that takes this amount or more, with its account. @param now ISO. */
    usable: (code: string, amount: number, now: string): Promise<PaymentLinkRow | undefined> =>
      links()
        .where("code", "=", code)
        .where("amount", ">=", amount)
        .where("state", "=", "open")
        .where("account", "is not", null)
        .where("ended_at", "is", null)
        .where("expires_at", ">", now)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst(),

    byProviderCode: (providerCode: number): Promise<PaymentLinkRow | undefined> =>
      links().where("provider_code", "=", providerCode).executeTakeFirst(),

    /** Returns the codes of the links with an account, two at most. */
    codesOfAccount: async (account: string): Promise<string[]> =>
      (
        await db.selectFrom("payment_links").select("code").distinct().where("account", "=", account).limit(2).execute()
      ).map(({ code }) => code),

    /** Returns links that may have got money, those asked about longest ago first. */
    toCheck: (limit: number): Promise<PaymentLinkRow[]> =>
      links().where(isWaiting).orderBy("checked_at").orderBy("id").limit(limit).execute(),
  };
}
