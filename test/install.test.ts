import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { progressOf } from "../scripts/install.mjs";

test("the progress of an installation ends at the number of its packages", () => {
  const lock = readFileSync(path.join(import.meta.dirname, "..", "package-lock.json"), "utf8");
  const [present, all] = /^(\d+)\/(\d+) gói$/.exec(progressOf(JSON.parse(lock).packages, true))?.slice(1) ?? [];
  expect(present).toBe(all);
});
