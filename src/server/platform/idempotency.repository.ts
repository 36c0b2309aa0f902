/** All SQL of idempotency keys. */
import type { Db } from "./db/schema.ts";

/** A key of a caller for an endpoint. */
export interface KeyName {
  scope: string;
  caller: string;
  key: string;
}

export function idempotencyRepository(db: Db) {
  return {
    /**
     * Takes a key; a concurrent transaction that takes it too waits for this one to end.
     * @returns false when it is taken.
     */
    async take(name: KeyName, values: { content_hash: string; created_at: string }): Promise<boolean> {
      const row = await db
        .insertInto("idempotency_keys")
        .values({ ...name, ...values, reply: "" })
        .onConflict((conflict) => conflict.doNothing())
        .returning("key")
        .executeTakeFirst();
      return row !== undefined;
    },

    find: (name: KeyName): Promise<{ content_hash: string; reply: string } | undefined> =>
      db
        .selectFrom("idempotency_keys")
        .select(["content_hash", "reply"])
        .where("scope", "=", name.scope)
        .where("caller", "=", name.caller)
        .where("key", "=", name.key)
        .executeTakeFirst(),

    async setReply(name: KeyName, reply: string): Promise<void> {
      await db
        .updateTable("idempotency_keys")
        .set({ reply })
        .where("scope", "=", name.scope)
        .where("caller", "=", name.caller)
        .where("key", "=", name.key)
        .execute();
    },

    async removeOf(caller: string): Promise<void> {
      await db.deleteFrom("idempotency_keys").where("caller", "=", caller).execute();
    },

    async sweep(before: string): Promise<void> {
      await db.deleteFrom("idempotency_keys").where("created_at", "<=", before).execute();
    },
  };
}
