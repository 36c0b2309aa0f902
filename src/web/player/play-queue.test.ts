import { describe, expect, it } from "vitest";
import type { Track } from "./audio-service.ts";
import { extended, inListOrder, movedTo, type PlayQueue, presentOf, queueAt, shuffled, stepped } from "./play-queue.ts";

const track = (id: number) => ({ id, title: `Bài ${id}` }) as Track;
const tracks = [1, 2, 3, 4, 5].map(track);
const ids = (queue: PlayQueue | undefined) => queue?.order.map(({ id }) => id);
const present = (queue: PlayQueue | undefined) => queue && presentOf(queue)?.id;
/** Always takes the first of those that are left. */
const first = () => 0;

describe("queueAt", () => {
  it("stands at its song, as listed", () => {
    const queue = queueAt(tracks, track(3));
    expect(ids(queue)).toEqual([1, 2, 3, 4, 5]);
    expect(present(queue)).toBe(3);
  });

  it("begins with a song that the list lacks", () => {
    const queue = queueAt(tracks, track(9));
    expect(ids(queue)).toEqual([9, 1, 2, 3, 4, 5]);
    expect(present(queue)).toBe(9);
  });
});

describe("stepped and movedTo", () => {
  it("end at both ends, unless the queue wraps", () => {
    const last = queueAt(tracks, track(5));
    expect(present(stepped(last, -1, false))).toBe(4);
    expect(stepped(last, 1, false)).toBeUndefined();
    expect(present(stepped(last, 1, true))).toBe(1);
    expect(stepped(queueAt(tracks, track(1)), -1, false)).toBeUndefined();
    expect(present(stepped(queueAt(tracks, track(1)), -1, true))).toBe(5);
  });

  it("have nowhere to go in a queue of one song", () => {
    expect(stepped(queueAt([track(1)], track(1)), 1, true)).toBeUndefined();
  });

  it("find a song of the queue, and no other", () => {
    const queue = queueAt(tracks, track(1));
    expect(present(movedTo(queue, track(4)))).toBe(4);
    expect(movedTo(queue, track(9))).toBeUndefined();
  });
});

describe("shuffled", () => {
  it("begins with the present song and keeps each of the others once", () => {
    const queue = shuffled(queueAt(tracks, track(3)), first);
    expect(ids(queue)).toEqual([3, 2, 4, 5, 1]);
    expect(present(queue)).toBe(3);
    expect(queue.order.toSorted((one, other) => one.id - other.id)).toEqual(tracks);
  });

  it("goes back to the list at the same song", () => {
    const queue = stepped(shuffled(queueAt(tracks, track(3)), first), 1, false);
    const listed = queue && inListOrder(queue);
    expect(ids(listed)).toEqual([1, 2, 3, 4, 5]);
    expect(present(listed)).toBe(2);
  });
});

describe("extended", () => {
  const more = [4, 5, 6, 7].map(track);

  it("adds the songs that are new, at the end", () => {
    expect(ids(extended(queueAt(tracks, track(2)), more))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("shuffles all that is to come, and nothing that was heard", () => {
    const queue = extended(queueAt(tracks, track(3)), more, first);
    expect(ids(queue)).toEqual([1, 2, 3, 5, 6, 7, 4]);
    expect(queue.listed.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(present(queue)).toBe(3);
  });
});
