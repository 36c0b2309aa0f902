/**
 * Scores of exercises with songs and the days of learning (docs/rooms/learning.md#gaps-and-scores). A browser judges the answers, so that a
 * score is the learner's own word: it is bounded, and nobody else sees it.
 */
import { maxRoundAgeDays, maxRoundsPerDay, type Round, streakOf } from "#contract/learn/rounds.ts";
import type { Learning } from "#contract/learning.ts";
import type { PersonalData } from "#server/features/accounts/users/users.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { learningRepository, type PlayableSong } from "./learning.repository.ts";

export interface LearningService {
  personalData: readonly PersonalData[];
  /** Returns the streak of a user, with the scores of a song where one is wanted. */
  learning(userId: number, songId: number | undefined): Promise<Learning>;
  /** Counts each round once, however often and late it comes; one that can't have been played counts nothing. */
  addRounds(userId: number, rounds: readonly Round[]): Promise<{ added: number }>;
}

export interface LearningDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  now?: () => number;
}

const dayMs = 24 * 60 * 60_000;

export function createLearning({ database, now = () => Date.now() }: LearningDeps): LearningService {
  const { db, commit, dialect } = database;

  return {
    // All rows go with the user's.
    personalData: [
      { name: "learn_scores", read: (userId) => learningRepository(db).allScoresOf(userId), remove: async () => {} },
      { name: "learn_days", read: (userId) => learningRepository(db).daysOf(userId), remove: async () => {} },
    ],

    async learning(userId, songId) {
      const repository = learningRepository(db);
      const days = (await repository.daysOf(userId)).map(({ day }) => day);
      const today = vietnamDay(now());
      return {
        streak: streakOf(days, today),
        has_today: days.includes(today),
        scores: songId === undefined ? [] : await repository.scoresOf(userId, songId),
      };
    },

    addRounds(userId, sent) {
      const at = now();
      const oldest = new Date(at - maxRoundAgeDays * dayMs).toISOString();
      // A clock that is ahead doesn't give days that are still to come.
      const rounds = sent
        .map((round) => ({
          ...round,
          finished_at: new Date(Math.min(at, Date.parse(round.finished_at))).toISOString(),
        }))
        .filter(({ finished_at }) => finished_at >= oldest);
      if (rounds.length === 0) return Promise.resolve({ added: 0 });
      return commit({ lock: `learning ${userId}` }, async (tx) => {
        const repository = learningRepository(tx);
        // No song goes between the look for it and its score.
        await dialect.lockShared(tx, "catalogue");
        const songs = new Map(
          (await repository.songsThere([...new Set(rounds.map(({ song_id }) => song_id))])).map((song) => [
            song.id,
            song,
          ]),
        );
        const lastSongId = await repository.lastSongId();
        const premiumEnd = await repository.premiumEnd(userId);
        const possible = rounds.filter((round) => {
          const song = songs.get(round.song_id);
          return song ? canHavePlayed(song, round, premiumEnd) : round.song_id <= lastSongId;
        });
        if (possible.length === 0) return { added: 0 };
        const byId = new Map(possible.map((round) => [round.id, round]));
        const ids = await repository.addRounds(
          [...byId.values()].map(({ id, finished_at }) => ({ user_id: userId, id, finished_at })),
        );
        const added = [...byId.values()].filter(({ id }) => ids.has(id));
        const counted = await countDays(repository, userId, added);
        const scores = scoresOf(
          userId,
          counted.filter(({ song_id }) => songs.has(song_id)),
        );
        if (scores.length > 0) await repository.addToScores(scores);
        await repository.forgetRounds(userId, oldest);
        return { added: added.length };
      });
    },
  };
}

/** Whether a user can have heard a song when a round ended: it may have been free before its last change, and Premium may have ended since. */
function canHavePlayed(
  { is_premium, updated_at }: PlayableSong,
  { finished_at }: Round,
  premiumEnd: string | null | undefined,
): boolean {
  if (!is_premium || premiumEnd === null || finished_at < updated_at) return true;
  return premiumEnd !== undefined && finished_at < premiumEnd;
}

/** Adds rounds to their days. @returns those that count: a day has a limit. */
async function countDays(
  repository: ReturnType<typeof learningRepository>,
  user_id: number,
  rounds: readonly Round[],
): Promise<Round[]> {
  const byDay = Map.groupBy(rounds, ({ finished_at }) => vietnamDay(Date.parse(finished_at)));
  if (byDay.size === 0) return [];
  const before = await repository.roundsOn(user_id, [...byDay.keys()]);
  const counted = [...byDay].map(([day, ofDay]) => {
    return { day, rounds: ofDay.slice(0, Math.max(0, maxRoundsPerDay - (before.get(day) ?? 0))) };
  });
  const days = counted.map(({ day, rounds }) => ({ user_id, day, rounds: rounds.length }));
  await repository.addToDays(days);
  return counted.flatMap(({ rounds }) => rounds);
}

/** Returns one score for all rounds of the same song, exercise and level. */
function scoresOf(user_id: number, rounds: readonly Round[]) {
  const groups = Map.groupBy(rounds, ({ song_id, exercise, level }) => `${song_id} ${exercise} ${level}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { song_id, exercise, level } = first;
    const best_score = Math.max(...group.map(({ score }) => score));
    const last_at =
      group
        .map(({ finished_at }) => finished_at)
        .toSorted()
        .at(-1) ?? "";
    return { user_id, song_id, exercise, level, best_score, rounds: group.length, last_at };
  });
}
