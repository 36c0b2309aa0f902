/** Playwright's `test` with a site. A test fails on each browser error that it does not expect. */
import { test as base, expect, type Page } from "@playwright/test";
import { reactSettled } from "../../test/screen.ts";
import { type RunningServer, startServer } from "./server.ts";
import { type Account, admin, connect, type Site } from "./site.ts";

export { expect } from "@playwright/test";

interface WorkerFixtures {
  /** Returns the worker's own site, started by the first call. A call with another name than the last one empties it. */
  ownSite: (name: string) => Promise<Site>;
}

interface Fixtures {
  /** `test.use({ catalogue: "own:genres" })` gives a test file an empty catalogue of its own. */
  catalogue: "demo" | `own:${string}`;
  site: Site;
  /** Expects errors that the test causes: console lines, failed requests, responses from 400 on. */
  expectErrors: (...patterns: RegExp[]) => void;
}

/** Returns the site with the demo catalogue, which all workers share. */
function demoSite(): Site {
  const { E2E_ORIGIN: origin, E2E_DATA_DIR: dataDir, E2E_ADMIN_TOKEN: adminToken } = process.env;
  if (!origin || !dataDir) throw new Error("The global setup has not run.");
  return connect({ origin, dataDir, adminToken });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the needed fixtures from the pattern.
    async ({}, provide) => {
      let server: RunningServer | undefined;
      let site: Site | undefined;
      let currentName: string | undefined;
      await provide(async (name) => {
        server ??= await startServer({ demo: false });
        site ??= connect(server);
        if (currentName !== undefined && currentName !== name) site.empty();
        currentName = name;
        return site;
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
  expectErrors: [
    async ({ context }, provide) => {
      const errors: string[] = [];
      const expected: RegExp[] = [];
      context.on("console", (message) => {
        if (!["error", "warning"].includes(message.type()) || preloadedTwice.test(message.text())) return;
        errors.push(`console ${message.type()}: ${message.text()}`);
      });
      context.on("weberror", (error) => errors.push(`uncaught: ${error.error().stack ?? error.error().message}`));
      context.on("requestfailed", (request) => {
        const reason = request.failure()?.errorText;
        // Leaving a page or closing a song aborts its requests.
        if (reason !== "net::ERR_ABORTED") errors.push(`failed: ${request.method()} ${request.url()} ${reason}`);
      });
      context.on("response", (response) => {
        if (response.status() >= 400) {
          errors.push(`answer ${response.status()}: ${response.request().method()} ${response.url()}`);
        }
      });
      await provide((...patterns) => expected.push(...patterns));
      expect(errors.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** The browser's note on a stylesheet of a route and of a late part, when the router (without CORS) and Vite (with it) load it at once. */
const preloadedTwice = /^A preload for '[^']+\.css#' is found, but is not used because the request credentials mode/;

/** Opens a page and waits until it responds to input. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
}

/** The answer by which a sensitive change asks for a confirmation, for `expectErrors`. */
export const needsConfirmation = /403/;

/** Gives the administrator's password again where a sensitive change asks for it, and the code of a second factor. */
export async function confirmIdentity(page: Page, { password = admin.password, code = "" } = {}): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Xác nhận lại là bạn" });
  await dialog.getByLabel("Mật khẩu hiện tại").first().fill(password);
  if (code !== "") await dialog.getByLabel("Mã xác thực hoặc mã khôi phục").fill(code);
  await dialog.getByRole("button", { name: "Xác nhận" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Delays the loading of scripts until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Waits until the page has its fonts and responds to input. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      "hydrated" in document.documentElement.dataset &&
      // The back office renders its screen after its frame.
      document.querySelector("#main") !== null &&
      document.fonts.status === "loaded",
  );
  await settled(page);
}

/** Waits until React has run its scheduled work. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(reactSettled);
}

/** Stores a token in the browser, as after a login. */
export async function storeToken(page: Page, token: string, kind: "user" | "admin" = "user"): Promise<void> {
  await storeSession(page, { [`${kind}Token`]: token });
}

/**
 * Stores the values of a session in the browser. In a new browser context they are stored when the first page opens; otherwise at once,
 * and open pages get a storage event.
 */
export async function storeSession(page: Page, values: Record<string, string>): Promise<void> {
  if (page.url() !== "about:blank" || page.context().pages().length > 1) {
    await page.goto("/favicon.svg");
    await page.evaluate((stored) => Object.assign(localStorage, stored), values);
    return;
  }
  await page.addInitScript((stored) => {
    // Runs in each document of the tab, whose name outlives them: a value that the page itself removes stays removed.
    const mark = Object.values(stored).join();
    if (location.protocol === "about:" || window.name === mark) return;
    window.name = mark;
    Object.assign(localStorage, stored);
  }, values);
}

/** Opens a page as a logged-in user. */
export async function openAs(page: Page, account: Account, address: string): Promise<void> {
  await storeToken(page, account.token);
  await open(page, address);
}

/** Returns a song's card in a list by its exact title. */
export function card(page: Page, title: string) {
  return page.getByRole("article").filter({ has: page.getByRole("link", { name: title, exact: true }) });
}
