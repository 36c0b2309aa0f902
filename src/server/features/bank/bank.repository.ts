/** All SQL of the bank account. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

const bankColumns = [
  "id",
  "bank_name",
  "bank_bin",
  "account_number",
  "account_holder",
  "branch",
  "swift_code",
  "qr_code_url",
  "is_active",
  "created_at",
  "updated_at",
  "updated_by",
] as const satisfies (keyof Tables["bank_config"])[];

export type BankRow = Pick<Selectable<Tables["bank_config"]>, (typeof bankColumns)[number]>;

export function bankRepository(db: Db) {
  return {
    current: (): Promise<BankRow | undefined> => db.selectFrom("bank_config").select(bankColumns).executeTakeFirst(),

    find: (id: number): Promise<BankRow | undefined> =>
      db.selectFrom("bank_config").select(bankColumns).where("id", "=", id).executeTakeFirst(),

    insert: (values: Insertable<Tables["bank_config"]>): Promise<BankRow> =>
      db.insertInto("bank_config").values(values).returning(bankColumns).executeTakeFirstOrThrow(),

    update: (id: number, change: Updateable<Tables["bank_config"]>): Promise<BankRow> =>
      db.updateTable("bank_config").set(change).where("id", "=", id).returning(bankColumns).executeTakeFirstOrThrow(),

    async remove(id: number): Promise<void> {
      await db.deleteFrom("bank_config").where("id", "=", id).execute();
    },
  };
}
