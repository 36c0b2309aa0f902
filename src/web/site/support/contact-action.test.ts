import { expect, test } from "vitest";
import { pages } from "../pages.ts";
import { contactAction } from "./contact-action.ts";

test("a request leads to its page if there is one, other contacts where their value says", () => {
  expect(contactAction({ type: "request", value: "gì cũng được" })).toEqual(
    pages.request.exists ? { kind: "page", to: "/request" } : undefined,
  );
  expect(contactAction({ type: "phone", value: "1900 0000" })).toEqual({ kind: "app", href: "tel:19000000" });
  expect(contactAction({ type: "telegram", value: "@ngan_nga" })).toEqual({
    kind: "tab",
    href: "https://t.me/ngan_nga",
  });
  expect(contactAction({ type: "phone", value: "gọi Lan" })).toBeUndefined();
});
