/** The songs of a list in the order in which they play. Pure: each function gives a new queue. */
import type { Track } from "./audio-service.ts";

export interface PlayQueue {
  /** As they are listed on the page. */
  readonly listed: readonly Track[];
  /** As they play: `listed`, or shuffled. */
  readonly order: readonly Track[];
  /** Index of the present song in `order`. */
  readonly place: number;
  /** Songs right after the present one that were added by hand: they come before what the list goes on with. None by default. */
  readonly byHand?: number;
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

/** Returns what comes after the present song. */
export function aheadOf({ order, place }: PlayQueue): readonly Track[] {
  return order.slice(place + 1);
}

/** Returns the queue at a place of its order; songs added by hand that lie before it are over. */
export function queueAtPlace(queue: PlayQueue, place: number): PlayQueue {
  const byHand = place > queue.place ? Math.max(0, handOf(queue) - (place - queue.place)) : 0;
  return { ...queue, place, byHand };
}

/** Returns the queue at a song of its own, or undefined for another song. */
export function movedTo(queue: PlayQueue, { id }: Track): PlayQueue | undefined {
  const place = queue.order.findIndex((track) => track.id === id);
  return place < 0 ? undefined : queueAtPlace(queue, place);
}

/** Returns the queue one song on (1) or back (-1), past an end only when it `wraps`; undefined where there is none. */
export function stepped(queue: PlayQueue, step: 1 | -1, wraps: boolean): PlayQueue | undefined {
  const { length } = queue.order;
  const place = queue.place + step;
  if (place >= 0 && place < length) return queueAtPlace(queue, place);
  return wraps && length > 1 ? queueAtPlace(queue, (place + length) % length) : undefined;
}

/** Returns the queue in a random order that begins with the present song and what was added by hand. @param random gives 0 to below 1 */
export function shuffled(queue: PlayQueue, random: () => number): PlayQueue {
  const first = queue.order.slice(queue.place, queue.place + 1 + handOf(queue));
  const others = queue.listed.filter((track) => !has(first, track));
  return { ...queue, order: [...first, ...inRandomOrder(others, random)], place: 0 };
}

/** Returns the queue as it is listed, at the same song, after which still comes what was added by hand. */
export function inListOrder(queue: PlayQueue, present = presentOf(queue)): PlayQueue {
  const added = aheadOf(queue).slice(0, handOf(queue));
  const others = queue.listed.filter((track) => !has(added, track));
  const place = Math.max(
    0,
    others.findIndex((track) => track.id === present?.id),
  );
  return { ...queue, order: inserted(others, place + 1, ...added), place };
}

/**
 * Returns the queue with the songs of a further page at its end; with `random`, all that is still to come and was not added by hand is
 * shuffled. Songs that it has are left out.
 */
export function extended(queue: PlayQueue, tracks: readonly Track[], random?: () => number): PlayQueue {
  const added = tracks.filter((track) => !has(queue.listed, track));
  const fixed = queue.place + 1 + handOf(queue);
  const ahead = [...queue.order.slice(fixed), ...added];
  return {
    ...queue,
    listed: [...queue.listed, ...added],
    order: [...queue.order.slice(0, fixed), ...(random ? inRandomOrder(ahead, random) : ahead)],
  };
}

/** Returns how many songs right after the present one were added by hand. */
export const handOf = ({ byHand = 0 }: PlayQueue): number => byHand;

/** Whether a song is among others. */
export function has(tracks: readonly Track[], { id }: Track): boolean {
  return tracks.some((track) => track.id === id);
}

/** Returns songs with others at a place among them. */
export function inserted(tracks: readonly Track[], at: number, ...added: readonly Track[]): Track[] {
  return [...tracks.slice(0, at), ...added, ...tracks.slice(at)];
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
