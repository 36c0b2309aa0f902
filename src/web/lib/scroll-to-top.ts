const checkInterval = 150;
const maxChecks = 40;
let cancelLast: (() => void) | undefined;

/**
 * Scrolls smoothly to the top; at once under reduced motion. Browsers cancel a smooth scroll when the page's height changes, so a
 * stopped scroll is started again until it reaches the top or the user scrolls.
 */
export function scrollToTop(): void {
  cancelLast?.();
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    window.scrollTo({ top: 0, behavior: "instant" });
    return;
  }
  window.scrollTo({ top: 0, behavior: "smooth" });
  let previous = window.scrollY;
  let checks = 0;
  const timer = setInterval(() => {
    const position = window.scrollY;
    checks += 1;
    if (position === 0 || checks > maxChecks) cancel();
    else if (position === previous) window.scrollTo({ top: 0, behavior: "smooth" });
    previous = position;
  }, checkInterval);
  const removeListeners = onUserScroll(cancel);
  function cancel(): void {
    clearInterval(timer);
    removeListeners();
  }
  cancelLast = cancel;
}

/** Calls back on input that scrolls the page or may start to. Returns a function that removes the listeners. */
function onUserScroll(callback: () => void): () => void {
  const controller = new AbortController();
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(type, callback, { signal: controller.signal, passive: true });
  }
  return () => controller.abort();
}
