/** All SQL of the answers of learners. */
import type { Insertable, Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type ReviewRow = Selectable<Tables["word_reviews"]>;

export function reviewsRepository(db: Db) {
  return {
    /** Returns those of the ids that a user has sent before. */
    async known(userId: number, clientIds: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .selectFrom("word_reviews")
        .select("client_id")
        .where("user_id", "=", userId)
        .where("client_id", "in", clientIds)
        .execute();
      return new Set(rows.map(({ client_id }) => client_id));
    },

    find: (userId: number, clientId: string): Promise<ReviewRow | undefined> =>
      db
        .selectFrom("word_reviews")
        .selectAll()
        .where("user_id", "=", userId)
        .where("client_id", "=", clientId)
        .executeTakeFirst(),

    async insert(values: Insertable<Tables["word_reviews"]>): Promise<void> {
      await db.insertInto("word_reviews").values(values).execute();
    },

    async undo(id: number, undone_at: string): Promise<void> {
      await db.updateTable("word_reviews").set({ undone_at }).where("id", "=", id).execute();
    },

    /** Returns all answers to words in the order in which they were given; equal times in the order in which they came. */
    async answersOf(wordIds: readonly number[]): Promise<Map<number, ReviewRow[]>> {
      if (wordIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("word_reviews")
        .selectAll()
        .where("word_id", "in", wordIds)
        .orderBy("word_id")
        .orderBy("reviewed_at")
        .orderBy("id")
        .execute();
      return Map.groupBy(rows, ({ word_id }) => word_id);
    },
  };
}
