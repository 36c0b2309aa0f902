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

/**
 * Returns what a reader sees a part of only: numbers that are broken over two lines, text that ends at an edge without "…", lists and, where
 * there is room, other tables that are wider than their frame, and what a mouse has no scroll bar for.
 */
export function cutOff(): string[] {
  const found = new Set<Element>();
  const slack = 1;
  const number = /(?<!\S)[+−-]?\d[\d.,:/]*%?(?!\S)/g;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    const words = text.textContent ?? "";
    if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest("select, textarea, svg")) continue;
    if (words.trim() === "") continue;
    range.selectNodeContents(text);
    for (const { index, 0: digits } of words.matchAll(number)) {
      const line = document.createRange();
      line.setStart(text, index);
      line.setEnd(text, index + digits.length);
      const tops = [...line.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) found.add(parent);
    }
    const { left, right, width } = range.getBoundingClientRect();
    const isOwnLine = (frame: Element) => {
      for (let each: Element | null = parent; each && each !== frame; each = each.parentElement)
        if (getComputedStyle(each).display !== "inline") return false;
      return true;
    };
    for (let frame: Element | null = parent; frame && frame !== document.body; frame = frame.parentElement) {
      const { overflowX, textOverflow, position } = getComputedStyle(frame);
      const box = frame.getBoundingClientRect();
      // Hidden for all but screen readers.
      if (width === 0 || (overflowX !== "visible" && box.width <= 1)) break;
      if (overflowX === "auto" || overflowX === "scroll") break;
      const isLabel = frame.matches(".badge, .chip, .btn");
      const isOutside = left < box.left - slack || right > box.right + slack;
      if ((overflowX !== "visible" || isLabel) && isOutside) {
        if (!(textOverflow === "ellipsis" && isOwnLine(frame))) found.add(parent);
        break;
      }
      if (position === "fixed") break;
    }
  }
  for (const frame of document.querySelectorAll("*")) {
    const { overflowX, scrollbarWidth } = getComputedStyle(frame);
    if (!(overflowX === "auto" || overflowX === "scroll") || frame.scrollWidth <= frame.clientWidth + slack) continue;
    const hasTable = frame.querySelector("table") !== null;
    const isByFinger = window.innerWidth < 768 || matchMedia("(pointer: coarse)").matches;
    if (scrollbarWidth === "none" && !matchMedia("(pointer: coarse)").matches) found.add(frame);
    if (frame.querySelector("table.table") !== null || (hasTable && !isByFinger)) found.add(frame);
  }
  return [...found]
    .slice(0, 8)
    .map((each) => `${(each.cloneNode(false) as Element).outerHTML}: ${each.textContent?.slice(0, 40)}`);
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
