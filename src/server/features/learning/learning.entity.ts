/** The tables of users who learn with songs. */
import type { Entities } from "#server/platform/db/entity.ts";

export const learningEntities = {
  learn_scores: { key: ["user_id", "song_id", "exercise", "level"], references: ["users", "songs"] },
  learn_days: { key: ["user_id", "day"], references: ["users"] },
  learn_rounds: { key: ["user_id", "id"], references: ["users"] },
} as const satisfies Entities<"learn_scores" | "learn_days" | "learn_rounds">;
