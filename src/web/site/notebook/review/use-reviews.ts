import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { DueCounts } from "#contract/notebook.ts";
import type { Rating } from "#contract/notebook-rules.ts";
import type { LoadFailure } from "../../load-failure.ts";
import { loadReviews, type Reviews } from "../load-notebook.ts";
import { randomUuid } from "../random-uuid.ts";
import { useReviewSync } from "../review-sync.ts";
import {
  currentOf,
  type Session,
  sessionOf,
  toStored,
  withAnswer,
  withCards,
  withCurrent,
  withMore,
  withUndo,
} from "../session.ts";
import { readNotebook, type StoredCard, writeNotebook } from "../stored-notebook.ts";

interface State {
  session: Session;
  counts: DueCounts;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  offset: number;
}

const cardsOf = ({ queue, offset }: Reviews): StoredCard[] =>
  queue.cards.map((card) => toStored(card, offset, Date.parse(queue.now)));

/**
 * The session of a user: begun with the words that the server says are due, or without a connection with those that this device holds;
 * answers go to the server by themselves.
 */
export function useReviews(userId: number, loaded: Reviews | LoadFailure | undefined) {
  const sync = useReviewSync(userId);
  const { waiting, isOffline } = useSyncExternalStore(sync.subscribe, sync.getState);
  const [state, setState] = useState<State>();
  const [isFull, setFull] = useState(false);

  const begin = useEffectEvent((from: Reviews | LoadFailure) => {
    const now = Date.now();
    const pending = sync.pendingWords();
    const isUnanswered = ({ word }: StoredCard) => !pending.has(word.id);
    if ("failed" in from) {
      const stored = readNotebook(userId);
      if (state || !stored) return;
      const { cards, counts, offset } = stored;
      return setState({ session: sessionOf(cards.filter(isUnanswered), now), counts, offset });
    }
    const cards = cardsOf(from).filter(isUnanswered);
    const session = state ? withMore(state.session, cards, now) : sessionOf(cards, now);
    setState({ session, counts: from.queue.counts, offset: from.offset });
  });
  useEffect(() => {
    if (loaded) begin(loaded);
  }, [loaded]);

  useEffect(() => sync.start(), [sync]);
  useEffect(
    () =>
      sync.onReply(({ cards, counts }) =>
        setState((before) => {
          if (!before) return before;
          const now = Date.now();
          const told = cards.map((card) => toStored(card, before.offset, now + before.offset));
          return { ...before, counts, session: withCards(before.session, told, sync.pendingWords(), now) };
        }),
      ),
    [sync],
  );

  // For a session without a connection, and for the count in the header.
  useEffect(() => {
    if (!state) return;
    const { session, counts, offset } = state;
    writeNotebook(userId, { counts, offset, cards: [...session.cards] });
  }, [userId, state]);

  const change = (next: (session: Session) => Session) =>
    setState((before) => before && { ...before, session: next(before.session) });
  const current = state && currentOf(state.session);
  useNextStep(state?.session, current, () => change((session) => withCurrent(session, Date.now())));
  const counts = state?.counts;
  const isEmptied = state !== undefined && !current && state.session.answered.length > 0 && waiting === 0;
  const more = useEffectEvent(async () => {
    if (counts && counts.learning + counts.review + counts.new > 0) begin(await loadReviews());
  });
  useEffect(() => {
    if (isEmptied) more().catch(() => undefined);
  }, [isEmptied]);

  return {
    state,
    current,
    waiting,
    isOffline,
    isFull,
    answer(rating: Rating) {
      if (!current) return;
      const id = randomUuid();
      const now = Date.now();
      // The answers of several devices are replayed in their order, whatever their clocks show.
      const reviewed_at = new Date(now + state.offset).toISOString();
      const isKept = sync.add({ id, word_id: current.word.id, rating, reviewed_at });
      setFull(!isKept);
      if (isKept) change((session) => withAnswer(session, rating, id, now));
    },
    undo() {
      const last = state?.session.answered.at(-1);
      if (!last) return;
      sync.undo(last.reviewId);
      change(withUndo);
    },
  };
}

/** Calls back when a word that comes again in minutes may be shown. */
function useNextStep(session: Session | undefined, current: StoredCard | undefined, onDue: () => void): void {
  const due = session && !current ? Math.min(...session.cards.map((card) => card.due)) : Infinity;
  const call = useEffectEvent(onDue);
  useEffect(() => {
    if (due === Infinity) return;
    const timer = setTimeout(call, Math.max(0, due - Date.now()));
    return () => clearTimeout(timer);
  }, [due]);
}
