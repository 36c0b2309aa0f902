/** The rounds that wait on this device for an account; without one they stay here. */
import { exercises, levels, type Round, roundIdPattern } from "#contract/learn/rounds.ts";
import { isoDay } from "../../../lib/dates.ts";
import { readStored, writeStored } from "../../../lib/storage.ts";

export interface StoredRound extends Round {
  /** Id of the user who played it; null for one that was played without an account. */
  user: number | null;
}

const mostStored = 300;

/** Returns the stored rounds, the oldest first. What is no round is left out. */
export function storedRounds(): StoredRound[] {
  try {
    const value: unknown = JSON.parse(readStored("learnRounds") ?? "[]");
    return Array.isArray(value) ? value.filter(isStoredRound) : [];
  } catch {
    return [];
  }
}

/** Stores a round. Of too many the oldest goes that is neither the best of its kind nor the only one of its day. */
export function storeRound(round: StoredRound): void {
  const rounds = [...storedRounds(), round];
  while (rounds.length > mostStored) {
    const place = rounds.findIndex((each) => isNeedless(each, rounds));
    rounds.splice(Math.max(place, 0), 1);
  }
  write(rounds);
}

/** Forgets rounds that the account has. */
export function forgetRounds(ids: ReadonlySet<string>): void {
  write(storedRounds().filter(({ id }) => !ids.has(id)));
}

/** Returns the day of a round in Vietnam. */
export const dayOf = ({ finished_at }: Round) => isoDay(Date.parse(finished_at));

function isNeedless(round: StoredRound, rounds: readonly StoredRound[]): boolean {
  const others = rounds.filter((each) => each !== round && each.user === round.user);
  const isBeaten = others.some(
    ({ song_id, exercise, level, score }) =>
      song_id === round.song_id && exercise === round.exercise && level === round.level && score >= round.score,
  );
  return isBeaten && others.some((each) => dayOf(each) === dayOf(round));
}

function write(rounds: readonly StoredRound[]): void {
  writeStored("learnRounds", rounds.length === 0 ? null : JSON.stringify(rounds));
}

const isWhole = (value: unknown, min: number, max: number) =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;

/** Whether the account would take it: one that it refuses would hold up all others. */
function isStoredRound(value: unknown): value is StoredRound {
  const { id, song_id, exercise, level, score, finished_at, user } = (value ?? {}) as Record<
    keyof StoredRound,
    unknown
  >;
  return (
    typeof id === "string" &&
    roundIdPattern.test(id) &&
    typeof finished_at === "string" &&
    !Number.isNaN(Date.parse(finished_at)) &&
    exercises.some((each) => each === exercise) &&
    levels.some((each) => each === level) &&
    isWhole(song_id, 1, Number.MAX_SAFE_INTEGER) &&
    isWhole(score, 0, 100) &&
    (user === null || Number.isSafeInteger(user))
  );
}
