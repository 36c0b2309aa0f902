/** What a page may weigh: counted from what the browser is really sent, compressed, until nothing more comes. */
import type { Page } from "@playwright/test";
import { pages } from "../src/web/site/pages.ts";
import { expect, open, test } from "./support/test.ts";

const kilobyte = 1000;
const most = {
  scripts: 120 * kilobyte,
  scriptFiles: 16,
  page: 37 * kilobyte,
  styles: 2 * kilobyte,
  fonts: 95 * kilobyte,
};
const screens = [...Object.values(pages).filter((one) => one.exists), { path: "/songs/1" }].map((one) => one.path);
/**
 * What only the back office needs: zod's name for its errors, a sentence of its query client, its chart, its frame and
 * login in scripts or styles, and addresses that only it calls (visitors read support contacts under admin).
 */
const neverSent =
  /ZodError|\$ZodType|No QueryClient set|u-over|area__bar|login-card|\/api\/admin\/(?!support)|\/api\/auth\/|\/api\/staff\//;

interface Weight {
  scripts: number;
  scriptFiles: number;
  page: number;
  styles: number;
  fonts: number;
  code: string;
}

async function weigh(page: Page, address: string): Promise<Weight> {
  const weight: Weight = { scripts: 0, scriptFiles: 0, page: 0, styles: 0, fonts: 0, code: "" };
  const parts = { document: "page", script: "scripts", stylesheet: "styles", font: "fonts" } as const;
  const code: string[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    const part = parts[type as keyof typeof parts];
    if (!part) return;
    weight[part] += Number(response.headers()["content-length"]);
    if (part !== "scripts" && part !== "styles") return;
    if (part === "scripts") weight.scriptFiles += 1;
    code.push(response.url());
  });
  await open(page, address);
  await page.waitForLoadState("networkidle");
  // Asked for once more, since a browser may have dropped a script's text by the time a test wants it.
  for (const address of code) weight.code += await (await fetch(address)).text();
  return weight;
}

for (const address of screens) {
  test(`${address} stays within its budget`, async ({ page }) => {
    const { code, ...weight } = await weigh(page, address);
    test.info().annotations.push({ type: "weight", description: JSON.stringify(weight) });
    expect(weight.scripts).toBeGreaterThan(50 * kilobyte);
    for (const [part, limit] of Object.entries(most)) {
      expect(weight[part as keyof typeof most], part).toBeLessThanOrEqual(limit);
    }
    expect(code.match(neverSent)?.[0]).toBeUndefined();
  });
}

test("no page waits for a stylesheet", async ({ site }) => {
  for (const address of screens) {
    const html = await (await fetch(`${site.origin}${address}`)).text();
    const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
    expect(links.length, address).toBeGreaterThan(0);
    expect(
      links.filter((link) => !link.includes(" disabled")),
      address,
    ).toEqual([]);
  }
});

test("the weights that every first view sets are preloaded, and loaded once", async ({ page, site }) => {
  for (const address of screens) {
    const html = await (await fetch(`${site.origin}${address}`)).text();
    const preloads = html.match(/<link rel="preload"[^>]*as="font"[^>]*>/g) ?? [];
    const weights = preloads.map((link) => /be-vietnam-pro-(\d+)/.exec(link)?.[1]);
    expect(weights, address).toEqual(["400", "600", "700"]);
  }
  await open(page, "/");
  await page.evaluate(() => document.fonts.ready);
  const entries = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(
      ({ name, initiatorType }) => `${initiatorType} ${name}`,
    ),
  );
  const texts = entries.filter((entry) => /be-vietnam-pro-(400|600|700)/.test(entry));
  expect(texts.map((entry) => entry.split(" ")[0])).toEqual(["link", "link", "link"]);
});

test("pages of a kind have the same scripts, whatever they show", async ({ site }) => {
  const policyOf = async (address: string) =>
    (await fetch(`${site.origin}${address}`)).headers.get("content-security-policy");
  expect(await policyOf("/songs/1")).toMatch(/'sha256-/);
  expect(await policyOf("/songs/2")).toBe(await policyOf("/songs/1"));
  expect(await policyOf("/songs?page=2&size=8")).toBe(await policyOf("/songs"));
});

test("scripts are asked for once the page stands on the screen", async ({ page, site }) => {
  for (const address of screens) {
    const html = await (await fetch(`${site.origin}${address}`)).text();
    expect(
      html.match(/<link rel="modulepreload"|<script type="module"|<script[^>]* src=/)?.[0],
      address,
    ).toBeUndefined();
  }
  await open(page, "/");
  const named = await page.locator("script[data-preload]").getAttribute("data-preload");
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const files = named?.split(" ").map((file) => `${site.origin}${file}`) ?? [];
  await expect.poll(loaded).toEqual(expect.arrayContaining(files));
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    Math.min(
      ...performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ startTime }) => startTime),
    ),
  ]);
  expect(painted).toBeLessThanOrEqual(asked ?? 0);
});
