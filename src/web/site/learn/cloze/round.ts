/** A round of an exercise: items one after the other, each belonging to a line that is heard. */
import type { Verdict } from "#contract/learn/answers.ts";

export interface Outcome {
  /** `skipped`: given up. */
  verdict: Verdict | "skipped";
  /** 2 for right at once, 1 for nearly right or right later, 0 otherwise. */
  points: 0 | 1 | 2;
  /** Empty for one that was given up. */
  given: string;
}

export interface RoundState {
  /** The line that is heard and asked. */
  line: number;
  /** Those of the first items; the next item is asked. */
  outcomes: readonly Outcome[];
  /** Wrong tries at the item. */
  tries: number;
}

interface Item {
  line: number;
}

export function startOf(items: readonly Item[]): RoundState {
  return { line: items[0]?.line ?? 0, outcomes: [], tries: 0 };
}

/** Returns the state after an answer to the item. @param mayRetry whether a wrong one leaves it open */
export function answered(state: RoundState, verdict: Verdict, given: string, mayRetry: boolean): RoundState {
  if (verdict === "wrong" && mayRetry) return { ...state, tries: state.tries + 1 };
  const isRight = verdict === "right" || verdict === "marks";
  const points = verdict === "wrong" ? 0 : isRight && state.tries === 0 ? 2 : 1;
  return closed(state, { verdict, points, given });
}

export function givenUp(state: RoundState): RoundState {
  return closed(state, { verdict: "skipped", points: 0, given: "" });
}

/** Whether no item of the line is open. */
export function isLineClosed(items: readonly Item[], { line, outcomes }: RoundState): boolean {
  return items[outcomes.length]?.line !== line;
}

/** Returns the state at the line of the next item; the same without one. */
export function nextLine(items: readonly Item[], state: RoundState): RoundState {
  const next = items[state.outcomes.length];
  return next ? { ...state, line: next.line } : state;
}

/** Returns the score of a finished round, 0 to 100. */
export function scoreOf(outcomes: readonly Outcome[]): number {
  if (outcomes.length === 0) return 0;
  const points = outcomes.reduce((sum, outcome) => sum + outcome.points, 0);
  return Math.round((100 * points) / (2 * outcomes.length));
}

function closed(state: RoundState, outcome: Outcome): RoundState {
  return { ...state, outcomes: [...state.outcomes, outcome], tries: 0 };
}
