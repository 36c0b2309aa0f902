import { useEffect, useReducer, useSyncExternalStore } from "react";
import { advanceDelay, type CarouselAction, carouselReducer, currentSlide, initialCarousel } from "./carousel.ts";

const reducedMotion = "(prefers-reduced-motion: reduce)";

/**
 * State of a carousel of `count` slides. It advances by itself while it plays, nothing holds it, the tab is visible and the visitor
 * does not prefer reduced motion.
 */
export function useCarousel(count: number) {
  const [state, send] = useReducer(
    (state: typeof initialCarousel, action: CarouselAction) => carouselReducer(state, action, count),
    initialCarousel,
  );
  const allowsMotion = useAllowsMotion();
  const isTabVisible = useTabVisible();
  const index = currentSlide(state, count);
  const isRunning = state.playing && state.holds.length === 0 && allowsMotion && isTabVisible && count > 1;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => send({ type: "elapsed", since: index }), advanceDelay);
    return () => clearTimeout(timer);
  }, [isRunning, index]);

  return { ...state, index, isRunning, send };
}

function useAllowsMotion(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(reducedMotion);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => !window.matchMedia(reducedMotion).matches,
    () => true,
  );
}

function useTabVisible(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      document.addEventListener("visibilitychange", onChange);
      return () => document.removeEventListener("visibilitychange", onChange);
    },
    () => document.visibilityState !== "hidden",
    () => true,
  );
}
