/** Budgets of the public pages: their scripts' strings, and the requests that block the first paint; `smoke.spec.ts` has that of bytes. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, open, test } from "./support/test.ts";

test("no script holds React Aria's strings in other languages", () => {
  const files = globSync("build/client/assets/*.js", { cwd: path.resolve(import.meta.dirname, "..") });
  const scripts = files.map((file) => readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8"));
  expect(scripts.filter((script) => script.includes("react-aria.i18n"))).not.toEqual([]);
  // Its strings in Bulgarian: "Dismiss", "Calendar", "Select All".
  expect(scripts.filter((script) => /Отхвърляне|Календар|Изберете всичко/.test(script))).toEqual([]);
});

interface Loaded {
  name: string;
  start: number;
  initiator: string;
  isBlocking: boolean;
}

const loaded = (page: Page): Promise<Loaded[]> =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").map((entry) => {
      const { name, startTime, initiatorType, renderBlockingStatus } = entry as PerformanceResourceTiming & {
        renderBlockingStatus?: string;
      };
      return { name, start: startTime, initiator: initiatorType, isBlocking: renderBlockingStatus === "blocking" };
    }),
  );

for (const address of ["/", "/songs", "/songs/1", "/login"]) {
  test(`the first paint of ${address} waits for no stylesheet, and scripts for it`, async ({ page }) => {
    await open(page, address);
    const files = await loaded(page);
    const [paint] = await page.evaluate(() =>
      performance.getEntriesByName("first-contentful-paint").map(({ startTime }) => startTime),
    );
    // A machine that paints late has its scripts after a second (`deferScripts`).
    const latest = Math.min(paint ?? 0, 1000);
    const before = files.filter(({ start, isBlocking }) => isBlocking || start < latest);
    expect(before.filter(({ name }) => /\.(?:css|js)$/.test(name))).toEqual([]);
    // Each of the fonts of a first view is preloaded, and loaded once.
    const fonts = files.filter(({ name }) => /be-vietnam-pro-(400|600|700)/.test(name));
    expect(fonts.map(({ initiator }) => initiator)).toEqual(["link", "link", "link"]);
    // It orders the layers of all others.
    await expect(page.locator("link[rel=stylesheet]").first()).toHaveAttribute("href", /\/root-[^/]*\.css$/);
  });
}
