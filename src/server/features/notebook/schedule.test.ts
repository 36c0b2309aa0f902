import { describe, expect, test } from "vitest";
import type { Rating } from "#contract/notebook-rules.ts";
import { outcomes, replay, type Schedule } from "./schedule.ts";

const start = "2026-01-01T00:00:00.000Z";

/** Answers a new word when it is due, each time. */
function answered(...ratings: Rating[]): Schedule[] {
  const answers: { rating: Rating; reviewed_at: string }[] = [];
  let at = start;
  return ratings.map((rating) => {
    answers.push({ rating, reviewed_at: at });
    const schedule = replay(start, answers);
    at = schedule.due;
    return schedule;
  });
}

describe("the schedule of a word", () => {
  test("is that of the reference sequence", () => {
    const steps = answered("good", "good", "good", "again", "good").map(({ state, due, lapses }) => [
      state,
      due,
      lapses,
    ]);
    expect(steps).toEqual([
      ["learning", "2026-01-01T00:10:00.000Z", 0],
      ["review", "2026-01-03T00:10:00.000Z", 0],
      ["review", "2026-01-14T00:10:00.000Z", 0],
      ["relearning", "2026-01-14T00:20:00.000Z", 1],
      ["review", "2026-01-16T00:20:00.000Z", 1],
    ]);
    const last = answered("good", "good", "good", "again", "good").at(-1);
    expect(last?.stability).toBeCloseTo(1.5718, 4);
    expect(last).toMatchObject({ reps: 5, last_review: "2026-01-14T00:20:00.000Z" });
  });

  test("is new without answers", () => {
    expect(replay(start, [])).toMatchObject({ state: "new", due: start, reps: 0, stability: 0, last_review: null });
  });

  test.each<Rating[][]>([
    [[]],
    [["good"]],
    [["good", "good"]],
    [["good", "good", "again"]],
    [["easy", "hard"]],
  ])("foretells what each answer leads to after %j", (given) => {
    const before = answered(...given).at(-1) ?? replay(start, []);
    const next = outcomes(before, before.due);
    for (const rating of ["again", "hard", "good", "easy"] as const) {
      const after = answered(...given, rating).at(-1);
      expect(next[rating]).toEqual({ state: after?.state, due: after?.due, days: after?.scheduled_days });
    }
  });

  test("counts days as Vietnam does", () => {
    // 06:00 and 08:00 of one day in Vietnam, which are two days in UTC.
    const first = { rating: "good", reviewed_at: "2026-01-04T23:00:00.000Z" } as const;
    const sameDay = replay(start, [first, { rating: "good", reviewed_at: "2026-01-05T01:00:00.000Z" }]);
    const alsoSameDay = replay(start, [first, { rating: "good", reviewed_at: "2026-01-04T23:30:00.000Z" }]);
    expect(sameDay.stability).toBe(alsoSameDay.stability);
    const nextDay = replay(start, [first, { rating: "good", reviewed_at: "2026-01-05T18:00:00.000Z" }]);
    expect(nextDay.stability).not.toBe(sameDay.stability);
  });
});
