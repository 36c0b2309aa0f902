import type { Locator } from "vitest/browser";

/** Chooses options of selects one after another, without a pause in which a page could be rendered. */
export function chooseAtOnce(...choices: [select: Locator, value: string][]): void {
  for (const [select, value] of choices) {
    const element = select.element() as HTMLSelectElement;
    element.value = value;
    element.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
