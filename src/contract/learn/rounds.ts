/** Rounds of exercises: what one says of itself, its bounds, and the streak of days. No zod here: public pages load this module. */

/** Per cent of the words, or of the lines, that are asked. */
export const levels = [10, 30, 50, 100] as const;
export type Level = (typeof levels)[number];

/** Words typed, words chosen, lines put in order: each has bests of its own. */
export const exercises = ["typed", "choice", "order"] as const;
export type Exercise = (typeof exercises)[number];

/** Rounds that are sent at once. */
export const maxSentRounds = 100;
/** Days after which a round is not taken in any more. */
export const maxRoundAgeDays = 400;
/** Rounds of an account that count in one day. */
export const maxRoundsPerDay = 200;

/** The ids that browsers make. */
export const roundIdPattern = /^[A-Za-z0-9_-]{16,40}$/;

export interface Round {
  /** Made in the browser, so that a round that is sent twice counts once. */
  id: string;
  song_id: number;
  exercise: Exercise;
  level: Level;
  /** 0 to 100. */
  score: number;
  /** ISO. */
  finished_at: string;
}

/** Returns the days in a row up to today, or up to yesterday while today has none. @param days in Vietnam, `YYYY-MM-DD` */
export function streakOf(days: Iterable<string>, today: string): number {
  const all = new Set(days);
  let day = all.has(today) ? today : dayBefore(today);
  let streak = 0;
  for (; all.has(day); day = dayBefore(day)) streak++;
  return streak;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 60 * 60_000).toISOString().slice(0, 10);
}
