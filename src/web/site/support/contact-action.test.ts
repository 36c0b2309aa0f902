import { expect, test } from "vitest";
import { contactAction } from "./contact-action.ts";

test("returns the page of a request, the link of other types, undefined for an invalid value", () => {
  expect(contactAction({ type: "request", value: "gì cũng được" })).toEqual({ kind: "page", to: "/request" });
  expect(contactAction({ type: "phone", value: "1900 0000" })).toEqual({ kind: "app", href: "tel:19000000" });
  expect(contactAction({ type: "telegram", value: "@ngan_nga" })).toEqual({
    kind: "tab",
    href: "https://t.me/ngan_nga",
  });
  expect(contactAction({ type: "phone", value: "gọi Lan" })).toBeUndefined();
});
