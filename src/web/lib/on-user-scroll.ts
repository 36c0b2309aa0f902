/** Calls back on input that scrolls the page or is about to, until the returned function is called. */
export function onUserScroll(then: () => void): () => void {
  const ended = new AbortController();
  for (const input of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(input, then, { signal: ended.signal, passive: true });
  }
  return () => ended.abort();
}
