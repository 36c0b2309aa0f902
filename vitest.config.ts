import { defineConfig } from "vitest/config";
import { component } from "./test/component/project.ts";

/** Tests that mock modules: each file has a process of its own. */
const isolated = "src/server/**/*.isolated.test.ts";
/** Tests that start processes, the same. */
const processes = "src/server/**/*.process.test.ts";
/** Tests that measure memory or work, or check the image and the installation. They run last, when nothing else does. */
const machine = "{src/server,test}/**/*.machine.test.ts";

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Far off: a busy machine may need ten times as long as usual.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/{art,contract,web}/**/*.test.ts"],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["src/server/**/*.test.ts", "test/**/*.test.ts", "hostile/**/*.test.ts"],
          exclude: [isolated, processes, machine],
          globalSetup: "test/global-setup.ts",
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: [isolated],
          globalSetup: "test/global-setup.ts",
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "process",
          include: [processes],
          globalSetup: "test/global-setup.ts",
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "machine",
          include: [machine],
          globalSetup: "test/global-setup.ts",
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      component,
    ],
  },
});
