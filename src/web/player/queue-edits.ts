/** Changes of a listener in what comes. Pure, and apart from `play-queue.ts`, since no page needs it before it is pressed. */
import type { Track } from "./audio-service.ts";
import { aheadOf, handOf, has, inserted, type PlayQueue, presentOf } from "./play-queue.ts";

/** Songs that were taken out of what comes, with what brings them back. */
export interface Removal {
  readonly removed: readonly { readonly track: Track; readonly ahead: number; readonly listedAt: number }[];
  /** How many of them were added by hand. */
  readonly byHand: number;
}

/**
 * Returns the queue with a song that comes next, or after those that were added by hand before. A song stands in a queue once: one that it
 * has moves there, and the present one stays.
 */
export function withAdded(queue: PlayQueue, track: Track, where: "next" | "last"): PlayQueue {
  const present = presentOf(queue);
  if (present?.id === track.id) return queue;
  const at = queue.order.findIndex(({ id }) => id === track.id);
  const rest = at < 0 ? queue : dropped(queue, at);
  const byHand = handOf(rest);
  const order = inserted(rest.order, rest.place + 1 + (where === "next" ? 0 : byHand), track);
  const listed = has(rest.listed, track)
    ? rest.listed
    : inserted(rest.listed, rest.listed.findIndex(({ id }) => id === present?.id) + 1, track);
  return { ...rest, listed, order, byHand: byHand + 1 };
}

/**
 * Returns the queue with a song of what comes at another place of it; the queue itself for a place that does not come. A song that is moved
 * before one that was added by hand counts as added by hand.
 * @param from place in what comes, from 0, as `to`
 */
export function withMoved(queue: PlayQueue, from: number, to: number): PlayQueue {
  const ahead = aheadOf(queue);
  const track = ahead[from];
  if (!track || from === to || to < 0 || to >= ahead.length) return queue;
  const byHand = handOf(queue);
  const others = ahead.filter((_, place) => place !== from);
  const left = from < byHand ? byHand - 1 : byHand;
  const isByHand = to < left || (from < byHand && to === left);
  return {
    ...queue,
    order: [...queue.order.slice(0, queue.place + 1), ...inserted(others, to, track)],
    byHand: left + (isByHand ? 1 : 0),
  };
}

/** Returns the queue without some songs of what comes, and what brings them back. @param ids all that comes by default */
export function withoutAhead(queue: PlayQueue, ids?: readonly number[]): { queue: PlayQueue; removal: Removal } {
  const gone = aheadOf(queue)
    .map((track, ahead) => ({ track, ahead, listedAt: queue.listed.findIndex(({ id }) => id === track.id) }))
    .filter(({ track }) => !ids || ids.includes(track.id));
  const isGone = (track: Track) => gone.some((each) => each.track.id === track.id);
  const byHand = gone.filter(({ ahead }) => ahead < handOf(queue)).length;
  return {
    queue: {
      ...queue,
      listed: queue.listed.filter((track) => !isGone(track)),
      order: queue.order.filter((track) => !isGone(track)),
      byHand: handOf(queue) - byHand,
    },
    removal: { removed: gone, byHand },
  };
}

/** Returns the queue with removed songs where they were in what comes, those that it has got again left out. */
export function restored(queue: PlayQueue, { removed, byHand }: Removal): PlayQueue {
  const back = removed.filter(({ track }) => !has(queue.order, track));
  let { listed } = queue;
  for (const { track, listedAt } of back.toSorted((one, other) => one.listedAt - other.listedAt)) {
    listed = inserted(listed, Math.min(listedAt, listed.length), track);
  }
  let ahead = aheadOf(queue);
  for (const each of back) ahead = inserted(ahead, Math.min(each.ahead, ahead.length), each.track);
  return {
    ...queue,
    listed,
    order: [...queue.order.slice(0, queue.place + 1), ...ahead],
    byHand: handOf(queue) + Math.min(byHand, back.length),
  };
}

function dropped(queue: PlayQueue, at: number): PlayQueue {
  const { place } = queue;
  const isByHand = at > place && at <= place + handOf(queue);
  return {
    ...queue,
    order: queue.order.filter((_, each) => each !== at),
    place: at < place ? place - 1 : place,
    byHand: handOf(queue) - (isByHand ? 1 : 0),
  };
}
