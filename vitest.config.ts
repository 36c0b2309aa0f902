import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: "test/global-setup.ts",
    // Far off: a busy machine may need ten times as long as usual.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    allowOnly: false,
    restoreMocks: true,
  },
});
