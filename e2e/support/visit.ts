/** Opens the page of a line in `route-lines.ts` as its visitor. */
import type { BrowserContext, Page } from "@playwright/test";
import type { RouteLine } from "./route-lines.ts";
import { prepareScreen } from "./screen-check.ts";
import type { Site } from "./site.ts";
import { test as base, expect, open, storeSession, storeToken } from "./test.ts";

/** Contexts of the worker's browser, by visitor. */
const contexts = new Map<string, BrowserContext>();

/** `test.use({ visitor: "admin" })`: pages of this visitor share a context, which loads their code once. Those of `fresh` have one each. */
export const test = base.extend<{ visitor: "fresh" | "guest" | "admin" | "staff" }>({
  visitor: ["fresh", { option: true }],
  context: async ({ visitor, browser, context, baseURL }, provide) => {
    if (visitor === "fresh") return provide(context);
    const shared = contexts.get(visitor) ?? (await browser.newContext({ baseURL }));
    contexts.set(visitor, shared);
    await provide(shared);
  },
});

/** The name of a line's test. */
export const nameOf = ({ route = "", address, heading, as, status }: RouteLine) =>
  `${typeof address === "string" ? address : route}${as ? ` as ${as}` : ""}${status ? ` with ${status}` : ""}: ${heading}`;

interface Visitor {
  page: Page;
  site: Site;
  expectErrors: (...patterns: RegExp[]) => void;
}

/** Opens the page of a line as its visitor, and expects its status. */
export async function visit({ page, site, expectErrors }: Visitor, line: RouteLine): Promise<void> {
  const { route = "", address = route, as, status = 200, errors = /^$/ } = line;
  expectErrors(errors, ...(status === 200 ? [] : [new RegExp(String(status))]));
  await prepareScreen(page);
  if (as === "user") await storeToken(page, (await site.makeUser()).token);
  if (as === "admin") await storeToken(page, await site.asAdmin(), "admin");
  if (as === "staff") {
    const { token } = await site.makeStaff();
    const info = await site.api<object>("GET /api/staff/me", { token });
    await storeSession(page, { staffToken: token, staffInfo: JSON.stringify(info) });
  }
  const response = page.waitForResponse((each) => each.request().isNavigationRequest());
  const url = typeof address === "string" ? address : await address(site);
  if (line.route === undefined) await page.goto(url);
  else await open(page, url);
  expect((await response).status()).toBe(status);
  await line.reach?.(page);
}

/** Whose context a page of the back offices opens in. */
export const visitorOf = ({ as }: RouteLine) => (as === "admin" || as === "staff" ? as : "fresh");

/** Waits until a page of the back offices shows its record or list. */
export async function waitForOffice(page: Page): Promise<void> {
  await expect(page.locator("main h1")).toBeVisible();
  await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
}
