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
