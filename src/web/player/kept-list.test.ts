import { expect, it } from "vitest";
import { track } from "#test/media.ts";
import { keptOfText, keptPart, textOfKept } from "./kept-list.ts";
import { initialPlayerState, type PlayerState } from "./list-player.ts";
import { queueAt, shuffled } from "./play-queue.ts";

const tracks = [1, 2, 3].map((id) => track(id));
const playing = (change: Partial<PlayerState> = {}): PlayerState => ({
  ...initialPlayerState,
  track: track(2),
  started: true,
  isList: true,
  repeat: "all",
  queue: queueAt(tracks, track(2)),
  ...change,
});

it("comes back with order, place, second, repeat and random order", () => {
  const queue = shuffled(queueAt(tracks, track(2)), () => 0);
  const text = textOfKept(playing({ queue, isShuffled: true }), 12.5, false) ?? null;
  const kept = keptOfText(text);
  expect(kept).toMatchObject({ position: 12.5, isList: true, isShuffled: true, repeat: "all", playing: false });
  expect(kept?.queue.order.map(({ id }) => id)).toEqual([2, 3, 1]);
  expect(kept?.queue.listed.map(({ id }) => id)).toEqual([1, 2, 3]);
});

it("has a single song without a list, too, and nothing while nothing plays or for a preview", () => {
  const text = textOfKept(playing({ queue: undefined, isList: false }), 3, false) ?? null;
  expect(keptOfText(text)?.queue.order.map(({ id }) => id)).toEqual([2]);
  expect(textOfKept(initialPlayerState, 0, false)).toBeUndefined();
  expect(textOfKept(playing({ track: track(0, { file: "a" }) }), 0, false)).toBeUndefined();
});

it("drops signed links and what else a page knew of a song", () => {
  const signed = { ...track(2, { audio_url: "/uploads/2.mp3?signature=x", is_premium: true }), lyrics: "Câu 1" };
  const text = textOfKept(playing({ queue: queueAt([track(1), signed], signed) }), 0, false);
  expect(text).not.toMatch(/signature|Câu 1/);
  expect(keptOfText(text ?? null)?.queue.order.map(({ audio_url }) => audio_url)).toEqual(["/uploads/1.mp3", null]);
});

it("is 500 songs at most, those around the present one", () => {
  const many = Array.from({ length: 900 }, (_, place) => track(place + 1));
  const part = keptPart(many, 300);
  expect([part.order.length, part.order[part.place]?.id, part.order[0]?.id]).toEqual([500, 301, 201]);
  expect(keptPart(many, 899).order.at(-1)?.id).toBe(900);
  expect(keptPart(tracks, 1)).toEqual({ order: tracks, place: 1 });
});

const good = JSON.parse(textOfKept(playing(), 5, false) ?? "") as Record<string, unknown>;
it.each([
  null,
  "",
  "null",
  "[]",
  "{",
  JSON.stringify({ ...good, tracks: "x" }),
  JSON.stringify({ ...good, tracks: [{ id: 1 }] }),
  JSON.stringify({ ...good, place: 3 }),
  JSON.stringify({ ...good, byHand: 2 }),
  JSON.stringify({ ...good, position: -1 }),
  JSON.stringify({ ...good, position: null }),
  JSON.stringify({ ...good, repeat: "two" }),
  JSON.stringify({ ...good, listed: [1, 2] }),
  JSON.stringify({ ...good, listed: undefined }),
])("is ignored as %s", (text) => {
  expect(keptOfText(text)).toBeUndefined();
});
