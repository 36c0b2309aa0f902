import { expect, it } from "vitest";
import { canonicalUrl } from "./canonical-url.ts";

it.each([
  ["/", "/"],
  ["/?fbclid=abc", "/"],
  ["/songs/12?utm_source=zalo&utm_medium=social", "/songs/12"],
  ["/embed/songs/12?x", "/embed/songs/12"],
  ["/help?a=1", "/help"],
  ["/songs/12/learn?mode=lines&a=1", "/songs/12/learn"],
  ["/premium?fbclid=abc", "/premium"],
  ["/account?a=1", "/account"],
])("%s becomes %s", (url, expected) => {
  expect(canonicalUrl(url)).toBe(expected);
});

it.each([
  ["/songs?fbclid=abc", "/songs"],
  ["/songs?page=1&size=12", "/songs"],
  ["/songs?category=4&q=%20m%C6%B0a%20&utm_source=x&page=2", "/songs?q=m%C6%B0a&category=4&page=2"],
  ["/songs?q=a+b", "/songs?q=a+b"],
])("the library URL %s becomes %s", (url, expected) => {
  expect(canonicalUrl(url)).toBe(expected);
});

it.each([
  "/SONGS?q=a",
  "/songs/?q=a",
  "/admin/songs?page=2",
  "/khong-co?a=1",
  "/songs/x?a=1",
  "/request?a=1",
  "/orders/a?a=1",
])("%s stays as it is", (url) => {
  expect(canonicalUrl(url)).toBe(url);
});
