import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubServer, stubStorage } from "#test/web.ts";
import { sendRounds } from "./send-rounds.ts";
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

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => void vi.unstubAllGlobals());

test("rounds are kept in their order and forgotten by their ids", () => {
  const [one, two] = [round(), round({ user: 3 })];
  storeRound(one);
  storeRound(two);
  expect(storedRounds()).toEqual([one, two]);
  forgetRounds(new Set([one.id]));
  expect(storedRounds()).toEqual([two]);
  forgetRounds(new Set([two.id]));
  expect(stored.has("learnRounds")).toBe(false);
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
  stored.set("learnRounds", text);
  expect(storedRounds()).toEqual([]);
});

test("of too many the oldest go that are neither a best nor the only one of their day", () => {
  const best = round({ score: 90, finished_at: "2026-02-01T03:00:00.000Z" });
  const ofDay = round({ score: 10, finished_at: "2026-02-02T03:00:00.000Z" });
  const many = Array.from({ length: 298 }, () => round());
  stored.set("learnRounds", JSON.stringify([best, ofDay, ...many]));
  storeRound(round());
  const ids = storedRounds().map(({ id }) => id);
  expect(ids).toHaveLength(300);
  expect(ids.slice(0, 3)).toEqual([best.id, ofDay.id, many[1]?.id]);
});

test("more than a hundred rounds are sent in several requests", async () => {
  stored.set("learnRounds", JSON.stringify(Array.from({ length: 150 }, () => round())));
  const requests = stubServer(() => Response.json({ added: 100 }));
  await sendRounds(3);
  expect(requests.map(({ to }) => to)).toEqual(Array(2).fill("POST /api/user/learning/rounds"));
  expect(requests.map(({ body }) => (body as { rounds: object[] }).rounds.length)).toEqual([100, 50]);
  expect(stored.has("learnRounds")).toBe(false);
});
