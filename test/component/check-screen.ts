/** Checks the looks of the state that a test has reached, as `e2e/support/screen-check.ts` checks those of a route. */
import axe, { type RunOptions } from "axe-core";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { axeTags, cutOff, overhang, transitionsEnded } from "../screen.ts";

const heights = { 1280: 800, 768: 1024, 390: 844, 320: 568 } as const;

type Width = keyof typeof heights;

interface CheckedState {
  /** Text of the only h1, for a whole page. */
  heading?: string | RegExp;
  /** Where the state exists; all rules of axe are checked at the first. */
  widths?: readonly Width[];
}

/**
 * Expects the state to obey all rules of axe, to be no wider than the window at any width, and to have targets that a finger hits. The
 * rules on a page's frame apply where the test has rendered one. Dark is checked as data: it differs by the colours of `tokens.css` alone.
 * Leaves the page as narrow as the last width.
 */
export async function checkScreen(state: CheckedState = {}): Promise<void> {
  const { heading, widths = [1280, 768, 390, 320] } = state;
  if (heading !== undefined) {
    const text = typeof heading === "string" ? expect.stringContaining(heading) : expect.stringMatching(heading);
    await expect.poll(() => [...document.querySelectorAll("h1")].map((h1) => h1.textContent)).toEqual([text]);
  }
  for (const [i, width] of widths.entries()) {
    await checkWidth(width);
    if (i > 0 && width !== 390) continue;
    await transitionsEnded();
    const rules = i === 0 ? all() : only("target-size");
    expect(await faults(rules), `at ${width}`).toEqual([]);
  }
}

/**
 * Expects a further state of a screen whose usual one has passed `checkScreen` to be no wider than the narrowest window, and leaves the
 * page that narrow.
 */
export function fits(): Promise<void> {
  return checkWidth(320);
}

async function checkWidth(width: Width): Promise<void> {
  await document.fonts.ready;
  if (window.innerWidth !== width) await page.viewport(width, heights[width]);
  await expect.poll(overhang, { message: `sideways at ${width}` }).toEqual([]);
  await expect.poll(cutOff, { message: `cut at ${width}` }).toEqual([]);
}

const only = (rule: string): RunOptions => ({ runOnly: [rule] });

/**
 * All rules; those on the frame where the test has rendered one. Over what a dialog or an open list hides, axe makes exceptions, but guesses from
 * the places of elements whether one is open.
 */
function all(): RunOptions {
  const covered = document.querySelector("dialog[open], [role=dialog], [role=alertdialog], [role=listbox]") !== null;
  const frame = { enabled: !covered && document.querySelector("main") !== null };
  const rules = { region: frame, "landmark-one-main": frame, "page-has-heading-one": frame };
  return { runOnly: axeTags, rules: { ...rules, "aria-hidden-focus": { enabled: !covered } } };
}

/** Returns the page's accessibility faults. */
async function faults(rules: RunOptions) {
  const { violations } = await axe.run(document, { ...rules, iframes: false, resultTypes: ["violations"] });
  return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }));
}
