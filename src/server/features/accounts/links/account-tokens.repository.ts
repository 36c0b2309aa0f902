/** All SQL of the links in e-mails that open an account. */
import { randomInt } from "node:crypto";
import type { Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import type { PasswordKind } from "../accounts.repository.ts";

export type AccountTokenRow = Selectable<Tables["account_tokens"]>;
export type TokenPurpose = AccountTokenRow["purpose"];
type NewToken = Omit<AccountTokenRow, "token_id" | "ended_at">;

const highestId = 2 ** 48 - 1;

export function accountTokensRepository(db: Db) {
  return {
    /** Returns the id of a new link. */
    async add(values: NewToken): Promise<number> {
      const token_id = randomInt(1, highestId);
      await db
        .insertInto("account_tokens")
        .values({ ...values, token_id, ended_at: null })
        .execute();
      return token_id;
    },

    /** Returns a link that can be used at a time. */
    usable: (purpose: TokenPurpose, id: number, now: string): Promise<AccountTokenRow | undefined> =>
      db
        .selectFrom("account_tokens")
        .selectAll()
        .where("token_id", "=", id)
        .where("purpose", "=", purpose)
        .where("ended_at", "is", null)
        .where("expires_at", ">", now)
        .executeTakeFirst(),

    /** Uses a link that can be used once. @returns false when it can't be used, also because of a concurrent use. */
    async use(id: number, now: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("account_tokens")
        .set({ ended_at: now })
        .where("token_id", "=", id)
        .where("ended_at", "is", null)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Ends all links of an account. */
    async end(purpose: TokenPurpose, kind: PasswordKind, accountId: number, now: string): Promise<void> {
      await db
        .updateTable("account_tokens")
        .set({ ended_at: now })
        .where("kind", "=", kind)
        .where("account_id", "=", accountId)
        .where("purpose", "=", purpose)
        .where("ended_at", "is", null)
        .execute();
    },

    /** Counts the links that were made for an account after a time. */
    async countSince(purpose: TokenPurpose, kind: PasswordKind, accountId: number, since: string): Promise<number> {
      const { n } = await db
        .selectFrom("account_tokens")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where("kind", "=", kind)
        .where("account_id", "=", accountId)
        .where("purpose", "=", purpose)
        .where("created_at", ">", since)
        .executeTakeFirstOrThrow();
      return n;
    },

    async removeOf(kind: PasswordKind, accountId: number): Promise<void> {
      await db.deleteFrom("account_tokens").where("kind", "=", kind).where("account_id", "=", accountId).execute();
    },

    /** Deletes links that expired before a time. */
    async sweep(before: string): Promise<void> {
      await db.deleteFrom("account_tokens").where("expires_at", "<", before).execute();
    },
  };
}
