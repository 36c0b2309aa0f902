/** All SQL of accounts' queues. */
import type { Insertable, Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type QueueRow = Selectable<Tables["user_queues"]>;

export function queueRepository(db: Db) {
  return {
    find: (userId: number): Promise<QueueRow | undefined> =>
      db.selectFrom("user_queues").selectAll().where("user_id", "=", userId).executeTakeFirst(),

    async store({ user_id, ...values }: Insertable<Tables["user_queues"]>): Promise<void> {
      await db
        .insertInto("user_queues")
        .values({ user_id, ...values })
        .onConflict((c) => c.column("user_id").doUpdateSet(values))
        .execute();
    },
  };
}
