import { useLayoutEffect } from "react";
import { ScrollRestoration, useLocation, useNavigationType } from "react-router";

/**
 * The router's scroll restoration, which scrolls once, as soon as a page is shown. After Back or Forward that page may still show
 * skeletons that are shorter than its data; until they are gone the document stays as tall as the restored position needs.
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

/** Pixels; taller than any page. */
const stretched = 1_000_000;

/** Its effect runs before the restoration's, so that no position is out of reach. Nothing is painted at this height. */
function Stretch() {
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";
  useLayoutEffect(() => {
    if (isBack && isLoading()) document.documentElement.style.minHeight = `${stretched}px`;
  }, [key, isBack]);
  return null;
}

/** Keeps the document tall enough for where it stands until its data is shown. Returns what ends it. */
function holdPosition(): () => void {
  const { style } = document.documentElement;
  style.minHeight = `${window.scrollY + window.innerHeight}px`;
  // Data that takes the place of shorter skeletons above would otherwise move the position along with what is visible.
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

// Registered before the router's own listener.
if (!import.meta.env.SSR) window.addEventListener("popstate", giveKey);

/**
 * Gives a key to the history entry of a plain link to a part of the page, which also moves the keyboard's place there. The router
 * takes all entries without a key for one, and would scroll to where the last of them was left.
 */
function giveKey({ state }: PopStateEvent): void {
  if (state === null) window.history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
}
