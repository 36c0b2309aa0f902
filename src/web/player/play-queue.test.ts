import { describe, expect, it } from "vitest";
import type { Track } from "./audio-service.ts";
import { extended, inListOrder, movedTo, type PlayQueue, presentOf, queueAt, shuffled, stepped } from "./play-queue.ts";
import { restored, withAdded, withMoved, withoutAhead } from "./queue-edits.ts";

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

describe("songs added by hand", () => {
  const added = (...more: number[]) =>
    more.reduce((queue, id) => withAdded(queue, track(id), "last"), queueAt(tracks, track(2)));

  it("come before what the list goes on with, in the order in which they were added", () => {
    expect(ids(added(8, 9))).toEqual([1, 2, 8, 9, 3, 4, 5]);
    expect(ids(withAdded(added(8, 9), track(7), "next"))).toEqual([1, 2, 7, 8, 9, 3, 4, 5]);
  });

  it("stand once: one of the list moves, the present one stays", () => {
    expect(ids(added(5, 1))).toEqual([2, 5, 1, 3, 4]);
    expect(present(added(5, 1))).toBe(2);
    expect(ids(withAdded(added(8, 9), track(9), "next"))).toEqual([1, 2, 9, 8, 3, 4, 5]);
    const queue = queueAt(tracks, track(2));
    expect(withAdded(queue, track(2), "next")).toBe(queue);
  });

  it("are over once they were played or passed", () => {
    const played = stepped(added(8, 9), 1, false);
    expect(ids(played && withAdded(played, track(7), "last"))).toEqual([1, 2, 8, 9, 7, 3, 4, 5]);
    const passed = movedTo(added(8, 9), track(4));
    expect(ids(passed && withAdded(passed, track(7), "last"))).toEqual([1, 2, 8, 9, 3, 4, 7, 5]);
  });

  it("keep their place in random order, in listed order and before further pages", () => {
    const random = shuffled(added(8, 9), first);
    expect(ids(random)?.slice(0, 3)).toEqual([2, 8, 9]);
    expect(ids(random)?.toSorted()).toEqual([1, 2, 3, 4, 5, 8, 9]);
    expect(ids(inListOrder(random))).toEqual([1, 2, 8, 9, 3, 4, 5]);
    expect(ids(extended(random, [track(6)], first))?.slice(0, 3)).toEqual([2, 8, 9]);
  });
});

describe("edits of what comes", () => {
  const queue = queueAt(tracks, track(2));

  it("move a song, within what comes alone", () => {
    expect(ids(withMoved(queue, 2, 0))).toEqual([1, 2, 5, 3, 4]);
    expect(ids(withMoved(queue, 0, 2))).toEqual([1, 2, 4, 5, 3]);
    expect(withMoved(queue, 0, -1)).toBe(queue);
    expect(withMoved(queue, 2, 3)).toBe(queue);
    expect(withMoved(queue, 7, 0)).toBe(queue);
  });

  it("moved among those added by hand, count as added by hand; moved away, no more", () => {
    const byHand = withAdded(withAdded(queue, track(8), "last"), track(9), "last");
    expect(byHand.byHand).toBe(2);
    expect(withMoved(byHand, 4, 1).byHand).toBe(3);
    expect(withMoved(byHand, 0, 1).byHand).toBe(2);
    expect(withMoved(byHand, 0, 4).byHand).toBe(1);
    expect(withMoved(byHand, 4, 3).byHand).toBe(2);
  });

  it("remove songs, which come back where they were", () => {
    const byHand = withAdded(queue, track(8), "next");
    const { queue: without, removal } = withoutAhead(byHand, [8, 4]);
    expect(ids(without)).toEqual([1, 2, 3, 5]);
    expect(without.byHand).toBe(0);
    expect(restored(without, removal)).toEqual(byHand);
    const later = stepped(without, 1, false);
    expect(ids(later && restored(later, removal))).toEqual([1, 2, 3, 8, 5, 4]);
    const again = withAdded(without, track(4), "next");
    expect(ids(restored(again, removal))?.filter((id) => id === 4)).toHaveLength(1);
  });

  it("clear all that comes, also taken back", () => {
    const { queue: cleared, removal } = withoutAhead(queue);
    expect(ids(cleared)).toEqual([1, 2]);
    expect(restored(cleared, removal)).toEqual({ ...queue, byHand: 0 });
  });
});
