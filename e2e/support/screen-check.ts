/**
 * Checks the screen that a page shows: on a desk in light with all rules of axe, in dark for contrast, and on a phone for overflow and
 * target size. With E2E_SHOTS pictures of it go to that folder.
 */
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { axeTags, overhang, transitionsEnded } from "../../test/screen.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export interface CheckedScreen {
  name: string;
  /** Text of the only h1. */
  heading: string | RegExp;
  /** A page of its own, without the site's frame. */
  bare?: boolean;
}

const desk = { width: 1280, height: 800 };
const phoneHeight = 844;

/** Gives the page the looks that `checkScreen` begins with, before it opens. */
export async function prepareScreen(page: Page): Promise<void> {
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

/** Expects that the page says what it is. */
export async function checkNames(page: Page, { heading }: Pick<CheckedScreen, "heading">): Promise<void> {
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.locator("h1")).toContainText(heading);
  expect(await page.title()).toContain("Ngân Nga");
  await expect(page.locator("html")).toHaveAttribute("lang", "vi");
}

/** Leaves the page dark and narrow. */
export async function checkScreen(page: Page, screen: CheckedScreen): Promise<void> {
  const { name, bare = false } = screen;
  await checkNames(page, screen);
  await page.evaluate(transitionsEnded);
  expect(await faults(page), "light").toEqual([]);
  await shoot(page, `${name}, 1280, light`);

  await page.emulateMedia({ colorScheme: "dark" });
  if (!bare) await expect(page.locator("html.dark")).toHaveCount(1);
  await page.evaluate(transitionsEnded);
  expect(await faults(page, ["color-contrast"]), "dark").toEqual([]);
  await shoot(page, `${name}, 1280, dark`);

  await expect.poll(() => page.evaluate(overhang), "sideways at 1280").toEqual([]);
  await page.setViewportSize({ width: 390, height: phoneHeight });
  await expect.poll(() => page.evaluate(overhang), "sideways at 390").toEqual([]);
  await page.evaluate(transitionsEnded);
  expect(await faults(page, ["target-size"]), "phone").toEqual([]);
  await shoot(page, `${name}, 390, dark`);
  for (const narrow of [360, 320]) {
    await page.setViewportSize({ width: narrow, height: phoneHeight });
    await expect.poll(() => page.evaluate(overhang), `sideways at ${narrow}`).toEqual([]);
  }
}

/** Returns the page's accessibility faults: by all rules, or by those named. */
export async function faults(page: Page, rules: RunOptions["runOnly"] = axeTags) {
  // A script element would be refused by the page's policy.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, { runOnly, iframes: false, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }));
  }, rules);
}

/** Takes a picture where E2E_SHOTS names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (!folder) return;
  const file = path.join(folder, `${name.replaceAll(/[^\w]+/g, "-")}.png`);
  const above = "dialog[open], .scrim, [aria-label='Trình phát nhạc'], [aria-label='Hỗ trợ'] [aria-expanded=true]";
  const whole = (await page.locator(above).count()) === 0;
  await page.screenshot({ path: file, fullPage: whole });
}
