/** The tables of learners' notebooks. */
import type { Generated } from "kysely";
import type { Entities } from "#server/platform/db/entity.ts";

interface WordTable {
  id: Generated<number>;
  user_id: number;
  /** UUID that the browser made; with the user it is unique. */
  client_id: string;
  /** First part of BCP 47; `und` for an unknown one. */
  language: string;
  text: string;
  /** The text in lower case; with user and language it is unique. */
  text_key: string;
  reading: string | null;
  meaning: string | null;
  note: string | null;
  /** Folded texts of the word, its own first. */
  search_text: string;
  state: Generated<"new" | "learning" | "review" | "relearning">;
  due: string;
  stability: Generated<number>;
  difficulty: Generated<number>;
  scheduled_days: Generated<number>;
  learning_steps: Generated<number>;
  reps: Generated<number>;
  lapses: Generated<number>;
  /** When it was answered first; null for a new one. */
  first_review: string | null;
  last_review: string | null;
  created_at: string;
  /** Set while a deletion can be undone. */
  removed_at: string | null;
}

/** A line that a word was met in, as it was when the word was saved; its times follow the song's. */
interface WordLineTable {
  id: Generated<number>;
  word_id: number;
  /** Of a song that may be in the bin or gone; null for a line without one. */
  song_id: number | null;
  song_title: string | null;
  text: string;
  reading: string | null;
  translation: string | null;
  start_ms: number | null;
  end_ms: number | null;
}

/** An answer of a learner to a word. */
interface WordReviewTable {
  id: Generated<number>;
  user_id: number;
  word_id: number;
  /** UUID that the browser made; with the user it is unique. */
  client_id: string;
  rating: "again" | "hard" | "good" | "easy";
  reviewed_at: string;
  /** An answer that was taken back stays, so that it does not count when it is sent again. */
  undone_at: string | null;
}

/** A learner's settings; none before the first answer or change. */
interface NotebookTable {
  user_id: number;
  new_words_per_day: Generated<number>;
  /** Answers that were accepted, also undone ones and those of erased words. */
  answers: Generated<number>;
}

export interface NotebookTables {
  words: WordTable;
  word_lines: WordLineTable;
  word_reviews: WordReviewTable;
  notebooks: NotebookTable;
}

export const notebookEntities = {
  words: { key: ["id"], references: ["users"] },
  word_lines: { key: ["id"], references: ["words"] },
  word_reviews: { key: ["id"], references: ["users", "words"] },
  notebooks: { key: ["user_id"], references: ["users"] },
} as const satisfies Entities<keyof NotebookTables>;
