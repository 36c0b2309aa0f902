/** Checks of a screen's looks. The functions run in the page and use nothing of their module. */

/** Tags of the rules of axe that a screen obeys. */
export const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Returns how far the page can be scrolled sideways and the elements that stick out; nothing when it can't. */
export function overhang(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const outside = [...document.body.querySelectorAll("*")].filter(
    (each) => each.getBoundingClientRect().right > clientWidth,
  );
  const inner = outside.filter((each) => !outside.some((other) => other !== each && each.contains(other)));
  const tags = inner.slice(0, 5).map((each) => (each.cloneNode(false) as Element).outerHTML);
  return [`${scrollWidth - clientWidth} px`, ...tags];
}

/** Waits for the end of transitions, since axe would measure contrasts in between. */
export async function transitionsEnded(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ending = document
    .getAnimations()
    .filter((each) => each.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map((each) => each.finished));
}

/** Resolves once React has run its scheduled work: its scheduler uses messages, and these are queued after them. */
export async function reactSettled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    const { port1, port2 } = new MessageChannel();
    const received = new Promise((resolve) => port1.addEventListener("message", resolve));
    port1.start();
    port2.postMessage("");
    await received;
    port1.close();
  }
}
