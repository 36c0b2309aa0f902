import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { journeys } from "../e2e/journeys.ts";

const root = path.dirname(import.meta.dirname);

test("each journey names the folders that it walks through", () => {
  const specs = readdirSync(path.join(root, "e2e"), { recursive: true, encoding: "utf8" })
    .map((file) => `e2e/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => file.endsWith(".spec.ts"));
  expect(Object.keys(journeys).toSorted()).toEqual(specs.toSorted());
});

test.each(Object.entries(journeys))("%s names folders that exist", (_, folders) => {
  expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
});
