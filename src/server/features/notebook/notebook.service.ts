/** The notebooks of learners: their words, what is due, and what an account takes along (docs/rooms/learning.md#the-notebook). */
import type { PersonalData } from "#server/features/accounts/users/users.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { notebookRepository } from "./notebook.repository.ts";
import { createReviews } from "./reviews.service.ts";
import { createWordFiles } from "./word-files.service.ts";
import { createWords, type WordsDeps } from "./words.service.ts";

export { moveClips } from "./words.service.ts";

/** Milliseconds in which the deletion of a word can be undone; at most a day more, until what is removed is erased. */
const undoMs = 24 * 3600_000;
const erasedAtOnce = 500;

export type Notebook = ReturnType<typeof createNotebook>;

export function createNotebook(deps: WordsDeps) {
  const { db, commit } = deps.database;
  const personalData: readonly PersonalData[] = [
    {
      name: "notebook",
      read: (userId) => notebookRepository(db).everythingOf(userId),
      // All of it goes with the user's row.
      remove: async () => {},
    },
  ];
  return {
    words: createWords(deps),
    reviews: createReviews(deps),
    files: createWordFiles(deps),
    personalData,

    /** Erases words whose deletion can't be undone any more. @param now milliseconds */
    async eraseRemoved(now = Date.now()): Promise<void> {
      const before = new Date(now - undoMs).toISOString();
      const eraseSome = () => commit((tx) => notebookRepository(tx).eraseRemoved(before, erasedAtOnce));
      while ((await eraseSome()) === erasedAtOnce);
    },
  };
}

/** Keeps the id of a song that words name from being given to another one after a restored backup. */
export async function keepSongIds(tx: Tx, dialect: Database["dialect"]): Promise<void> {
  await dialect.restartIds(tx, "songs", await notebookRepository(tx).highestSong());
}
