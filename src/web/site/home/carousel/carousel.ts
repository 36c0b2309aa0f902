/** Milliseconds from a slide to the next one. */
export const advanceDelay = 5000;
/** Pixels; shorter swipes do nothing. */
export const swipeThreshold = 50;

export type Step = 1 | -1;

/** Reason to pause the automatic change of slides. */
export type Hold = "pointer" | "focus" | "touch";

export interface Carousel {
  index: number;
  /** Direction of the last change; 0 at first. */
  direction: Step | 0;
  /** True when the visitor made the last change, not the timer. */
  isManual: boolean;
  /** False when the visitor has paused it. */
  playing: boolean;
  holds: readonly Hold[];
}

export type CarouselAction =
  | { type: "elapsed"; since: number }
  | { type: "step"; by: Step }
  | { type: "show"; index: number }
  | { type: "toggle" }
  | { type: "hold" | "release"; hold: Hold };

export const initialCarousel: Carousel = { index: 0, direction: 0, isManual: false, playing: true, holds: [] };

/** Returns the current slide of `count` slides: the last one when the list became shorter. */
export function currentSlide({ index }: Carousel, count: number): number {
  return Math.min(index, count - 1);
}

/** Returns the next state of a carousel of `count` slides. It wraps around at both ends. */
export function carouselReducer(carousel: Carousel, action: CarouselAction, count: number): Carousel {
  const { playing, holds } = carousel;
  const index = currentSlide(carousel, count);
  switch (action.type) {
    case "elapsed":
      return action.since === index ? { ...carousel, ...stepFrom(index, 1, count), isManual: false } : carousel;
    case "step":
      return { ...carousel, ...stepFrom(index, action.by, count), isManual: true };
    case "show":
      if (action.index === index) return carousel;
      return { ...carousel, index: action.index, direction: action.index > index ? 1 : -1, isManual: true };
    case "toggle":
      // Playing also ends the holds: the pointer and the focus are still on the button.
      return { ...carousel, playing: !playing, holds: playing ? holds : [] };
    case "hold":
      return holds.includes(action.hold) ? carousel : { ...carousel, holds: [...holds, action.hold] };
    case "release":
      return { ...carousel, holds: holds.filter((hold) => hold !== action.hold) };
  }
}

function stepFrom(index: number, by: Step, count: number): Pick<Carousel, "index" | "direction"> {
  return { index: (index + by + count) % count, direction: by };
}

/**
 * Returns the step of a swipe: left is next, right is previous; undefined when it is too short or mainly vertical.
 * @param right pixels
 * @param down pixels
 */
export function stepOfSwipe(right: number, down: number): Step | undefined {
  if (Math.abs(right) < swipeThreshold || Math.abs(right) <= Math.abs(down)) return undefined;
  return right < 0 ? 1 : -1;
}
