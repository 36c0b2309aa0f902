/**
 * Each public route once: it opens for its visitor, says what it is, and keeps its budget of scripts. Its looks, and the routes of
 * the back offices, are `wide/looks.spec.ts`, the states of its screen component tests. The console is silent and nothing fails to load (the watch in
 * `support/test.ts`).
 */

import type { RouteConfigEntry } from "@react-router/dev/routes";
import { routes } from "../src/web/site/routes.ts";
import { officeLines, publicLines, serverLines } from "./support/route-lines.ts";
import { checkNames } from "./support/screen-check.ts";
import { expect } from "./support/test.ts";
import { nameOf, test, visit } from "./support/visit.ts";

/** Bytes of compressed JavaScript of a public page, lazily loaded parts included. */
const mostScripts = 150_000;
/**
 * zod, React Aria, the back office's query client, and endpoints that only the back office calls; visitors read contacts under
 * admin/support, and set forgotten passwords under auth.
 */
const neverSent =
  /ZodError|\$ZodType|react-aria|No QueryClient set|\/api\/admin\/(?!support)|\/api\/auth\/(?!forgot-|reset-)|\/api\/staff\//;

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
    await checkNames(page, line);
    await page.waitForLoadState(line.listens ? "load" : "networkidle");
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: "scripts", description: `${bytes} bytes in ${files.size} files` });
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(mostScripts);
    for (const file of files.keys()) expect(await forbidden(file), file).toBeUndefined();
  });
}

for (const line of serverLines) {
  test(nameOf(line), async ({ page, site, expectErrors }) => {
    await visit({ page, site, expectErrors }, line);
    await checkNames(page, line);
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
