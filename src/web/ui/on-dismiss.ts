/**
 * Calls back when what is open should close: a press outside of it, Esc (`byKey`: the focus is to return to what opened it), or the
 * focus leaving it. Gives what ends that.
 */
export function onDismiss(element: HTMLElement, close: (byKey: boolean) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const isOutside = (target: EventTarget | null) => target instanceof Node && !element.contains(target);
  document.addEventListener("pointerdown", ({ target }) => isOutside(target) && close(false), { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close(true), { signal });
  element.addEventListener("focusout", ({ relatedTarget }) => isOutside(relatedTarget) && close(false), { signal });
  return () => ended.abort();
}
