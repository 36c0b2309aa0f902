import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { adminMenu } from "./routes.ts";

/** Returns the noun of a screen whose form adds records; undefined for other screens. */
function addedBy(file: string): string | undefined {
  const text = readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8");
  return /^ {2}form: \{$/m.test(text) ? text.match(/^ {2}noun: "(.+)",$/m)?.[1] : undefined;
}

it("names for the palette what the form of each screen adds", () => {
  const screens = adminMenu.screens.map(({ path: address, file, adds }) => ({
    address,
    declared: adds,
    added: addedBy(file),
  }));
  expect(screens.filter(({ declared, added }) => declared !== added)).toEqual([]);
  expect(screens.filter(({ added }) => added !== undefined).length).toBeGreaterThan(5);
});
