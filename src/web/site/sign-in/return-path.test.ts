import { expect, it } from "vitest";
import { intentOf, returnPathOf, returnTo } from "./return-path.ts";

it("leads back to the page that linked to the login", () => {
  expect(returnPathOf(returnTo("/premium"))).toBe("/premium");
});

it("takes along what was begun there", () => {
  expect(intentOf(returnTo("/songs/7", "take"))).toBe("take");
  expect(returnPathOf(returnTo("/songs/7", "take"))).toBe("/songs/7");
  expect(intentOf(returnTo("/premium"))).toBeUndefined();
  expect(intentOf(null)).toBeUndefined();
});

it.each([
  null,
  undefined,
  {},
  "x",
  { returnTo: 1 },
  { returnTo: "//evil.example" },
  { returnTo: "https://evil.example" },
])("leads home for the state %o", (state) => {
  expect(returnPathOf(state)).toBe("/");
});
