import { defineConfig } from "@playwright/test";
import { chromium } from "./test/chromium.ts";

/**
 * Browser tests: one server for all of them, on a free port and a folder of its own (see e2e/global-setup.ts). Traces cost a
 * quarter of the time and are left to `npx playwright test --trace on` for the one test that is looked into. A busy machine may
 * need ten times as long as usual, so limits are far off. A failed test is not retried.
 */
export default defineConfig({
  testDir: "e2e",
  projects: [
    { name: "gate", testIgnore: "wide/**" },
    { name: "wide", testMatch: "wide/**" },
  ],
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  // Compiling the built pages takes ten seconds or more, in which the process does nothing else.
  build: { external: ["**/build/**"] },
  use: {
    // A step that can't be done is told with its line, not as the end of its test's time.
    actionTimeout: 60_000,
    locale: "vi-VN",
    timezoneId: "Asia/Ho_Chi_Minh",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    launchOptions: chromium,
  },
});
