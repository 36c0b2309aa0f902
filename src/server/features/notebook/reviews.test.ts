import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import type { DueCounts, NotebookWord, ReviewCard, ReviewQueue, ReviewsReply } from "#contract/notebook.ts";
import { maxReviews, maxWordReviews, type Rating } from "#contract/notebook-rules.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { stopClock } from "#test/clock.ts";
import { makeSession, makeUser, makeWord, userToken } from "#test/factories.ts";

const path = "/api/user/word-reviews";
/** 07:00 in Vietnam. */
const start = "2026-01-01T00:00:00.000Z";
const [minute, hour] = [60_000, 3600_000];
const day = 24 * hour;
const after = (ms: number, from = start) => new Date(Date.parse(from) + ms).toISOString();

/** A learner whose session does not end, at 07:00 on the first day of the year. */
async function learner(app: TestApp) {
  stopClock(Date.parse(start));
  const user = await makeUser(app);
  const token = await makeSession(app, "user", user.id, 400 * day);
  const word = (values: Parameters<typeof makeWord>[1] = {}) =>
    makeWord(app, { user_id: user.id, created_at: start, ...values });
  return { user, token, word };
}

interface Sent {
  id?: string;
  word_id: number;
  rating?: Rating;
  reviewed_at?: string;
}
const review = ({ id = randomUUID(), rating = "good", ...rest }: Sent) => ({
  id,
  rating,
  reviewed_at: new Date().toISOString(),
  ...rest,
});
const post = (app: TestApp, token: string, reviews: readonly Sent[]) =>
  app.send(`POST ${path}`, { token, json: { reviews: reviews.map(review) } });
async function send(app: TestApp, token: string, ...reviews: Sent[]): Promise<ReviewsReply> {
  const answer = await post(app, token, reviews);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const outcomesOf = ({ results }: ReviewsReply) => results.map(({ outcome }) => outcome);
const queue = async (app: TestApp, token: string, query: Record<string, string> = {}): Promise<ReviewQueue> =>
  (await app.send(`GET ${path}`, { token, query })).json();
const texts = ({ cards }: ReviewQueue) => cards.map(({ word }) => word.text);
const due = async (app: TestApp, token: string): Promise<DueCounts> =>
  (await app.send(`GET ${path}/due`, { token })).json();
const undo = (app: TestApp, token: string, id: string) => app.send(`DELETE ${path}/${id}`, { token });

/** The reference sequence, each answer given when the word is due. */
const reference = (word_id: number): (Sent & { id: string })[] =>
  (
    [
      ["good", "2026-01-01T00:00:00.000Z"],
      ["good", "2026-01-01T00:10:00.000Z"],
      ["good", "2026-01-03T00:10:00.000Z"],
      ["again", "2026-01-14T00:10:00.000Z"],
      ["good", "2026-01-14T00:20:00.000Z"],
    ] as const
  ).map(([rating, reviewed_at]) => ({ id: randomUUID(), word_id, rating, reviewed_at }));

function expectReference(word: NotebookWord | undefined): void {
  expect(word).toMatchObject({ state: "review", due: "2026-01-16T00:20:00.000Z", reps: 5, lapses: 1 });
  expect(word?.stability).toBeCloseTo(1.5718, 4);
}

onBothEngines((engine) => {
  describe("answers", () => {
    test("give the dates of the reference sequence", async () => {
      const app = await testApp(engine);
      const { token, word } = await learner(app);
      const { id } = await word();
      for (const one of reference(id)) {
        vi.setSystemTime(Date.parse(one.reviewed_at ?? ""));
        const before = (await queue(app, token)).cards[0];
        expect(before?.word.id).toBe(id);
        const { cards, results } = await send(app, token, one);
        expect(results).toEqual([{ id: one.id, outcome: "accepted" }]);
        // The button has promised what came.
        const promised = before?.next[one.rating ?? "good"];
        expect(cards[0]?.word).toMatchObject({ due: promised?.due, state: promised?.state });
      }
      expectReference((await app.send(`GET /api/user/words/${id}`, { token })).json());
    });

    test("that come late, twice and out of order give the same dates", async () => {
      const app = await testApp(engine);
      const { token, word } = await learner(app);
      const { id } = await word();
      const answers = reference(id);
      vi.setSystemTime(Date.parse("2026-01-15T00:00:00.000Z"));
      const [a, b, c, d, e] = answers as [Sent, Sent, Sent, Sent, Sent];
      expect(outcomesOf(await send(app, token, d, a))).toEqual(["accepted", "accepted"]);
      expect(outcomesOf(await send(app, token, d, e, b, b))).toEqual(["known", "accepted", "accepted", "known"]);
      const last = await send(app, token, c, a);
      expect(outcomesOf(last)).toEqual(["accepted", "known"]);
      expectReference(last.cards[0]?.word);
      const again = await send(app, token, ...answers);
      expect(outcomesOf(again)).toEqual(["known", "known", "known", "known", "known"]);
      expectReference(again.cards[0]?.word);
    });

    test("of two devices at once count once each", async () => {
      const app = await testApp(engine);
      const { token, word } = await learner(app);
      const { id } = await word();
      const answers = reference(id);
      vi.setSystemTime(Date.parse("2026-01-15T00:00:00.000Z"));
      const devices = [answers.slice(0, 3), answers.slice(2), answers, answers.toReversed()];
      const replies = await Promise.all(devices.map((reviews) => send(app, token, ...reviews)));
      const accepted = replies.flatMap(outcomesOf).filter((outcome) => outcome === "accepted");
      expect(accepted).toHaveLength(5);
      expectReference((await app.send(`GET /api/user/words/${id}`, { token })).json());
    });

    test("are taken back by their ids, once and for all", async () => {
      const app = await testApp(engine);
      const { token, word } = await learner(app);
      const { id } = await word();
      const [first, second] = [randomUUID(), randomUUID()];
      await send(app, token, { id: first, word_id: id });
      const learned = (await queue(app, token)).cards;
      vi.setSystemTime(Date.parse(after(10 * minute)));
      await send(app, token, { id: second, word_id: id, rating: "again" });
      const undone = await undo(app, token, second.toUpperCase());
      expect(undone.json<{ card: ReviewCard }>().card.word).toMatchObject({
        state: "learning",
        due: after(10 * minute),
        reps: 1,
      });
      expect((await undo(app, token, second)).json()).toEqual(undone.json());
      expect(outcomesOf(await send(app, token, { id: second, word_id: id, rating: "again" }))).toEqual(["known"]);
      expect((await undo(app, token, first)).json()).toMatchObject({
        card: { word: { state: "new", due: start, reps: 0, last_review: null } },
        counts: { new: 1, learning: 0, now: 1 },
      });
      expect(learned).toEqual([]);
      expect((await undo(app, token, randomUUID())).statusCode).toBe(404);
      expect((await undo(app, await userToken(app), first)).statusCode).toBe(404);
    });

    test("to words of others, and to erased ones, are told to be gone; a deleted one takes them along when it comes back", async () => {
      const app = await testApp(engine);
      const { token, word } = await learner(app);
      const [mine, other] = [await word(), await makeWord(app)];
      await app.send(`DELETE /api/user/words/${mine.id}`, { token });
      const reply = await send(app, token, { word_id: other.id }, { word_id: 4242 }, { word_id: mine.id });
      expect(outcomesOf(reply)).toEqual(["gone", "gone", "accepted"]);
      expect(reply.cards).toEqual([]);
      const restored = await app.send(`POST /api/user/words/${mine.id}/restore`, { token });
      expect(restored.json()).toMatchObject({ state: "learning", reps: 1 });
      expect(await app.db.selectFrom("words").select("reps").where("id", "=", other.id).execute()).toEqual([
        { reps: 0 },
      ]);
    });
  });

  describe("the queue of a day", () => {
    test("has what is being learned and due, then what is due today in Vietnam, then new words up to the chosen number", async () => {
      const app = await testApp(engine);
      const { token, word } = await learner(app);
      await app.send("PUT /api/user/notebook", { token, json: { new_words_per_day: 2 } });
      const learned = {
        reps: 3,
        stability: 3,
        difficulty: 5,
        last_review: after(-3 * day),
        first_review: after(-9 * day),
      };
      await word({ text: "mới 1" });
      await word({ text: "mới 2" });
      await word({ text: "mới 3" });
      // The day in Vietnam ends at 17:00 in UTC.
      await word({ ...learned, text: "tối nay", state: "review", due: "2026-01-01T16:59:59.999Z" });
      await word({ ...learned, text: "mai", state: "review", due: "2026-01-01T17:00:00.000Z" });
      await word({ ...learned, text: "hôm qua", state: "review", due: after(-day) });
      await word({ ...learned, text: "đang học", state: "learning", due: start });
      await word({ ...learned, text: "lát nữa", state: "relearning", due: after(minute) });
      await word({ text: "đã xóa", removed_at: start });

      const first = await queue(app, token);
      expect(texts(first)).toEqual(["đang học", "hôm qua", "tối nay", "mới 1", "mới 2"]);
      const counts = { words: 8, learning: 1, review: 2, new: 2, later: 1, tomorrow: 1, now: 5 };
      expect(first.counts).toEqual(counts);
      expect(first.now).toBe(start);
      expect(await due(app, token)).toEqual(counts);
      expect(texts(await queue(app, token, { limit: "2" }))).toEqual(["đang học", "hôm qua"]);
      expect(texts(await queue(app, token, { with_new: "false" }))).toEqual(["đang học", "hôm qua", "tối nay"]);

      const begun = first.cards.filter(({ word }) => word.state === "new").map(({ word }) => ({ word_id: word.id }));
      const { counts: later } = await send(app, token, ...begun);
      expect(later).toMatchObject({ new: 0, later: 3 });
      expect(texts(await queue(app, token))).toEqual(["đang học", "hôm qua", "tối nay"]);
      vi.setSystemTime(Date.parse("2026-01-01T17:00:00.000Z"));
      expect(texts(await queue(app, token)).slice(-1)).toEqual(["mới 3"]);
    });

    test("shows lines that can be heard", async () => {
      const app = await testApp(engine);
      const { token, word } = await learner(app);
      const { id: word_id } = await word();
      await app.db.insertInto("word_lines").values({ word_id, text: "Câu", song_title: "Bài", start_ms: 5 }).execute();
      expect((await queue(app, token)).cards[0]?.word.lines).toMatchObject([
        { text: "Câu", song_id: null, song_title: "Bài", can_play: false },
      ]);
    });
  });
});

onOneEngine((engine) => {
  describe("answers", () => {
    test("of a clock that is wrong count as now, or as the moment of saving", async () => {
      const app = await testApp(engine);
      const { token, word } = await learner(app);
      const [ahead, behind] = [await word(), await word()];
      const { cards } = await send(
        app,
        token,
        { word_id: ahead.id, reviewed_at: "2099-01-01T00:00:00+07:00" },
        { word_id: behind.id, reviewed_at: "1970-01-01T00:00:00Z" },
      );
      expect(cards.map(({ word }) => [word.last_review, word.due])).toEqual([
        [start, after(10 * minute)],
        [start, after(10 * minute)],
      ]);
    });

    test("mark a word that was forgotten eight times", async () => {
      const app = await testApp(engine);
      const { token, word } = await learner(app);
      const { id } = await word();
      vi.setSystemTime(Date.parse(after(300 * day)));
      const days = Array.from({ length: 9 }, (_, n) => n + 1);
      const forgotten = days.flatMap((n): Sent[] => [
        { word_id: id, rating: "easy", reviewed_at: after(20 * n * day) },
        { word_id: id, rating: "again", reviewed_at: after((20 * n + 10) * day) },
      ]);
      const before = await send(app, token, ...forgotten.slice(0, 15));
      expect(before.cards[0]?.word).toMatchObject({ lapses: 7, is_leech: false });
      const reply = await send(app, token, ...forgotten.slice(15));
      expect(reply.cards[0]?.word.is_leech).toBe(true);
    });
  });

  describe("the queue of a day", () => {
    test("is empty without words", async () => {
      const app = await testApp(engine);
      const { token } = await learner(app);
      const counts = { words: 0, learning: 0, review: 0, new: 0, later: 0, tomorrow: 0, now: 0 };
      expect(await queue(app, token)).toEqual({ now: start, cards: [], counts });
    });
  });

  test("an answer that is taken back leaves its place among the new words of the day", async () => {
    const app = await testApp(engine);
    const { token, word } = await learner(app);
    await app.send("PUT /api/user/notebook", { token, json: { new_words_per_day: 1 } });
    const [{ id: word_id }] = [await word(), await word()];
    const id = randomUUID();
    expect((await send(app, token, { id, word_id })).counts).toMatchObject({ new: 0 });
    expect((await undo(app, token, id)).json()).toMatchObject({ counts: { new: 1 } });
  });

  test("a word keeps a bounded number of answers", async () => {
    const app = await testApp(engine);
    const { user, token, word } = await learner(app);
    const { id: word_id } = await word();
    const rows = Array.from({ length: maxWordReviews - 1 }, (_, n) => ({
      user_id: user.id,
      word_id,
      client_id: `${n}`,
      rating: "good" as const,
      reviewed_at: after(n * minute),
    }));
    await app.db.insertInto("word_reviews").values(rows).execute();
    vi.setSystemTime(Date.parse(after(day)));
    expect(outcomesOf(await send(app, token, { word_id }, { word_id }))).toEqual(["accepted", "full"]);
    expect(outcomesOf(await send(app, token, { word_id }))).toEqual(["full"]);
  });

  test("an account keeps a bounded number of answers", async () => {
    const app = await testApp(engine);
    const { user, token, word } = await learner(app);
    const { id: word_id } = await word();
    await send(app, token, { word_id });
    const notebook = app.db.selectFrom("notebooks").selectAll().where("user_id", "=", user.id);
    expect(await notebook.execute()).toEqual([{ user_id: user.id, new_words_per_day: 10, answers: 1 }]);
    await app.db
      .updateTable("notebooks")
      .set({ answers: maxReviews - 1 })
      .execute();
    expect(outcomesOf(await send(app, token, { word_id }, { word_id }))).toEqual(["accepted", "full"]);
  });

  test.each([
    [[]],
    [[{ id: "x", word_id: 1 }]],
    [[{ word_id: 0 }]],
    [[{ word_id: 1, rating: "perfect" }]],
    [[{ word_id: 1, reviewed_at: "yesterday" }]],
    [[{ word_id: 1, reviewed_at: "2026-13-01T00:00:00Z" }]],
    [Array.from({ length: 201 }, () => ({ word_id: 1 }))],
  ])("refuses %.60j", async (reviews) => {
    const app = await testApp(engine);
    expect((await post(app, await userToken(app), reviews as Sent[])).statusCode).toBe(422);
  });
});
