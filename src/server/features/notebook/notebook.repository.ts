/** All SQL of learners' words and of the lines that they were met in. Every query is of one user. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { fold } from "#contract/fold.ts";
import type { WordListQuery, WordTab } from "#contract/notebook.ts";
import { leechLapses } from "#contract/notebook-rules.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { caseless } from "#server/platform/text.ts";

export type WordRow = Selectable<Tables["words"]>;
export type NewWord = Insertable<Tables["words"]>;
export type NewLine = Insertable<Tables["word_lines"]>;
/** A line of a word, and what of its song is on the site; null where it is not. */
export type LineRow = Selectable<Tables["word_lines"]> & { title: string | null; is_premium: boolean | null };
export type WordTexts = Pick<WordRow, "text" | "reading" | "meaning" | "note">;

type Filter = Pick<WordListQuery, "search" | "language" | "tab" | "text" | "song_id">;

/** Returns the text in which a word is found; its own part comes first, so that it sorts by it. */
export function wordSearchText({ text, reading, meaning, note }: WordTexts): string {
  return fold([text, reading, meaning, note].filter((part) => part !== null).join(" · "));
}

/** Returns the key of a word: marks tell words apart, case does not. */
export const wordKey = (text: string): string => caseless(text);

export function notebookRepository(db: Db) {
  const ofUser = (userId: number) =>
    db.selectFrom("words").where("words.user_id", "=", userId).where("words.removed_at", "is", null);
  const count = async (query: ReturnType<typeof ofUser>): Promise<number> =>
    (await query.select((s) => s.fn.countAll<number>().as("n")).executeTakeFirstOrThrow()).n;

  function ofTab(query: ReturnType<typeof ofUser>, tab: WordTab, endOfDay: string) {
    switch (tab) {
      case "new":
        return query.where("state", "=", "new");
      case "learning":
        return query.where("state", "in", ["learning", "relearning"]);
      case "leech":
        return query.where("lapses", ">=", leechLapses);
      case "due":
        return query.where("state", "in", ["learning", "relearning", "review"]).where("due", "<", endOfDay);
    }
  }

  function matching(userId: number, { search, language, tab, text, song_id }: Filter, endOfDay: string) {
    let query = ofUser(userId);
    if (language !== undefined) query = query.where("language", "=", language);
    if (text !== undefined) query = query.where("text_key", "=", wordKey(text));
    if (tab !== undefined) query = ofTab(query, tab, endOfDay);
    if (song_id !== undefined) {
      // Line by line: all learners of a popular song have more of them than one has words.
      query = query.where((where) =>
        where.exists(
          where
            .selectFrom("word_lines")
            .select("word_lines.word_id")
            .whereRef("word_lines.word_id", "=", "words.id")
            .where("word_lines.song_id", "=", song_id),
        ),
      );
    }
    const folded = search === undefined ? "" : fold(search);
    if (folded !== "") {
      const pattern = `%${folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
      query = query.where(sql<boolean>`search_text like ${pattern} escape '\\'`);
    }
    return query;
  }

  return {
    /** Returns a page of a list, and the number of all its words. @param endOfDay ISO */
    async list(userId: number, query: WordListQuery, endOfDay: string): Promise<{ rows: WordRow[]; total: number }> {
      const { sort_by, sort_order, skip, limit } = query;
      const order = sort_order ?? (sort_by === "created_at" ? "desc" : "asc");
      const rows = await matching(userId, query, endOfDay)
        .selectAll("words")
        .orderBy(sort_by === "text" ? "search_text" : sort_by, order)
        .orderBy("words.id", order)
        .limit(limit)
        .offset(skip)
        .execute();
      if (rows.length < limit && (rows.length > 0 || skip === 0)) return { rows, total: skip + rows.length };
      return { rows, total: await count(matching(userId, query, endOfDay)) };
    },

    count: (userId: number): Promise<number> => count(ofUser(userId)),

    countTab: (userId: number, tab: WordTab, endOfDay: string): Promise<number> =>
      count(ofTab(ofUser(userId), tab, endOfDay)),

    /** Counts the words by language, most words first. */
    languages: (userId: number): Promise<{ language: string; words: number }[]> =>
      ofUser(userId)
        .select((s) => ["language", s.fn.countAll<number>().as("words")])
        .groupBy("language")
        .orderBy("words", "desc")
        .orderBy("language")
        .execute(),

    /** Counts words being learned that are due up to a time. */
    countLearning: (userId: number, until: string): Promise<number> =>
      count(ofUser(userId).where("state", "in", ["learning", "relearning"]).where("due", "<=", until)),

    countReview: (userId: number, before: string): Promise<number> =>
      count(ofUser(userId).where("state", "=", "review").where("due", "<", before)),

    /** Counts new words, at most `limit`. */
    async countNew(userId: number, limit: number): Promise<number> {
      const rows = await ofUser(userId).where("state", "=", "new").select("words.id").limit(limit).execute();
      return rows.length;
    },

    /** Counts the words that were answered first at a time or after it, also those that are removed. */
    async countBegun(userId: number, since: string): Promise<number> {
      const { n } = await db
        .selectFrom("words")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("user_id", "=", userId)
        .where("first_review", ">=", since)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns words being learned that are due up to a time, the longest due first. */
    learning: (userId: number, until: string, limit: number): Promise<WordRow[]> =>
      ofUser(userId)
        .selectAll("words")
        .where("state", "in", ["learning", "relearning"])
        .where("due", "<=", until)
        .orderBy("due")
        .orderBy("id")
        .limit(limit)
        .execute(),

    review: (userId: number, before: string, limit: number): Promise<WordRow[]> =>
      ofUser(userId)
        .selectAll("words")
        .where("state", "=", "review")
        .where("due", "<", before)
        .orderBy("due")
        .orderBy("id")
        .limit(limit)
        .execute(),

    /** Returns new words, the first saved first. */
    fresh: (userId: number, limit: number): Promise<WordRow[]> =>
      ofUser(userId).selectAll("words").where("state", "=", "new").orderBy("due").orderBy("id").limit(limit).execute(),

    /** Returns words after an id, in the order of their ids. */
    after: (userId: number, id: number, limit: number): Promise<WordRow[]> =>
      ofUser(userId).selectAll("words").where("words.id", ">", id).orderBy("words.id").limit(limit).execute(),

    /** Returns all entries of a user, also removed ones. */
    entries: (userId: number): Promise<WordRow[]> =>
      db.selectFrom("words").selectAll().where("user_id", "=", userId).execute(),

    /** Returns a word of a user, unless it is removed. */
    find: (userId: number, id: number): Promise<WordRow | undefined> =>
      ofUser(userId).selectAll("words").where("words.id", "=", id).executeTakeFirst(),

    /** Returns words of a user, also removed ones. */
    findAll: (userId: number, ids: readonly number[]): Promise<WordRow[]> =>
      db.selectFrom("words").selectAll().where("user_id", "=", userId).where("id", "in", ids).execute(),

    /** Returns the word with a browser's id, also a removed one. */
    findByClientId: (userId: number, clientId: string): Promise<WordRow | undefined> =>
      db
        .selectFrom("words")
        .selectAll()
        .where("user_id", "=", userId)
        .where("client_id", "=", clientId)
        .executeTakeFirst(),

    /** Returns the entry of a word, also a removed one. */
    findByText: (userId: number, language: string, text: string): Promise<WordRow | undefined> =>
      db
        .selectFrom("words")
        .selectAll()
        .where("user_id", "=", userId)
        .where("language", "=", language)
        .where("text_key", "=", wordKey(text))
        .executeTakeFirst(),

    insert: (values: NewWord): Promise<WordRow> =>
      db.insertInto("words").values(values).returningAll().executeTakeFirstOrThrow(),

    /** Inserts words. @returns their ids */
    insertAll: (values: readonly NewWord[]): Promise<Pick<WordRow, "id" | "client_id">[]> =>
      db.insertInto("words").values(values).returning(["id", "client_id"]).execute(),

    update: (id: number, values: Updateable<Tables["words"]>): Promise<WordRow> =>
      db.updateTable("words").set(values).where("id", "=", id).returningAll().executeTakeFirstOrThrow(),

    /** Removes a word for good, with its lines and answers. */
    async purge(id: number): Promise<void> {
      await db.deleteFrom("words").where("id", "=", id).execute();
    },

    /** Removes for good what a user removed first, but the last ones. */
    async purgeRemoved(userId: number, kept: number): Promise<void> {
      const last = db
        .selectFrom("words")
        .select("removed_at")
        .where("user_id", "=", userId)
        .where("removed_at", "is not", null)
        .orderBy("removed_at", "desc")
        .limit(1)
        .offset(kept);
      await db
        .deleteFrom("words")
        .where("user_id", "=", userId)
        .where("removed_at", "is not", null)
        .where("removed_at", "<=", last)
        .execute();
    },

    /** Returns the lines of words, in the order in which they were added. */
    async linesOf(wordIds: readonly number[]): Promise<Map<number, LineRow[]>> {
      if (wordIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("word_lines")
        .leftJoin("songs", (join) => join.onRef("songs.id", "=", "word_lines.song_id").on("songs.is_active", "=", true))
        .selectAll("word_lines")
        .select(["songs.title", "songs.is_premium"])
        .where("word_lines.word_id", "in", wordIds)
        .orderBy("word_lines.word_id")
        .orderBy("word_lines.id")
        .execute();
      return Map.groupBy(rows, ({ word_id }) => word_id);
    },

    async addLines(values: readonly NewLine[]): Promise<void> {
      if (values.length > 0) await db.insertInto("word_lines").values(values).execute();
    },

    async updateLine(id: number, values: Updateable<Tables["word_lines"]>): Promise<void> {
      await db.updateTable("word_lines").set(values).where("id", "=", id).execute();
    },

    /** Returns the different lines of a song that words have, with their times. */
    clipsOf: (songId: number): Promise<Pick<LineRow, "text" | "start_ms" | "end_ms">[]> =>
      db
        .selectFrom("word_lines")
        .select(["text", "start_ms", "end_ms"])
        .distinct()
        .where("song_id", "=", songId)
        .execute(),

    /** Moves a line of a song in all words that have it. */
    async moveClip(
      songId: number,
      { text, start_ms, end_ms }: Pick<LineRow, "text" | "start_ms" | "end_ms">,
      to: Pick<LineRow, "start_ms" | "end_ms">,
    ): Promise<void> {
      await db
        .updateTable("word_lines")
        .set(to)
        .where("song_id", "=", songId)
        .where("text", "=", text)
        .where("start_ms", start_ms === null ? "is" : "=", start_ms)
        .where("end_ms", end_ms === null ? "is" : "=", end_ms)
        .execute();
    },

    /** Returns the highest id of a song that words name. */
    async highestSong(): Promise<number> {
      const { id } = await db
        .selectFrom("word_lines")
        .select((s) => s.fn.max("song_id").as("id"))
        .where("song_id", "is not", null)
        .executeTakeFirstOrThrow();
      return id ?? 0;
    },

    /** Erases words that were removed before a time, at most `limit`. @returns their number */
    async eraseRemoved(before: string, limit: number): Promise<number> {
      const due = db
        .selectFrom("words")
        .select("id")
        .where("removed_at", "is not", null)
        .where("removed_at", "<", before)
        .orderBy("removed_at")
        .limit(limit);
      const erased = await db
        .deleteFrom("words")
        .where("id", "in", due)
        .where("removed_at", "<", before)
        .executeTakeFirst();
      return Number(erased.numDeletedRows);
    },

    /** @returns false when the word has no such line */
    async removeLine(wordId: number, id: number): Promise<boolean> {
      const row = await db
        .deleteFrom("word_lines")
        .where("word_id", "=", wordId)
        .where("id", "=", id)
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns all that is kept of a user, also words whose deletion can be undone. */
    async everythingOf(userId: number): Promise<Record<string, unknown>> {
      const ofWords = (table: "word_lines" | "word_reviews") =>
        db
          .selectFrom(table)
          .innerJoin("words", "words.id", `${table}.word_id`)
          .where("words.user_id", "=", userId)
          .orderBy(`${table}.id`);
      return {
        settings:
          (await db
            .selectFrom("notebooks")
            .select("new_words_per_day")
            .where("user_id", "=", userId)
            .executeTakeFirst()) ?? null,
        words: await db
          .selectFrom("words")
          .select(["id", "language", "text", "reading", "meaning", "note", "state", "due", "reps", "lapses"])
          .select(["stability", "difficulty", "first_review", "last_review", "created_at", "removed_at"])
          .where("user_id", "=", userId)
          .orderBy("id")
          .execute(),
        lines: await ofWords("word_lines")
          .select(["word_id", "song_id", "song_title", "word_lines.text", "word_lines.reading", "translation"])
          .select(["start_ms", "end_ms"])
          .execute(),
        reviews: await ofWords("word_reviews").select(["word_id", "rating", "reviewed_at", "undone_at"]).execute(),
      };
    },

    /** Returns the new words that a user learns each day; undefined for who never chose it. */
    async newWordsPerDay(userId: number): Promise<number | undefined> {
      const row = await db
        .selectFrom("notebooks")
        .select("new_words_per_day")
        .where("user_id", "=", userId)
        .executeTakeFirst();
      return row?.new_words_per_day;
    },

    /** Adds to the number of answers that were accepted of a user. @returns the number */
    async addAnswers(userId: number, more: number): Promise<number> {
      const { answers } = await db
        .insertInto("notebooks")
        .values({ user_id: userId, answers: more })
        .onConflict((c) => c.column("user_id").doUpdateSet({ answers: sql`notebooks.answers + ${more}` }))
        .returning("answers")
        .executeTakeFirstOrThrow();
      return answers;
    },

    async setNewWordsPerDay(userId: number, new_words_per_day: number): Promise<void> {
      await db
        .insertInto("notebooks")
        .values({ user_id: userId, new_words_per_day })
        .onConflict((c) => c.column("user_id").doUpdateSet({ new_words_per_day }))
        .execute();
    },
  };
}
