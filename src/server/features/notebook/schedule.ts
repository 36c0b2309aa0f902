/**
 * When a word is due: FSRS with its defaults. A card follows from its answers alone, so that answers that come late or out of order are
 * replayed; fuzz is off, since the same answers must give the same dates.
 */
import { type Card, createEmptyCard, fsrs, type Grade, Rating as Grades, type State } from "ts-fsrs";
import { type Rating, retention, type WordState, wordStates } from "#contract/notebook-rules.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";

const scheduler = fsrs({ request_retention: retention, enable_fuzz: false });

/** The columns of a word that FSRS makes. */
export interface Schedule {
  state: WordState;
  /** Times are ISO. */
  due: string;
  stability: number;
  difficulty: number;
  scheduled_days: number;
  learning_steps: number;
  reps: number;
  lapses: number;
  last_review: string | null;
}

export interface Answer {
  rating: Rating;
  /** ISO. */
  reviewed_at: string;
}

/** The result of an answer. */
export interface Outcome {
  due: string;
  state: WordState;
  /** Whole days until then; 0 for a step of minutes. */
  days: number;
}

const grades: Readonly<Record<Rating, Grade>> = {
  again: Grades.Again,
  hard: Grades.Hard,
  good: Grades.Good,
  easy: Grades.Easy,
};
const stateOf = (state: State): WordState => wordStates[state] ?? "new";

/** FSRS counts days in UTC: its times are shifted, so that they are those of Vietnam. */
const shiftMs = vietnamUtcOffset * 3600_000;
const toScheduler = (time: string) => new Date(Date.parse(time) + shiftMs);
const fromScheduler = (time: Date) => new Date(time.getTime() - shiftMs).toISOString();

/** Returns the schedule of a word after its answers, in their order. @param createdAt when it was saved */
export function replay(createdAt: string, answers: readonly Answer[]): Schedule {
  let card = createEmptyCard(toScheduler(createdAt));
  for (const { rating, reviewed_at } of answers) {
    card = scheduler.next(card, toScheduler(reviewed_at), grades[rating]).card;
  }
  const { stability, difficulty, scheduled_days, learning_steps, reps, lapses } = card;
  return {
    state: stateOf(card.state),
    due: fromScheduler(card.due),
    stability,
    difficulty,
    scheduled_days,
    learning_steps,
    reps,
    lapses,
    last_review: card.last_review ? fromScheduler(card.last_review) : null,
  };
}

/** Returns what each answer at a time leads to. @param now ISO, not before the last answer */
export function outcomes(schedule: Schedule, now: string): Record<Rating, Outcome> {
  const next = scheduler.repeat(cardOf(schedule), toScheduler(now));
  const outcome = (rating: Rating): Outcome => {
    const { card } = next[grades[rating]];
    return { due: fromScheduler(card.due), state: stateOf(card.state), days: card.scheduled_days };
  };
  return { again: outcome("again"), hard: outcome("hard"), good: outcome("good"), easy: outcome("easy") };
}

function cardOf({ state, due, last_review, ...numbers }: Schedule): Card {
  const { stability, difficulty, scheduled_days, learning_steps, reps, lapses } = numbers;
  return {
    due: toScheduler(due),
    stability,
    difficulty,
    elapsed_days: 0,
    scheduled_days,
    learning_steps,
    reps,
    lapses,
    state: wordStates.indexOf(state) as State,
    ...(last_review !== null && { last_review: toScheduler(last_review) }),
  };
}
