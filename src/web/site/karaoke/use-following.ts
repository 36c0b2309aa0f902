import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";

const reduced = "(prefers-reduced-motion: reduce)";
/** Share of the box's height around its middle, in which a line counts as found again after scrolling by hand. */
const middle = 0.5;
const scrollKeys = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);

/**
 * Keeps the line that sounds in the middle of a box that scrolls, until the box is scrolled by hand; then again when a line sounds that
 * stands in the middle. Under reduced motion nothing moves by itself.
 * @param line number of the child of the list; -1 leaves the view alone
 */
export function useFollowing(box: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>, line: number) {
  const isStill = useReducedMotion();
  const [isFree, setFree] = useState(false);

  const placeOf = (number: number) => {
    const [view, row] = [box.current, list.current?.children[number]];
    if (!view || !row) return undefined;
    const [outer, inner] = [view.getBoundingClientRect(), row.getBoundingClientRect()];
    return { view, offset: (inner.top + inner.bottom) / 2 - (outer.top + outer.bottom) / 2, height: outer.height };
  };
  const toLine = (behavior: ScrollBehavior, number = line) => {
    const found = placeOf(number);
    found?.view.scrollBy({ top: found.offset, behavior });
  };
  const follow = useEffectEvent(() => {
    if (isStill) return;
    if (!isFree) return toLine("smooth");
    const found = placeOf(line);
    if (found && Math.abs(found.offset) < (found.height * middle) / 2) setFree(false);
  });
  useEffect(() => {
    if (line >= 0) follow();
  }, [line]);

  useEffect(() => {
    const view = box.current;
    if (!view) return;
    const controller = new AbortController();
    const options = { passive: true, signal: controller.signal };
    const free = () => setFree(true);
    for (const event of ["wheel", "touchmove"] as const) view.addEventListener(event, free, options);
    view.addEventListener("keydown", ({ key }) => scrollKeys.has(key) && free(), options);
    // A press beside the lines is one on the scroll bar.
    view.addEventListener("pointerdown", ({ target }) => target === view && free(), options);
    return () => controller.abort();
  }, [box]);

  return {
    isFree: isFree || isStill,
    /** Follows a line that was pressed; under reduced motion the view stays. */
    followFrom(number: number) {
      setFree(false);
      if (!isStill) toLine("smooth", number);
    },
    follow() {
      setFree(false);
      toLine(isStill ? "instant" : "smooth");
    },
  };
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(reduced);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(reduced).matches,
    () => false,
  );
}
