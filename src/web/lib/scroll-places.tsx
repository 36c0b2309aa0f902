/** Where pages stand: a new one at its top, one that is gone back to or loaded again where it was left. */
import { useContext, useEffect } from "react";
import { ScrollRestoration, UNSAFE_DataRouterStateContext, useLocation } from "react-router";
import { onHand } from "./by-hand.ts";

/** The router's own, which looks once; this waits for the page's data. */
export function ScrollPlaces() {
  const place = useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition;
  const { key } = useLocation();
  // By the key too: two pages may have been left at the same height.
  useEffect(() => (typeof place === "number" ? stayAt(place) : undefined), [key, place]);
  return <ScrollRestoration />;
}

/** Holds the page at a height while skeletons give way to what they stand for, or until the visitor moves it. */
function stayAt(top: number): () => void {
  const grown = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (!document.querySelector("[aria-busy=true]")) end();
  });
  const letGo = onHand(end);
  function end(): void {
    grown.disconnect();
    letGo();
  }
  grown.observe(document.body);
  return end;
}

// Heard before the router, which listens later.
if (!import.meta.env.SSR) window.addEventListener("popstate", nameEntry);

/**
 * Names the history entry that a link to a part of the same page makes. The router knows no such entry, takes all of them for one, and
 * would scroll to where the last was left.
 */
function nameEntry({ state }: PopStateEvent): void {
  if (state === null) window.history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
}
