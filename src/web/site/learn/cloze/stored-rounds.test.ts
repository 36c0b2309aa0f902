import { afterEach, expect, test } from "vitest";
import { readStored, writeStored } from "../../../lib/storage.ts";
import { forgetRounds, type StoredRound, storedRounds, storeRound } from "./stored-rounds.ts";

let serial = 0;
const round = (values: Partial<StoredRound> = {}): StoredRound => ({
  id: `round-of-the-test-${++serial}`,
  song_id: 7,
  exercise: "typed",
  level: 10,
  score: 50,
  finished_at: "2026-03-01T03:00:00.000Z",
  user: null,
  ...values,
});

afterEach(() => writeStored("learnRounds", null));

test("rounds are kept in their order and forgotten by their ids", () => {
  const [one, two] = [round(), round({ user: 3 })];
  storeRound(one);
  storeRound(two);
  expect(storedRounds()).toEqual([one, two]);
  forgetRounds(new Set([one.id]));
  expect(storedRounds()).toEqual([two]);
  forgetRounds(new Set([two.id]));
  expect(readStored("learnRounds")).toBeNull();
});

test.each([
  "{",
  "7",
  "null",
  JSON.stringify([
    { ...round(), level: 20 },
    { ...round(), score: "9" },
    { ...round(), score: 101 },
    { ...round(), id: "x" },
    null,
    "x",
  ]),
])("what is no round is left out: %s", (text) => {
  writeStored("learnRounds", text);
  expect(storedRounds()).toEqual([]);
});

test("of too many the oldest go that are neither a best nor the only one of their day", () => {
  const best = round({ score: 90, finished_at: "2026-02-01T03:00:00.000Z" });
  const ofDay = round({ score: 10, finished_at: "2026-02-02T03:00:00.000Z" });
  const many = Array.from({ length: 298 }, () => round());
  writeStored("learnRounds", JSON.stringify([best, ofDay, ...many]));
  storeRound(round());
  const ids = storedRounds().map(({ id }) => id);
  expect(ids).toHaveLength(300);
  expect(ids.slice(0, 3)).toEqual([best.id, ofDay.id, many[1]?.id]);
});
