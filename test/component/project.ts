import { createReadStream } from "node:fs";
import { playwright } from "@vitest/browser-playwright";
import type { Plugin } from "vite";
import type { TestProjectConfiguration } from "vitest/config";
import { chromium } from "../chromium.ts";
import { commands } from "./commands.ts";

/** Serves images in place of the product's server: any path under `/pictures`, none of the uploads. */
const pictures: Plugin = {
  name: "pictures",
  configureServer({ middlewares }) {
    middlewares.use("/pictures", (_request, response) => {
      response.setHeader("content-type", "image/svg+xml");
      createReadStream("public/favicon.svg").pipe(response);
    });
    middlewares.use("/uploads", (_request, response) => {
      response.statusCode = 404;
      response.end();
    });
  },
};

/** Component tests: `x.component.test.tsx` beside the component, in a real browser, against a stubbed API. */
export const component: TestProjectConfiguration = {
  plugins: [pictures],
  // Found while a test runs, a package would make the page of the tests load once more.
  optimizeDeps: {
    include: [
      "@hookform/resolvers/zod",
      "@internationalized/date",
      "@tanstack/react-query",
      "axe-core",
      "lucide",
      "react",
      "react-aria-components",
      "react-dom",
      "react-dom/client",
      "react-hook-form",
      "react-router",
      "react/jsx-dev-runtime",
      "uplot",
      "vitest-browser-react/pure",
      "zod",
      "zod/v4/locales/vi.js",
    ],
  },
  test: {
    name: "component",
    include: ["{src,test}/**/*.component.test.tsx"],
    setupFiles: ["test/component/setup.ts"],
    // Far off, as for the other projects.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    allowOnly: false,
    restoreMocks: true,
    // After the projects of the server.
    sequence: { groupOrder: 3 },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      commands,
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: "chromium" }],
      provider: playwright({
        actionTimeout: 30_000,
        contextOptions: { locale: "vi-VN", timezoneId: "Asia/Ho_Chi_Minh" },
        launchOptions: chromium,
      }),
    },
  },
};
