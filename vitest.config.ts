import { defineConfig } from "vitest/config";
import { component } from "./test/component/project.ts";

/** Tests that start processes stand apart: they are slow, and some measure the memory of their own process. */
const processes = "src/server/**/*.process.test.ts";

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Far off: a busy machine may need ten times as long as usual.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["src/{art,contract,web}/**/*.test.ts"], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["src/server/**/*.test.ts", "test/**/*.test.ts", "hostile/**/*.test.ts"],
          exclude: [processes],
          globalSetup: "test/global-setup.ts",
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "process", include: [processes], globalSetup: "test/global-setup.ts" },
      },
      component,
    ],
  },
});
