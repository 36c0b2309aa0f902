/** Milliseconds from one attempt to the next without a sign of the network: they grow. */
const firstPause = 2000;
const maxPause = 60_000;

/**
 * Repeats what has failed without network until it is done: when the browser tells that the network is back, with the visitor's next press,
 * and after growing pauses, since not every loss is told.
 * @param attempt resolves to whether it is done; does not reject
 * @returns ends the attempts
 */
export function retryOnNetwork(attempt: () => Promise<boolean>): () => void {
  const signs = ["online", "click"] as const;
  let pause = firstPause;
  let timer = setTimeout(run, pause);
  let isRunning = false;
  let hasEnded = false;

  function end(): void {
    hasEnded = true;
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, run, true);
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    clearTimeout(timer);
    const isDone = await attempt();
    isRunning = false;
    if (hasEnded) return;
    if (isDone) return end();
    pause = Math.min(2 * pause, maxPause);
    timer = setTimeout(run, pause);
  }

  for (const sign of signs) window.addEventListener(sign, run, true);
  return end;
}
