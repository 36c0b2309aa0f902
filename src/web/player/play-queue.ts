/** The songs of a list in the order in which they play. Pure: each function gives a new queue. */
import type { Track } from "./audio-service.ts";

export interface PlayQueue {
  /** As they are listed on the page. */
  readonly listed: readonly Track[];
  /** As they play: `listed`, or shuffled. */
  readonly order: readonly Track[];
  /** Index of the present song in `order`. */
  readonly place: number;
}

/** Returns a queue at `current`, which stands first when the list lacks it. */
export function queueAt(tracks: readonly Track[], current: Track): PlayQueue {
  const listed = tracks.some(({ id }) => id === current.id) ? tracks : [current, ...tracks];
  return inListOrder({ listed, order: listed, place: 0 }, current);
}

/** Returns the present song. */
export function presentOf({ order, place }: PlayQueue): Track | undefined {
  return order[place];
}

/** Returns the queue at a song of its own, or undefined for another song. */
export function movedTo(queue: PlayQueue, { id }: Track): PlayQueue | undefined {
  const place = queue.order.findIndex((track) => track.id === id);
  return place < 0 ? undefined : { ...queue, place };
}

/** Returns the queue one song on (1) or back (-1), past an end only when it `wraps`; undefined where there is none. */
export function stepped(queue: PlayQueue, step: 1 | -1, wraps: boolean): PlayQueue | undefined {
  const { length } = queue.order;
  const place = queue.place + step;
  if (place >= 0 && place < length) return { ...queue, place };
  return wraps && length > 1 ? { ...queue, place: (place + length) % length } : undefined;
}

/** Returns the queue in a random order that begins with the present song. @param random gives 0 to below 1 */
export function shuffled(queue: PlayQueue, random: () => number): PlayQueue {
  const present = presentOf(queue);
  const others = queue.listed.filter((track) => track !== present);
  return { ...queue, order: [...(present ? [present] : []), ...inRandomOrder(others, random)], place: 0 };
}

/** Returns the queue as it is listed, at the same song. */
export function inListOrder(queue: PlayQueue, present = presentOf(queue)): PlayQueue {
  const place = queue.listed.findIndex((track) => track.id === present?.id);
  return { ...queue, order: queue.listed, place: Math.max(0, place) };
}

/**
 * Returns the queue with the songs of a further page at its end; with `random`, all that is still to come is shuffled. Songs that it has
 * are left out.
 */
export function extended(queue: PlayQueue, tracks: readonly Track[], random?: () => number): PlayQueue {
  const ids = new Set(queue.listed.map(({ id }) => id));
  const added = tracks.filter(({ id }) => !ids.has(id));
  const played = queue.order.slice(0, queue.place + 1);
  const ahead = [...queue.order.slice(queue.place + 1), ...added];
  return {
    ...queue,
    listed: [...queue.listed, ...added],
    order: [...played, ...(random ? inRandomOrder(ahead, random) : ahead)],
  };
}

/** Fisher and Yates. */
function inRandomOrder(tracks: readonly Track[], random: () => number): Track[] {
  const order = [...tracks];
  for (let left = order.length - 1; left > 0; left--) {
    const chosen = Math.floor(random() * (left + 1));
    [order[left], order[chosen]] = [order[chosen] as Track, order[left] as Track];
  }
  return order;
}
