/** The tables of learners' notebooks. */
import type { Entities } from "#server/platform/db/entity.ts";

export const notebookEntities = {
  words: { key: ["id"], references: ["users"] },
  word_lines: { key: ["id"], references: ["words"] },
  word_reviews: { key: ["id"], references: ["users", "words"] },
  notebooks: { key: ["user_id"], references: ["users"] },
} as const satisfies Entities<"words" | "word_lines" | "word_reviews" | "notebooks">;
