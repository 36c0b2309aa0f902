/**
 * Reviews: what is due, and the answers to it. An answer has an id of the browser and counts once; those that come late or out of order are
 * replayed with all others of their word (docs/rooms/learning.md#the-notebook).
 */
import { ApiError } from "#contract/errors.ts";
import type { DueCounts, ReviewCard, ReviewQueue, ReviewsBody, ReviewsReply } from "#contract/notebook.ts";
import { maxReviews, maxWordReviews } from "#contract/notebook-rules.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { UserCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { notebookRepository, type WordRow } from "./notebook.repository.ts";
import { type ReviewRow, reviewsRepository } from "./reviews.repository.ts";
import { replay } from "./schedule.ts";
import { presentCard } from "./word-views.ts";
import { dayOf, dueCounts, newWordsLeft, notebookLock, noWord } from "./words.service.ts";

type Outcome = ReviewsReply["results"][number]["outcome"];

export interface ReviewsDeps {
  database: Pick<Database, "db" | "commit">;
  /** Returns milliseconds. */
  now?: () => number;
}

export type Reviews = ReturnType<typeof createReviews>;

export function createReviews({ database: { db, commit }, now = () => Date.now() }: ReviewsDeps) {
  async function cardsOf(from: Db, caller: UserCaller, rows: readonly WordRow[], at: number): Promise<ReviewCard[]> {
    const lines = await notebookRepository(from).linesOf(rows.map(({ id }) => id));
    const time = new Date(at).toISOString();
    return rows.map((row) => presentCard(caller, row, lines.get(row.id), time));
  }

  /** Makes the schedule of a word anew from its answers. */
  function reschedule(tx: Tx, row: WordRow, reviews: readonly ReviewRow[]): Promise<WordRow> {
    const answers = reviews.filter(({ undone_at }) => undone_at === null);
    const first_review = answers[0]?.reviewed_at ?? null;
    return notebookRepository(tx).update(row.id, { ...replay(row.created_at, answers), first_review });
  }

  return {
    /** Returns due words: those being learned, learned ones until the end of the day in Vietnam, and as many new ones as today lets in. */
    async queue(caller: UserCaller, { limit, with_new }: { limit: number; with_new: boolean }): Promise<ReviewQueue> {
      const at = now();
      const time = new Date(at).toISOString();
      const repository = notebookRepository(db);
      const rows = await repository.learning(caller.id, time, limit);
      if (rows.length < limit) rows.push(...(await repository.review(caller.id, dayOf(at).end, limit - rows.length)));
      if (with_new && rows.length < limit) {
        const left = Math.min(limit - rows.length, await newWordsLeft(db, caller.id, at));
        if (left > 0) rows.push(...(await repository.fresh(caller.id, left)));
      }
      return { now: time, cards: await cardsOf(db, caller, rows, at), counts: await dueCounts(db, caller.id, at) };
    },

    send: (caller: UserCaller, { reviews }: ReviewsBody): Promise<ReviewsReply> =>
      commit(notebookLock(caller.id), async (tx) => {
        const at = now();
        const [notebook, log] = [notebookRepository(tx), reviewsRepository(tx)];
        const ids = [...new Set(reviews.map(({ word_id }) => word_id))];
        const words = new Map((await notebook.findAll(caller.id, ids)).map((row) => [row.id, row]));
        const known = await log.known(
          caller.id,
          reviews.map(({ id }) => id),
        );
        const kept = await log.answersOf([...words.keys()]);
        const room = new Map([...words.keys()].map((id) => [id, maxWordReviews - (kept.get(id)?.length ?? 0)]));
        let total = await notebook.addAnswers(caller.id, 0);
        const touched = new Set<number>();
        const results: { id: string; outcome: Outcome }[] = [];
        for await (const { id, word_id, rating, reviewed_at } of inTurns(reviews)) {
          const word = words.get(word_id);
          const left = Math.min(room.get(word_id) ?? 0, maxReviews - total);
          const outcome = known.has(id) ? "known" : !word ? "gone" : left <= 0 ? "full" : "accepted";
          results.push({ id, outcome });
          if (outcome !== "accepted" || !word) continue;
          known.add(id);
          room.set(word_id, (room.get(word_id) ?? 0) - 1);
          total += 1;
          touched.add(word_id);
          const given = Math.min(Math.max(Date.parse(reviewed_at), Date.parse(word.created_at)), at);
          const time = new Date(given).toISOString();
          await log.insert({ user_id: caller.id, word_id, client_id: id, rating, reviewed_at: time });
        }
        await notebook.addAnswers(caller.id, results.filter(({ outcome }) => outcome === "accepted").length);
        const answers = await log.answersOf([...touched]);
        for await (const id of inTurns(touched)) {
          const word = words.get(id);
          if (word) words.set(id, await reschedule(tx, word, answers.get(id) ?? []));
        }
        const present = [...words.values()].filter(({ removed_at }) => removed_at === null);
        return {
          results,
          cards: await cardsOf(tx, caller, present, at),
          counts: await dueCounts(tx, caller.id, at),
        };
      }),

    /** Takes an answer back; the word is as if it had not been given. @throws ApiError `not_found` */
    undo: (caller: UserCaller, clientId: string): Promise<{ card: ReviewCard; counts: DueCounts }> =>
      commit(notebookLock(caller.id), async (tx) => {
        const at = now();
        const log = reviewsRepository(tx);
        const review = await findOrThrow(log.find(caller.id, clientId), "Không tìm thấy câu trả lời này");
        const word = await findOrThrow(notebookRepository(tx).find(caller.id, review.word_id), noWord);
        if (review.undone_at === null) await log.undo(review.id, new Date(at).toISOString());
        const changed = await reschedule(tx, word, (await log.answersOf([word.id])).get(word.id) ?? []);
        const [card] = await cardsOf(tx, caller, [changed], at);
        if (!card) throw new ApiError("not_found", noWord);
        return { card, counts: await dueCounts(tx, caller.id, at) };
      }),
  };
}
