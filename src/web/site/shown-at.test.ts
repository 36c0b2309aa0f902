import { expect, it } from "vitest";
import { shownAt } from "./shown-at.ts";

it.each([
  ["/", "/"],
  ["/?fbclid=abc", "/"],
  ["/songs/12?utm_source=zalo&utm_medium=social", "/songs/12"],
  ["/embed/songs/12?x", "/embed/songs/12"],
  ["/help?a=1", "/help"],
])("%s shows what %s does", (url, shown) => {
  expect(shownAt(url)).toBe(shown);
});

it.each([
  ["/songs?fbclid=abc", "/songs"],
  ["/songs?page=1&size=12", "/songs"],
  ["/songs?category=4&q=%20m%C6%B0a%20&utm_source=x&page=2", "/songs?q=m%C6%B0a&category=4&page=2"],
  ["/songs?q=a+b", "/songs?q=a+b"],
])("the library keeps of %s what it reads", (url, shown) => {
  expect(shownAt(url)).toBe(shown);
});

it.each([
  "/SONGS?q=a",
  "/songs/?q=a",
  "/admin/songs?page=2",
  "/khong-co?a=1",
  "/songs/x?a=1",
  "/premium?a=1",
])("of %s nothing is left out", (url) => {
  expect(shownAt(url)).toBe(url);
});
