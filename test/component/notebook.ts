/** Words of a notebook as the API replies them. */
import type { DueCounts, NotebookWord, ReviewCard, ReviewQueue, WordLine } from "#contract/notebook.ts";

export const now = "2026-11-25T03:00:00.000Z";

/** Returns a time some minutes after `now`. */
export const after = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();

export function aWordLine(fields: Partial<WordLine> = {}): WordLine {
  return {
    id: 1,
    text: "你好，你好，新朋友",
    reading: "Nǐ hǎo, nǐ hǎo, xīn péngyou",
    translation: "Xin chào, xin chào, người bạn mới",
    song_id: 7,
    song_title: "你好，朋友",
    start_ms: 2000,
    end_ms: 5000,
    can_play: true,
    ...fields,
  };
}

/** Returns a new word, by default with a line that can be heard. */
export function aWord(fields: Partial<NotebookWord> = {}): NotebookWord {
  const { id = 1 } = fields;
  return {
    id,
    client_id: `3b0d4c1e-8f2a-4c55-9d1e-${String(id).padStart(12, "0")}`,
    language: "zh",
    text: "朋友",
    reading: "péngyou",
    meaning: "bạn bè",
    note: null,
    state: "new",
    due: after(-60),
    last_review: null,
    reps: 0,
    lapses: 0,
    stability: 0,
    is_leech: false,
    created_at: after(-60),
    lines: [aWordLine({ id })],
    ...fields,
  };
}

/** Returns a word with the dates that its answers lead to, counted from `now`. */
export function aCard(fields: Partial<NotebookWord> = {}): ReviewCard {
  const step = (minutes: number) => ({ due: after(minutes), state: "learning" as const, days: 0 });
  const days = (count: number) => ({ due: after(count * 24 * 60), state: "review" as const, days: count });
  const isNew = fields.state === undefined || fields.state === "new";
  return {
    word: aWord(fields),
    next: isNew
      ? { again: step(1), hard: step(6), good: step(10), easy: days(8) }
      : { again: step(10), hard: days(3), good: days(11), easy: days(40) },
  };
}

export function dueCounts(fields: Partial<DueCounts> = {}): DueCounts {
  const { learning = 0, review = 0, new: fresh = 0 } = fields;
  const sum = learning + review + fresh;
  return { words: sum, learning, review, new: fresh, later: 0, tomorrow: 0, now: sum, ...fields };
}

export function aQueue(cards: ReviewCard[], counts: Partial<DueCounts> = {}): ReviewQueue {
  const fresh = cards.filter(({ word }) => word.state === "new").length;
  return { now, cards, counts: dueCounts({ new: fresh, review: cards.length - fresh, ...counts }) };
}
