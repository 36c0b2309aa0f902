/** Work that gives way: it is done when the page has loaded and the browser has nothing better to do. */
const tasks = new Set<() => void>();
let busy = false;

/**
 * Does a task at such a moment, one at each, in the order they came; where none comes in three seconds, all that wait. Gives what
 * takes it back.
 */
export function whenIdle(task: () => void): () => void {
  tasks.add(task);
  if (!busy) {
    busy = true;
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
  }
  return () => tasks.delete(task);
}

function wait(): void {
  // Safari has no such thing.
  if ("requestIdleCallback" in window) window.requestIdleCallback(doNext, { timeout: 3000 });
  else setTimeout(() => doNext(), 100);
}

function doNext(deadline?: IdleDeadline): void {
  const due = [...tasks].slice(0, deadline?.didTimeout ? tasks.size : 1);
  for (const task of due) tasks.delete(task);
  busy = tasks.size > 0;
  if (busy) wait();
  for (const task of due) task();
}
