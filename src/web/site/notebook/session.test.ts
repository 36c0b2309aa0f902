import { describe, expect, it } from "vitest";
import type { NotebookWord } from "#contract/notebook.ts";
import { aCard, after, now as isoNow } from "#test/component/notebook.ts";
import {
  currentOf,
  isOnlyOneLeft,
  type Session,
  sessionOf,
  toStored,
  withAnswer,
  withCards,
  withMore,
  withUndo,
} from "./session.ts";

const now = Date.parse(isoNow);
const minute = 60_000;
const none = new Set<number>();
const card = (id: number, fields: Partial<NotebookWord> = {}) => toStored(aCard({ id, ...fields }), 0, now);
const learning = (id: number, minutes: number) => card(id, { state: "learning", due: after(minutes) });
const shown = (session: Session) => currentOf(session)?.word.id;
const ids = (session: Session) => session.cards.map(({ word }) => word.id);

describe("a session of reviews", () => {
  it("shows the words in the order of the server", () => {
    let session = sessionOf([card(1, { state: "review", due: after(600) }), card(2)], now);
    expect(shown(session)).toBe(1);
    session = withAnswer(session, "good", "a", now);
    expect(shown(session)).toBe(2);
    session = withAnswer(session, "easy", "b", now);
    expect(shown(session)).toBeUndefined();
  });

  it("brings a word that is due again in minutes before the others once its time has come, and at once after them", () => {
    let session = sessionOf([card(1), card(2), card(3)], now);
    session = withAnswer(session, "again", "a", now);
    expect(shown(session)).toBe(2);
    session = withAnswer(session, "easy", "b", now + 2 * minute);
    expect(shown(session)).toBe(1);
    session = withAnswer(session, "easy", "c", now + 2 * minute);
    expect(shown(session)).toBe(3);
    expect(isOnlyOneLeft(session)).toBe(false);
    session = withAnswer(session, "good", "d", now + 3 * minute);
    expect(shown(session)).toBe(3);
    expect(isOnlyOneLeft(session)).toBe(true);
  });

  it("waits for a word that comes later than in twenty minutes", () => {
    const session = sessionOf([learning(1, 30)], now);
    expect(shown(session)).toBeUndefined();
    expect(ids(session)).toEqual([1]);
  });

  it("takes answers back, the last one first", () => {
    let session = sessionOf([card(1), card(2)], now);
    session = withAnswer(withAnswer(session, "again", "a", now), "easy", "b", now);
    session = withUndo(session);
    expect(shown(session)).toBe(2);
    session = withUndo(session);
    expect([shown(session), ...ids(session)]).toEqual([1, 1, 2]);
    expect(currentOf(session)?.next?.good.days).toBe(0);
    expect(withUndo(session)).toBe(session);
  });

  it("takes over what the server tells, but not of words with answers that it does not know", () => {
    let session = withAnswer(sessionOf([card(1), card(2)], now), "good", "a", now);
    session = withCards(session, [learning(1, 9)], new Set([1]), now);
    expect(session.cards.at(-1)?.next).toBeNull();
    session = withCards(session, [learning(1, 9)], none, now);
    expect(session.cards.at(-1)?.next?.good.days).toBe(11);
    expect(session.cards.at(-1)?.due).toBe(now + 9 * minute);
    // It was answered elsewhere, too.
    session = withCards(session, [card(1, { state: "review", due: after(3 * 24 * 60) })], none, now);
    expect(ids(session)).toEqual([2]);
  });

  it("brings a word back that a device without a connection took for finished", () => {
    let session = sessionOf([{ ...card(1), next: null }], now);
    session = withAnswer(session, "good", "a", now);
    expect(ids(session)).toEqual([]);
    session = withCards(session, [learning(1, 10)], none, now);
    expect(shown(session)).toBe(1);
  });

  it("keeps the word that is shown in its place, whatever the server tells of it", () => {
    let session = sessionOf([card(1), card(2)], now);
    session = withCards(session, [card(1, { state: "review", due: after(3 * 24 * 60) })], none, now);
    expect(shown(session)).toBe(1);
    session = withMore(session, [card(2), card(3)], now);
    expect([shown(session), ...ids(session)]).toEqual([1, 1, 2, 3]);
  });

  it("counts by the clock of this device where the server's differs", () => {
    const stored = toStored(aCard({ state: "learning", due: after(5) }), 60 * minute, now);
    expect(stored.due).toBe(now + 5 * minute - 60 * minute);
  });
});
