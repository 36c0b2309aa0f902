import { useEffect, useReducer, useSyncExternalStore } from "react";
import { advanceAfter, type Move, moved, shownSlide, started } from "./carousel.ts";

const reducedMotion = "(prefers-reduced-motion: reduce)";

/** A carousel of `count` slides that moves on by itself while nothing keeps it, the tab is seen and motion is welcome. */
export function useCarousel(count: number) {
  const [state, send] = useReducer((before: typeof started, move: Move) => moved(before, move, count), started);
  const motionWelcome = useMotionWelcome();
  const seen = useTabSeen();
  const index = shownSlide(state, count);
  const runs = state.playing && state.holds.length === 0 && motionWelcome && seen && count > 1;

  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => send({ type: "elapsed", since: index }), advanceAfter);
    return () => clearTimeout(timer);
  }, [runs, index]);

  return { ...state, index, runs, send };
}

function useMotionWelcome(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(reducedMotion);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => !window.matchMedia(reducedMotion).matches,
    () => true,
  );
}

function useTabSeen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener("visibilitychange", changed);
      return () => document.removeEventListener("visibilitychange", changed);
    },
    () => document.visibilityState !== "hidden",
    () => true,
  );
}
