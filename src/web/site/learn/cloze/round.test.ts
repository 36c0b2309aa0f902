import { describe, expect, it } from "vitest";
import { answered, givenUp, isLineClosed, nextLine, type RoundState, scoreOf, startOf } from "./round.ts";

const items = [{ line: 2 }, { line: 2 }, { line: 5 }];
const right = (state: RoundState) => answered(state, "right", "a", true);

describe("a round", () => {
  it("begins at the line of its first item, and goes on by lines", () => {
    const start = startOf(items);
    expect(start).toEqual({ line: 2, outcomes: [], tries: 0 });
    const half = right(start);
    expect([isLineClosed(items, start), isLineClosed(items, half)]).toEqual([false, false]);
    const closed = right(half);
    expect(isLineClosed(items, closed)).toBe(true);
    const next = nextLine(items, closed);
    expect([next.line, isLineClosed(items, next)]).toEqual([5, false]);
  });

  it("is over with its last item", () => {
    const end = [1, 2, 3].reduce((state) => nextLine(items, right(state)), startOf(items));
    expect(isLineClosed(items, end)).toBe(true);
    expect(nextLine(items, end)).toBe(end);
  });

  it.each([
    ["right at once", ["right"], true, 2],
    ["right but for marks", ["marks"], true, 2],
    ["nearly right", ["near"], true, 1],
    ["right after a wrong try", ["wrong", "right"], true, 1],
    ["right but for marks after two wrong tries", ["wrong", "wrong", "marks"], true, 1],
    ["a wrong choice", ["wrong"], false, 0],
  ] as const)("gives for %s", (_fact, verdicts, mayRetry, points) => {
    const state = verdicts.reduce<RoundState>(
      (before, verdict) => answered(before, verdict, verdict, mayRetry),
      startOf(items),
    );
    expect(state.outcomes).toEqual([{ verdict: verdicts.at(-1), points, given: verdicts.at(-1) }]);
    expect(state.tries).toBe(0);
  });

  it("gives nothing for what is given up", () => {
    const state = givenUp(answered(startOf(items), "wrong", "x", true));
    expect(state).toEqual({ line: 2, outcomes: [{ verdict: "skipped", points: 0, given: "" }], tries: 0 });
  });

  it("is worth 0 to 100", () => {
    const of = (...points: (0 | 1 | 2)[]) =>
      scoreOf(points.map((each) => ({ verdict: "right", points: each, given: "" })));
    expect([of(2, 2), of(0, 0), of(2, 1), of(2, 2, 0), of()]).toEqual([100, 0, 75, 67, 0]);
  });
});
