/** All SQL of second factors and recovery codes. */
import type { Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type SecondFactorRow = Selectable<Tables["second_factors"]>;

/** An account that may have a second factor. */
export interface FactorAccount {
  kind: "admin" | "staff";
  id: number;
}

export function secondFactorRepository(db: Db) {
  const factor = ({ kind, id }: FactorAccount) =>
    db.selectFrom("second_factors").where("kind", "=", kind).where("account_id", "=", id);

  return {
    find: (account: FactorAccount): Promise<SecondFactorRow | undefined> =>
      factor(account).selectAll().executeTakeFirst(),

    /** Returns those of the accounts that have an enabled one. */
    async enabledIds(kind: FactorAccount["kind"], ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom("second_factors")
        .select("account_id")
        .where("kind", "=", kind)
        .where("account_id", "in", ids)
        .where("enabled_at", "is not", null)
        .execute();
      return rows.map(({ account_id }) => account_id);
    },

    /** Stores the secret of a factor that is not enabled yet, in place of an earlier one. */
    async begin({ kind, id }: FactorAccount, sealed_secret: string): Promise<void> {
      await db
        .insertInto("second_factors")
        .values({ kind, account_id: id, sealed_secret, last_step: 0, enabled_at: null })
        .onConflict((conflict) =>
          conflict
            .columns(["kind", "account_id"])
            .doUpdateSet({ sealed_secret })
            .where("second_factors.enabled_at", "is", null),
        )
        .execute();
    },

    async enable({ kind, id }: FactorAccount, values: { last_step: number; enabled_at: string }): Promise<void> {
      await db
        .updateTable("second_factors")
        .set(values)
        .where("kind", "=", kind)
        .where("account_id", "=", id)
        .execute();
    },

    /** Records the step of a code. @returns false when this step or a later one is used already, also by a concurrent login. */
    async useStep({ kind, id }: FactorAccount, step: number): Promise<boolean> {
      const row = await db
        .updateTable("second_factors")
        .set({ last_step: step })
        .where("kind", "=", kind)
        .where("account_id", "=", id)
        .where("last_step", "<", step)
        .returning("last_step")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Removes a recovery code. @returns false when there is none, also because a concurrent login used it. */
    async useRecoveryCode({ kind, id }: FactorAccount, codeHash: string): Promise<boolean> {
      const row = await db
        .deleteFrom("recovery_codes")
        .where("kind", "=", kind)
        .where("account_id", "=", id)
        .where("code_hash", "=", codeHash)
        .returning("code_hash")
        .executeTakeFirst();
      return row !== undefined;
    },

    async replaceRecoveryCodes({ kind, id }: FactorAccount, codeHashes: readonly string[]): Promise<void> {
      await db.deleteFrom("recovery_codes").where("kind", "=", kind).where("account_id", "=", id).execute();
      await db
        .insertInto("recovery_codes")
        .values(codeHashes.map((code_hash) => ({ kind, account_id: id, code_hash })))
        .execute();
    },

    async countRecoveryCodes({ kind, id }: FactorAccount): Promise<number> {
      const { n } = await db
        .selectFrom("recovery_codes")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("kind", "=", kind)
        .where("account_id", "=", id)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Removes a factor with its recovery codes. @returns whether it was enabled. */
    async remove({ kind, id }: FactorAccount): Promise<boolean> {
      const row = await db
        .deleteFrom("second_factors")
        .where("kind", "=", kind)
        .where("account_id", "=", id)
        .returning("enabled_at")
        .executeTakeFirst();
      return row !== undefined && row.enabled_at !== null;
    },

    all: (): Promise<SecondFactorRow[]> => db.selectFrom("second_factors").selectAll().execute(),

    /** Replaces the sealed secret, unless it has changed meanwhile. */
    async reseal({ kind, id }: FactorAccount, before: string, sealed_secret: string): Promise<void> {
      await db
        .updateTable("second_factors")
        .set({ sealed_secret })
        .where("kind", "=", kind)
        .where("account_id", "=", id)
        .where("sealed_secret", "=", before)
        .execute();
    },
  };
}
