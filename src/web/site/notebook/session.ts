/** A session of reviews: which word comes next, and what an answer or its undoing makes of the rest. Times are epoch milliseconds. */
import type { ReviewCard } from "#contract/notebook.ts";
import type { Rating } from "#contract/notebook-rules.ts";
import { isoDay } from "../../lib/dates.ts";
import type { StoredCard } from "./stored-notebook.ts";

export interface Answered {
  reviewId: string;
  /** The word as it was before. */
  card: StoredCard;
}

export interface Session {
  /** Words that are not finished for today, in the order in which they came. */
  cards: readonly StoredCard[];
  /** Id of the word that is shown. */
  current: number | undefined;
  /** Latest last. */
  answered: readonly Answered[];
}

const dayMs = 24 * 60 * 60_000;
/** A word that is due again in minutes comes so early when no other is left. */
export const aheadMs = 20 * 60_000;
/** How long an answer takes a word away until the server has told. Better answers take it out of the session. */
const guessedWait: Partial<Record<Rating, number>> = { again: 60_000, hard: 6 * 60_000 };

/** Begins a session with the words of this device. */
export function sessionOf(cards: readonly StoredCard[], now: number): Session {
  return withCurrent({ cards, current: undefined, answered: [] }, now);
}

/** @param offset of the server's clock from that of this device @param asOf time of the server */
export function toStored({ word, next }: ReviewCard, offset: number, asOf: number): StoredCard {
  return { word, next, asOf, due: Date.parse(word.due) - offset };
}

/** Answers the word that is shown. */
export function withAnswer(session: Session, rating: Rating, reviewId: string, now: number): Session {
  const card = currentOf(session);
  if (!card) return session;
  const wait = waitAfter(card, rating);
  const rest = session.cards.filter((each) => each !== card);
  const cards = wait === undefined ? rest : [...rest, { ...card, next: null, due: now + wait }];
  const answered = [...session.answered, { reviewId, card }];
  return withCurrent({ cards, current: undefined, answered }, now);
}

/** Returns the milliseconds until the word comes again in this session; undefined when it does not. */
function waitAfter({ next, asOf }: StoredCard, rating: Rating): number | undefined {
  if (!next) return guessedWait[rating];
  const { days, due } = next[rating];
  return days === 0 ? Date.parse(due) - asOf : undefined;
}

/** Takes the last answer back: its word is shown again. */
export function withUndo(session: Session): Session {
  const last = session.answered.at(-1);
  if (!last) return session;
  const { id } = last.card.word;
  return {
    cards: [last.card, ...session.cards.filter(({ word }) => word.id !== id)],
    current: id,
    answered: session.answered.slice(0, -1),
  };
}

/**
 * Takes over what the server tells of words. One that comes again today stays in the session, or joins it once more; another leaves it. The
 * word that is shown stays.
 * @param pending ids of words with answers that the server does not know
 */
export function withCards(session: Session, told: readonly StoredCard[], pending: ReadonlySet<number>, now: number) {
  const end = Date.parse(`${isoDay(now)}T00:00:00+07:00`) + dayMs;
  let { cards } = session;
  for (const card of told) {
    const { id } = card.word;
    if (pending.has(id)) continue;
    const place = cards.findIndex(({ word }) => word.id === id);
    const comes = isStep(card) || card.due < end || id === session.current;
    if (place >= 0) cards = comes ? cards.with(place, card) : cards.toSpliced(place, 1);
    else if (isStep(card) || (comes && session.answered.some((each) => each.card.word.id === id)))
      cards = [...cards, card];
  }
  return withCurrent({ ...session, cards }, now);
}

/** Adds further words that are due; those of the session stay as they are. */
export function withMore(session: Session, more: readonly StoredCard[], now: number): Session {
  const known = new Set(session.cards.map(({ word }) => word.id));
  return withCurrent({ ...session, cards: [...session.cards, ...more.filter(({ word }) => !known.has(word.id))] }, now);
}

/** Chooses the word to show where none is. */
export function withCurrent(session: Session, now: number): Session {
  if (currentOf(session)) return session;
  const steps = session.cards.filter((card) => isStep(card)).toSorted((one, other) => one.due - other.due);
  const [first] = steps;
  const other = session.cards.find((card) => !isStep(card));
  const next = first && (first.due <= now || (!other && first.due <= now + aheadMs)) ? first : other;
  return { ...session, current: next?.word.id };
}

/** Whether a word comes after minutes. Others are due for the whole day. */
const isStep = ({ word, next }: StoredCard) =>
  next === null || word.state === "learning" || word.state === "relearning";

/** Whether the word that is shown comes again before its time, since no other is left. */
export function isOnlyOneLeft({ cards, current, answered }: Session): boolean {
  return cards.length === 1 && answered.some(({ card }) => card.word.id === current);
}

export function currentOf({ cards, current }: Session): StoredCard | undefined {
  return cards.find(({ word }) => word.id === current);
}
