/** The tables of users who learn with songs. */
import type { Exercise, Level } from "#contract/learn/rounds.ts";
import type { Entities } from "#server/platform/db/entity.ts";

/** The best of a user in an exercise with a song, at one level. */
interface LearnScoreTable {
  user_id: number;
  song_id: number;
  exercise: Exercise;
  level: Level;
  best_score: number;
  rounds: number;
  last_at: string;
}

/** A day in Vietnam on which a user learned. */
interface LearnDayTable {
  user_id: number;
  day: string;
  rounds: number;
}

/** A round that has been counted, under the id that its browser gave it. */
interface LearnRoundTable {
  user_id: number;
  id: string;
  finished_at: string;
}

export interface LearningTables {
  learn_scores: LearnScoreTable;
  learn_days: LearnDayTable;
  learn_rounds: LearnRoundTable;
}

export const learningEntities = {
  learn_scores: { key: ["user_id", "song_id", "exercise", "level"], references: ["users", "songs"] },
  learn_days: { key: ["user_id", "day"], references: ["users"] },
  learn_rounds: { key: ["user_id", "id"], references: ["users"] },
} as const satisfies Entities<keyof LearningTables>;
