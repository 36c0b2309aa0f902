/** The tests' own `test`: a site to visit, and a watch that fails a test for every trouble it did not announce. */
import { test as base, expect, type Page } from "@playwright/test";
import { startServer } from "./server.ts";
import { type Account, connect, type Site } from "./site.ts";

export { expect } from "@playwright/test";

interface WorkerFixtures {
  /** `test.use({ catalogue: "own:genres" })` gives a file, by its name, a server of its own with an empty catalogue to fill. */
  catalogue: "demo" | `own:${string}`;
  /** Variables for a server of its own. */
  serverEnv: Record<string, string>;
  site: Site;
}

interface Fixtures {
  /** Announces trouble that the test makes on purpose: console lines, failed requests, answers from 400 on. */
  expectTrouble: (...patterns: RegExp[]) => void;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  catalogue: ["demo", { scope: "worker", option: true }],
  serverEnv: [{}, { scope: "worker", option: true }],
  site: [
    async ({ catalogue, serverEnv }, provide) => {
      const { E2E_ORIGIN: origin, E2E_DATA_DIR: dataDir } = process.env;
      if (!origin || !dataDir) throw new Error("The global setup has not run.");
      if (catalogue === "demo") return provide(connect({ origin, dataDir }));
      const server = await startServer({ demo: false, env: serverEnv });
      await provide(connect(server));
      await server.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
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

/** What React notes at an element of the part of the page that stands on the screen. */
interface Fiber {
  return: Fiber | null;
  /** Of the topmost alone. */
  stateNode: { current: { memoizedState: { isDehydrated?: boolean } } };
}

/** Waits until React has taken over all of the server's markup, in the page's own fonts, and hears what happens to it. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector("#main");
    const note = main && Object.keys(main).find((key) => key.startsWith("__reactFiber"));
    if (!main || !note) return false;
    let fiber = (main as unknown as Record<string, Fiber>)[note] as Fiber;
    while (fiber.return) fiber = fiber.return;
    return !fiber.stateNode.current.memoizedState.isDehydrated && document.fonts.status === "loaded";
  });
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

/** Puts a user's token into the browser, as an earlier visit would have. */
export async function keepToken(page: Page, token: string, kind: "user" | "admin" = "user"): Promise<void> {
  await page.goto("/favicon.svg");
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [`${kind}Token`, token] as const);
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
