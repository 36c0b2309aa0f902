/**
 * Calls `close` on a press outside the element, when the focus leaves it, and on Esc (`byEscape`: the caller returns the focus to the
 * button that opened it). Returns a function that removes the listeners.
 */
export function onDismiss(element: HTMLElement, close: (byEscape: boolean) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const isOutside = (target: EventTarget | null) => target instanceof Node && !element.contains(target);
  document.addEventListener("pointerdown", ({ target }) => isOutside(target) && close(false), { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close(true), { signal });
  element.addEventListener("focusout", ({ relatedTarget }) => isOutside(relatedTarget) && close(false), { signal });
  return () => controller.abort();
}
