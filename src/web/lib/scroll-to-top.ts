import { onUserScroll } from "./on-user-scroll.ts";

const lookMs = 150;
const maxLooks = 40;
let endLast: (() => void) | undefined;

/**
 * Scrolls smoothly to the top; at once under reduced motion. A browser drops a smooth scroll when the page changes its
 * height meanwhile, so it is asked for again where it stands still, until the top is reached or someone scrolls by hand.
 */
export function scrollToTop(): void {
  endLast?.();
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    window.scrollTo({ top: 0, behavior: "instant" });
    return;
  }
  window.scrollTo({ top: 0, behavior: "smooth" });
  let before = window.scrollY;
  let looks = 0;
  const timer = setInterval(() => {
    const now = window.scrollY;
    looks += 1;
    if (now === 0 || looks > maxLooks) end();
    else if (now === before) window.scrollTo({ top: 0, behavior: "smooth" });
    before = now;
  }, lookMs);
  const letGo = onUserScroll(end);
  function end(): void {
    clearInterval(timer);
    letGo();
  }
  endLast = end;
}
