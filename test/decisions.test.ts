import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "../docs/decisions");

it("the list of decisions names each record once, in order", () => {
  const records = readdirSync(folder).filter((name) => name !== "README.md");
  const list = readFileSync(path.join(folder, "README.md"), "utf8");
  const listed = [...list.matchAll(/^\| \[(\d{4})\]\((\1-[\w-]+\.md)\)/gm)].map(([, , name]) => name);
  expect(listed).toEqual(records.toSorted());
  expect(list.match(/★ \|/g)).toHaveLength(10);
});
