/** The tests' own `test`: a site to visit, and a watch that fails a test for every trouble it did not announce. */
import { test as base, expect, type Page } from "@playwright/test";
import { type RunningServer, startServer } from "./server.ts";
import { type Account, connect, type Site } from "./site.ts";

export { expect } from "@playwright/test";

interface WorkerFixtures {
  /** Returns the worker's own site. It starts at the first call, and a call with another name than before empties it. */
  ownSite: (name: string) => Promise<Site>;
}

interface Fixtures {
  /** `test.use({ catalogue: "own:genres" })` gives a file, by its name, a catalogue that is empty at first. */
  catalogue: "demo" | `own:${string}`;
  site: Site;
  /** Announces trouble that the test makes on purpose: console lines, failed requests, answers from 400 on. */
  expectTrouble: (...patterns: RegExp[]) => void;
}

/** The server with the demo catalogue, which all workers share. */
function demoSite(): Site {
  const { E2E_ORIGIN: origin, E2E_DATA_DIR: dataDir, E2E_ADMIN_TOKEN: adminToken } = process.env;
  if (!origin || !dataDir) throw new Error("The global setup has not run.");
  return connect({ origin, dataDir, adminToken });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, provide) => {
      let server: RunningServer | undefined;
      let own: Site | undefined;
      let current: string | undefined;
      await provide(async (name) => {
        server ??= await startServer({ demo: false });
        own ??= connect(server);
        if (current !== undefined && current !== name) own.empty();
        current = name;
        return own;
      });
      await server?.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  catalogue: ["demo", { option: true }],
  site: async ({ catalogue, ownSite }, provide) => {
    await provide(catalogue === "demo" ? demoSite() : await ownSite(catalogue));
  },
  baseURL: async ({ site }, provide) => provide(site.origin),
  expectTrouble: [
    async ({ context }, provide) => {
      const seen: string[] = [];
      const announced: RegExp[] = [];
      context.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) seen.push(`console ${message.type()}: ${message.text()}`);
      });
      context.on("weberror", (error) => seen.push(`uncaught: ${error.error().stack ?? error.error().message}`));
      context.on("requestfailed", (request) => {
        const reason = request.failure()?.errorText;
        // A page that is left, or a song that is closed, drops what it was still reading.
        if (reason !== "net::ERR_ABORTED") seen.push(`failed: ${request.method()} ${request.url()} ${reason}`);
      });
      context.on("response", (response) => {
        if (response.status() >= 400) {
          seen.push(`answer ${response.status()}: ${response.request().method()} ${response.url()}`);
        }
      });
      await provide((...patterns) => announced.push(...patterns));
      expect(seen.filter((line) => !announced.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens a page and waits until it answers to the visitor. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
}

/** Holds back the code of pages until it is told to let go. */
export async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Waits until the page, in its own fonts, responds to input. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      "hydrated" in document.documentElement.dataset &&
      // The back office shows its screen after its frame.
      document.querySelector("#main") !== null &&
      document.fonts.status === "loaded",
  );
  await rested(page);
}

/** Waits until React has done what it has put off: it reminds itself by messages, and these come after them. */
export async function rested(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 4; turn++) {
      const { port1, port2 } = new MessageChannel();
      const heard = new Promise((resolve) => port1.addEventListener("message", resolve));
      port1.start();
      port2.postMessage("");
      await heard;
      port1.close();
    }
  });
}

/**
 * Stores a user's token in the browser, as an earlier visit would have. In a new browser context this happens when the first
 * page is opened; where pages are open already it happens at once, and they hear of it.
 */
export async function keepToken(page: Page, token: string, kind: "user" | "admin" = "user"): Promise<void> {
  const entry = { key: `${kind}Token`, token };
  if (page.url() !== "about:blank" || page.context().pages().length > 1) {
    await page.goto("/favicon.svg");
    await page.evaluate(({ key, token }) => localStorage.setItem(key, token), entry);
    return;
  }
  await page.addInitScript(({ key, token }) => {
    // Runs in each document of the tab, whose name outlives them: a token that the page itself removes stays removed.
    if (location.protocol === "about:" || window.name === token) return;
    window.name = token;
    localStorage.setItem(key, token);
  }, entry);
}

/** Opens a page as a logged-in user. */
export async function openAs(page: Page, account: Account, address: string): Promise<void> {
  await keepToken(page, account.token);
  await open(page, address);
}

/** A song's card in a list, by its exact title. */
export function card(page: Page, title: string) {
  return page.getByRole("article").filter({ has: page.getByRole("link", { name: title, exact: true }) });
}
