/** The notebooks of learners: their words, what is due, and what an account takes along (docs/decisions/0120-notebook.md). */
import type { PersonalData } from "#server/features/accounts/users/users.service.ts";
import { notebookRepository } from "./notebook.repository.ts";
import { createReviews } from "./reviews.service.ts";
import { createWords, type WordsDeps } from "./words.service.ts";

export type Notebook = ReturnType<typeof createNotebook>;

export function createNotebook(deps: WordsDeps) {
  const { db } = deps.database;
  const personalData: readonly PersonalData[] = [
    {
      name: "notebook",
      read: (userId) => notebookRepository(db).everythingOf(userId),
      // All of it goes with the user's row.
      remove: async () => {},
    },
  ];
  return { words: createWords(deps), reviews: createReviews(deps), personalData };
}
