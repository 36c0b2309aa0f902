/** All SQL of users who learn with songs. */
import { type Insertable, sql } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

type Score = Insertable<Tables["learn_scores"]>;
type Row = Tables["learn_scores"];

export interface ExportedScore extends Omit<Row, "user_id"> {
  title: string;
}

/** What tells whether a round of a song can have been played. */
export interface PlayableSong {
  id: number;
  is_premium: boolean;
  updated_at: string;
}

export function learningRepository(db: Db) {
  return {
    /** Notes rounds by their ids. @returns the ids that were new. */
    async addRounds(rounds: Insertable<Tables["learn_rounds"]>[]): Promise<Set<string>> {
      const added = await db
        .insertInto("learn_rounds")
        .values(rounds)
        .onConflict((c) => c.columns(["user_id", "id"]).doNothing())
        .returning("id")
        .execute();
      return new Set(added.map(({ id }) => id));
    },

    /** Forgets the ids of rounds of a user that ended before a time. */
    async forgetRounds(userId: number, before: string): Promise<void> {
      await db.deleteFrom("learn_rounds").where("user_id", "=", userId).where("finished_at", "<", before).execute();
    },

    /** Returns how many rounds a user had on these days. */
    async roundsOn(userId: number, days: string[]): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom("learn_days")
        .select(["day", "rounds"])
        .where("user_id", "=", userId)
        .where("day", "in", days)
        .execute();
      return new Map(rows.map(({ day, rounds }) => [day, rounds]));
    },

    async addToDays(days: Insertable<Tables["learn_days"]>[]): Promise<void> {
      await db
        .insertInto("learn_days")
        .values(days)
        .onConflict((c) =>
          c.columns(["user_id", "day"]).doUpdateSet({ rounds: sql`learn_days.rounds + excluded.rounds` }),
        )
        .execute();
    },

    /** Returns those of the songs that exist. */
    songsThere(ids: number[]): Promise<PlayableSong[]> {
      return db.selectFrom("songs").select(["id", "is_premium", "updated_at"]).where("id", "in", ids).execute();
    },

    /** Returns the highest id of a song, the bin's included; 0 without any. */
    async lastSongId(): Promise<number> {
      const last = await db.selectFrom("songs").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
      const binned = await db
        .selectFrom("bin")
        .select((e) => e.fn.max("entity_id").as("id"))
        .where("entity", "=", "song")
        .executeTakeFirst();
      return Math.max(last?.id ?? 0, binned?.id ?? 0);
    },

    /** Returns until when a user has Premium (ISO); null for ever, undefined without it. */
    async premiumEnd(userId: number): Promise<string | null | undefined> {
      const user = await db
        .selectFrom("users")
        .select(["subscription_type", "premium_expires_at"])
        .where("id", "=", userId)
        .executeTakeFirst();
      return user?.subscription_type === "premium" ? user.premium_expires_at : undefined;
    },

    /** Adds rounds to scores, which are all of different songs, exercises or levels. */
    async addToScores(scores: Score[]): Promise<void> {
      await db
        .insertInto("learn_scores")
        .values(scores)
        .onConflict((c) =>
          c.columns(["user_id", "song_id", "exercise", "level"]).doUpdateSet({
            best_score: largest("best_score"),
            rounds: sql`learn_scores.rounds + excluded.rounds`,
            last_at: largest("last_at"),
          }),
        )
        .execute();
    },

    scoresOf: (userId: number, songId: number): Promise<Omit<Row, "user_id" | "song_id">[]> =>
      db
        .selectFrom("learn_scores")
        .select(["exercise", "level", "best_score", "rounds", "last_at"])
        .where("user_id", "=", userId)
        .where("song_id", "=", songId)
        .orderBy("exercise")
        .orderBy("level")
        .execute(),

    /** Returns all scores of a user with the titles of their songs, the last ones first. */
    allScoresOf: (userId: number): Promise<ExportedScore[]> =>
      db
        .selectFrom("learn_scores")
        .innerJoin("songs", "songs.id", "learn_scores.song_id")
        .select(["learn_scores.song_id", "songs.title", "exercise", "level", "best_score", "rounds", "last_at"])
        .where("learn_scores.user_id", "=", userId)
        .orderBy("last_at", "desc")
        .orderBy("learn_scores.song_id")
        .orderBy("exercise")
        .orderBy("level")
        .execute(),

    /** Returns the days of a user, the last one first. */
    daysOf: (userId: number): Promise<{ day: string; rounds: number }[]> =>
      db
        .selectFrom("learn_days")
        .select(["day", "rounds"])
        .where("user_id", "=", userId)
        .orderBy("day", "desc")
        .execute(),
  };
}

const largest = (column: "best_score" | "last_at") => {
  const [stored, sent] = [sql.ref(`learn_scores.${column}`), sql.ref(`excluded.${column}`)];
  return sql<never>`case when ${sent} > ${stored} then ${sent} else ${stored} end`;
};
