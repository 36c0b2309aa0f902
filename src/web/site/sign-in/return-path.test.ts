import { expect, it } from "vitest";
import { returnPathOf, returnTo } from "./return-path.ts";

it("leads back to the page that linked to the login", () => {
  expect(returnPathOf(returnTo("/premium"))).toBe("/premium");
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
