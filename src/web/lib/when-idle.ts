const tasks = new Set<() => void>();
let isScheduled = false;

/**
 * Queues a task until the page has loaded and the browser is idle. Each idle period runs one task, in order; without an idle period
 * within three seconds all of them run.
 * @returns removes the task from the queue
 */
export function whenIdle(task: () => void): () => void {
  tasks.add(task);
  if (!isScheduled) {
    isScheduled = true;
    if (document.readyState === "complete") schedule();
    else window.addEventListener("load", schedule, { once: true });
  }
  return () => tasks.delete(task);
}

function schedule(): void {
  // Safari lacks requestIdleCallback.
  if ("requestIdleCallback" in window) window.requestIdleCallback(runNext, { timeout: 3000 });
  else setTimeout(() => runNext(), 100);
}

function runNext(deadline?: IdleDeadline): void {
  const batch = [...tasks].slice(0, deadline?.didTimeout ? tasks.size : 1);
  for (const task of batch) tasks.delete(task);
  isScheduled = tasks.size > 0;
  if (isScheduled) schedule();
  for (const task of batch) task();
}
