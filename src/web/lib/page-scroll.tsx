import { useLayoutEffect } from "react";
import { ScrollRestoration, useLocation, useNavigationType } from "react-router";

/**
 * The router's scroll restoration. It scrolls once, as soon as a page renders. After Back or Forward the page may render skeletons
 * that are shorter than its data, so the document keeps the height of the restored position until the data is rendered.
 */
export function PageScroll() {
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";
  useLayoutEffect(() => (isBack && isLoading() ? holdPosition() : undefined), [key, isBack]);
  return (
    <>
      <Stretch />
      <ScrollRestoration />
    </>
  );
}

const stretchedHeight = 1_000_000;

/** Makes every position reachable: its effect runs before the restoration's. No frame is painted at this height. */
function Stretch() {
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";
  useLayoutEffect(() => {
    if (isBack && isLoading()) document.documentElement.style.minHeight = `${stretchedHeight}px`;
  }, [key, isBack]);
  return null;
}

/** Keeps the document tall enough for its scroll position until its data is rendered. Returns the cleanup. */
function holdPosition(): () => void {
  const { style } = document.documentElement;
  style.minHeight = `${window.scrollY + window.innerHeight}px`;
  // Scroll anchoring would move the position when data replaces shorter skeletons above it.
  style.overflowAnchor = "none";
  const observer = new MutationObserver(() => {
    if (!isLoading()) end();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-busy"] });
  function end(): void {
    observer.disconnect();
    style.minHeight = "";
    style.overflowAnchor = "";
  }
  return end;
}

function isLoading(): boolean {
  return document.querySelector("[aria-busy=true]") !== null;
}

// Registered before the router's own listener: browsers call those of the window in their order, capturing or not.
if (!import.meta.env.SSR) window.addEventListener("popstate", beforeRouter);

/**
 * The event of the window that tells of Back and Forward before the router; who prevents its default keeps them from the router. A type alone:
 * parts that load later would take this module out of the page's first script.
 */
export type BackEvent = "before-back";
const backEvent: BackEvent = "before-back";

/**
 * Adds a key to the history entry of a plain fragment link. The router treats all entries without a key as one, and would restore the
 * position of the last of them.
 */
function beforeRouter(event: PopStateEvent): void {
  if (event.state === null) window.history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
  if (!window.dispatchEvent(new Event(backEvent, { cancelable: true }))) event.stopImmediatePropagation();
}
