/**
 * Each route once: it opens for its visitor, says what it is, and has its looks in both themes and at each width
 * (`support/screen-check.ts`); a public one keeps its budget of scripts. The states of its screen are component tests. The console is
 * silent and nothing fails to load (the watch in `support/test.ts`).
 */

import type { BrowserContext, Page } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { routes } from "../src/web/site/routes.ts";
import { officeLines, publicLines, type RouteLine, serverLines } from "./support/route-lines.ts";
import { checkScreen, prepareScreen } from "./support/screen-check.ts";
import type { Site } from "./support/site.ts";
import { test as base, expect, open, storeSession, storeToken } from "./support/test.ts";

/** Contexts of the worker's browser, by visitor. */
const contexts = new Map<string, BrowserContext>();

/** `test.use({ visitor: "admin" })`: pages of this visitor share a context, which loads their code once. Others have a fresh one each. */
const test = base.extend<{ visitor: "fresh" | "admin" | "staff" }>({
  visitor: ["fresh", { option: true }],
  context: async ({ visitor, browser, context, baseURL }, provide) => {
    if (visitor === "fresh") return provide(context);
    const shared = contexts.get(visitor) ?? (await browser.newContext({ baseURL }));
    contexts.set(visitor, shared);
    await provide(shared);
  },
});

/** Bytes of compressed JavaScript of a public page, lazily loaded parts included. */
const mostScripts = 150_000;
/**
 * zod, React Aria, the back office's query client, and endpoints that only the back office calls; visitors read contacts under
 * admin/support, and set forgotten passwords under auth.
 */
const neverSent =
  /ZodError|\$ZodType|react-aria|No QueryClient set|\/api\/admin\/(?!support)|\/api\/auth\/(?!forgot-|reset-)|\/api\/staff\//;

const nameOf = ({ route = "", address, heading, as, status }: RouteLine) =>
  `${typeof address === "string" ? address : route}${as ? ` as ${as}` : ""}${status ? ` with ${status}` : ""}: ${heading}`;

interface Visitor {
  page: Page;
  site: Site;
  expectErrors: (...patterns: RegExp[]) => void;
}

/** Opens the page of a line as its visitor, and expects its status. */
async function visit({ page, site, expectErrors }: Visitor, line: RouteLine): Promise<void> {
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

const found = new Map<string, string | undefined>();

/** Returns what a script holds and no public page may, if it does. Reads each file once: a browser may have dropped its text. */
async function forbidden(file: string): Promise<string | undefined> {
  if (!found.has(file)) found.set(file, (await (await fetch(file)).text()).match(neverSent)?.[0]);
  return found.get(file);
}

for (const line of publicLines) {
  test(nameOf(line), async ({ page, site, expectErrors }) => {
    const files = new Map<string, number>();
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) files.set(response.url(), Number(response.headers()["content-length"]));
    });
    await visit({ page, site, expectErrors }, line);
    // The last part, which loads once the contacts have arrived.
    if (!line.bare) await expect(page.getByRole("button", { name: "Liên hệ hỗ trợ" })).toBeVisible();
    await checkScreen(page, { name: nameOf(line), ...line });
    await page.waitForLoadState(line.listens ? "load" : "networkidle");
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: "scripts", description: `${bytes} bytes in ${files.size} files` });
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(mostScripts);
    for (const file of files.keys()) expect(await forbidden(file), file).toBeUndefined();
  });
}

/** Whose context a page of the back offices opens in. */
const visitorOf = ({ as }: RouteLine) => (as === "admin" || as === "staff" ? as : "fresh");

for (const visitor of ["admin", "staff", "fresh"] as const) {
  test.describe(() => {
    test.use({ visitor });
    for (const line of officeLines.filter((each) => visitorOf(each) === visitor)) {
      test(nameOf(line), async ({ page, site, expectErrors }) => {
        await visit({ page, site, expectErrors }, line);
        await expect(page.locator("main h1")).toBeVisible();
        await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
        await checkScreen(page, { name: nameOf(line), ...line });
      });
    }
  });
}

for (const line of serverLines) {
  test(nameOf(line), async ({ page, site, expectErrors }) => {
    await visit({ page, site, expectErrors }, line);
    await checkScreen(page, { name: nameOf(line), ...line });
  });
}

/** The patterns of all routes. */
function patterns(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, children }) => {
    const own = path === undefined ? parent : path.startsWith("/") ? path : `${parent}/${path}`;
    return children ? patterns(children, own) : [own || "/"];
  });
}

test("each route has a line", async () => {
  const { default: config } = await import("../src/web/routes.ts");
  const lines = [...publicLines, ...officeLines];
  expect(new Set(lines.map(({ route }) => route))).toEqual(new Set(patterns(config)));
  expect(publicLines.map(({ route }) => route)).toEqual(
    expect.arrayContaining(Object.values(routes).map(({ path }) => path)),
  );
});
