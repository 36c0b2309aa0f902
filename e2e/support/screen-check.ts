/**
 * Checks the screen that a page shows: on a desk in light with all rules of axe, in dark for contrast, and on a phone for overflow and
 * target size. With E2E_SHOTS pictures of it go to that folder.
 */
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export interface CheckedScreen {
  name: string;
  /** Text of the only h1. */
  heading: string | RegExp;
  /** The state exists at this width only. */
  only?: keyof typeof heights;
  /** A page of its own, without the site's frame. */
  bare?: boolean;
  /** Runs before the window gets the width of a phone. */
  beforePhone?: (page: Page) => Promise<void>;
}

const heights = { 390: 844, 1280: 800 } as const;

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Gives the page the looks that `checkScreen` begins with, before it opens. */
export async function prepareScreen(page: Page, { only = 1280 }: Pick<CheckedScreen, "only">): Promise<void> {
  await page.setViewportSize({ width: only, height: heights[only] });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

/** Leaves the page dark and narrow. */
export async function checkScreen(page: Page, screen: CheckedScreen): Promise<void> {
  const { name, heading, only, bare = false, beforePhone } = screen;
  const width = only ?? 1280;
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.locator("h1")).toContainText(heading);
  expect(await page.title()).toContain("Ngân Nga");
  await expect(page.locator("html")).toHaveAttribute("lang", "vi");
  await settled(page);
  expect(await faults(page), "light").toEqual([]);
  await shoot(page, `${name}, ${width}, light`);

  await page.emulateMedia({ colorScheme: "dark" });
  if (!bare) await expect(page.locator("html.dark")).toHaveCount(1);
  await settled(page);
  expect(await faults(page, ["color-contrast"]), "dark").toEqual([]);
  await shoot(page, `${name}, ${width}, dark`);

  await expect.poll(() => overhang(page), `sideways at ${width}`).toBe(0);
  if (only === 1280) return;
  await beforePhone?.(page);
  await page.setViewportSize({ width: 390, height: heights[390] });
  await expect.poll(() => overhang(page), "sideways at 390").toBe(0);
  await settled(page);
  expect(await faults(page, ["target-size"]), "phone").toEqual([]);
  await shoot(page, `${name}, 390, dark`);
  await page.setViewportSize({ width: 360, height: heights[390] });
  await expect.poll(() => overhang(page), "sideways at 360").toBe(0);
}

/** How far the page can be scrolled sideways, in pixels. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The page's accessibility faults: by all rules, or by those named. */
async function faults(page: Page, onlyRules?: string[]) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (onlyRules ? axe.withRules(onlyRules) : axe.withTags(rules)).analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }));
}

/** Waits for the end of transitions, since axe would measure contrasts in between. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
}

/** Takes a picture where E2E_SHOTS names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (!folder) return;
  const file = path.join(folder, `${name.replaceAll(/[^\w]+/g, "-")}.png`);
  const whole = (await page.locator("dialog[open], .scrim, .dock, .support__panel:visible").count()) === 0;
  await page.screenshot({ path: file, fullPage: whole });
}
