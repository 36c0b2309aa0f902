/** Calls back when the visitor moves the page by hand, or is about to. Gives what ends it. */
export function onHand(then: () => void): () => void {
  const ended = new AbortController();
  for (const byHand of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(byHand, then, { signal: ended.signal, passive: true });
  }
  return () => ended.abort();
}
