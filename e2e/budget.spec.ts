/** Budgets of the public pages: their scripts, and the requests that block the first paint. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { routes } from "../src/web/site/routes.ts";
import { expect, open, test } from "./support/test.ts";

/** Bytes of compressed JavaScript, lazily loaded parts included. */
const mostScripts = 150_000;
const missing = "/khong-co-trang-nay";
const missingRequest = "/requests/khong-co";
const missingOrder = "/orders/khong-co";
const addresses = [
  ...Object.values(routes).map(({ path }) => path),
  "/songs/1",
  "/embed/songs/1",
  missingRequest,
  missingOrder,
  missing,
];
/**
 * zod, React Aria, the back office's query client, and endpoints that only the back office calls; visitors read contacts under
 * admin/support, and set forgotten passwords under auth.
 */
const neverSent =
  /ZodError|\$ZodType|react-aria|No QueryClient set|\/api\/admin\/(?!support)|\/api\/auth\/(?!forgot-|reset-)|\/api\/staff\//;

for (const address of addresses) {
  test(`${address} loads at most 150 kB of JavaScript, none of zod, React Aria or the back office`, async ({
    page,
    expectErrors,
  }) => {
    if ([missing, missingRequest, missingOrder].includes(address)) expectErrors(/404/);
    const files = new Map<string, number>();
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) files.set(response.url(), Number(response.headers()["content-length"]));
    });
    await open(page, address);
    // The last part, which loads once the contacts have arrived.
    if (!address.startsWith("/embed/"))
      await expect(page.getByRole("button", { name: "Liên hệ hỗ trợ" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: "scripts", description: `${bytes} bytes in ${files.size} files` });
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(mostScripts);
    // A browser may have dropped a script's text by now.
    for (const file of files.keys()) {
      expect((await (await fetch(file)).text()).match(neverSent)?.[0], file).toBeUndefined();
    }
  });
}

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
  });
}
