/** The bests of a song and the streak of days: those of the account, with what waits on this device. */
import { useCallback, useEffect, useState } from "react";
import { type Exercise, type Level, type Round, streakOf } from "#contract/learn/rounds.ts";
import type { Learning } from "#contract/learning.ts";
import { call } from "../../../lib/api.ts";
import { isoDay } from "../../../lib/dates.ts";
import { randomKey } from "../../../lib/idempotency-key.ts";
import { usePageStore } from "../../../lib/page-stores.tsx";
import { useUserAuth } from "../../../lib/session.tsx";
import { createSendRounds } from "./send-rounds.ts";
import { dayOf, type StoredRound, storedRounds, storeRound } from "./stored-rounds.ts";

export interface OwnLearning {
  /** Days in a row up to today or yesterday. */
  streak: number;
  hasToday: boolean;
  /** Returns the best score; undefined without a round. */
  bestOf(exercise: Exercise, level: Level): number | undefined;
  /** Keeps a finished round, here and in the account. */
  addRound(round: Pick<Round, "exercise" | "level" | "score">): void;
}

type Account = Learning & { user: number };

export function useLearning(songId: number): OwnLearning {
  const { user } = useUserAuth();
  const userId = user?.id ?? null;
  const sendRounds = usePageStore(createSendRounds);
  const [stored, setStored] = useState(storedRounds);
  const [account, setAccount] = useState<Account>();

  const bring = useCallback(async () => {
    if (userId === null) return;
    await sendRounds(userId);
    const { data } = await call("GET /api/user/learning", { as: "user", query: { song_id: songId } });
    setAccount({ ...data, user: userId });
    setStored(storedRounds());
  }, [userId, songId, sendRounds]);

  useEffect(() => {
    // Without an answer the rounds wait here; they are sent with the next one, or once the network is back.
    const tryToBring = () => void bring().catch(() => undefined);
    tryToBring();
    window.addEventListener("online", tryToBring);
    return () => window.removeEventListener("online", tryToBring);
  }, [bring]);

  const own = stored.filter((round) => round.user === null || round.user === userId);
  const known = account?.user === userId ? account : undefined;
  return {
    ...daysOf(own, known),
    bestOf(exercise, level) {
      const is = (each: { exercise: Exercise; level: Level }) => each.exercise === exercise && each.level === level;
      const scores = own.filter((round) => round.song_id === songId && is(round)).map(({ score }) => score);
      const best = known?.scores.find(is)?.best_score;
      return best === undefined && scores.length === 0 ? undefined : Math.max(best ?? 0, ...scores);
    },
    addRound(round) {
      storeRound({ ...round, id: randomKey(), song_id: songId, finished_at: new Date().toISOString(), user: userId });
      setStored(storedRounds());
      void bring().catch(() => undefined);
    },
  };
}

/** A day that only this device knows goes on with the account's streak. */
function daysOf(own: readonly StoredRound[], account: Account | undefined) {
  const today = isoDay(Date.now());
  const days = own.map(dayOf);
  const here = streakOf(days, today);
  const addsToday = account !== undefined && !account.has_today && days.includes(today);
  const streak = Math.max(here, (account?.streak ?? 0) + (addsToday ? 1 : 0));
  return { streak, hasToday: (account?.has_today ?? false) || days.includes(today) };
}
