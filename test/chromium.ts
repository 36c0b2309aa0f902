import { existsSync } from "node:fs";

/** A build of Chromium without windows: a page in a new context costs it a third of the time. */
const withoutWindows = "/usr/bin/chromium-headless-shell";

/** Launch options of Playwright for the browser of all tests: the system's Chromium. */
export const chromium = {
  executablePath: existsSync(withoutWindows) ? withoutWindows : "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
