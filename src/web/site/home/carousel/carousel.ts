/** How a carousel moves, apart from the screen. */

/** Milliseconds until a carousel moves on by itself. */
export const advanceAfter = 5000;
/** Pixels from which on a swipe turns a slide. */
export const swipeThreshold = 50;

/** One slide on, or one back. */
export type Turn = 1 | -1;

/** What keeps a carousel still for as long as it lasts. */
export type Hold = "pointer" | "focus" | "touch";

export interface Carousel {
  /** The slide shown, from 0. */
  index: number;
  /** The way it came; 0 for the first. */
  came: Turn | 0;
  /** Whether the visitor moved it last, and not the clock. */
  byHand: boolean;
  /** Whether the visitor lets it move by itself. */
  playing: boolean;
  holds: readonly Hold[];
}

export type Move =
  | { type: "elapsed"; since: number }
  | { type: "turn"; by: Turn }
  | { type: "show"; index: number }
  | { type: "toggle" }
  | { type: "hold" | "release"; hold: Hold };

export const started: Carousel = { index: 0, came: 0, byHand: false, playing: true, holds: [] };

/** The slide that a carousel of `count` slides shows: the last, where those after it are gone. */
export function shownSlide({ index }: Carousel, count: number): number {
  return Math.min(index, count - 1);
}

/** What a move makes of a carousel of `count` slides. Both ends lead on to the other. */
export function moved(carousel: Carousel, move: Move, count: number): Carousel {
  const { playing, holds } = carousel;
  const index = shownSlide(carousel, count);
  switch (move.type) {
    case "elapsed":
      return move.since === index ? { ...carousel, ...turned(index, 1, count), byHand: false } : carousel;
    case "turn":
      return { ...carousel, ...turned(index, move.by, count), byHand: true };
    case "show":
      if (move.index === index) return carousel;
      return { ...carousel, index: move.index, came: move.index > index ? 1 : -1, byHand: true };
    case "toggle":
      // Who asks it to play means now, also with the pointer or the focus still on the button.
      return { ...carousel, playing: !playing, holds: playing ? holds : [] };
    case "hold":
      return holds.includes(move.hold) ? carousel : { ...carousel, holds: [...holds, move.hold] };
    case "release":
      return { ...carousel, holds: holds.filter((hold) => hold !== move.hold) };
  }
}

function turned(index: number, by: Turn, count: number): Pick<Carousel, "index" | "came"> {
  return { index: (index + by + count) % count, came: by };
}

/** What a finger's way across the screen asks for: to the left is on, to the right is back; undefined when it was no swipe. */
export function turnOfSwipe(right: number, down: number): Turn | undefined {
  if (Math.abs(right) < swipeThreshold || Math.abs(right) <= Math.abs(down)) return undefined;
  return right < 0 ? 1 : -1;
}
