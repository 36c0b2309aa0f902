import { expect, test } from "vitest";
import { pathOfTarget } from "./target.ts";

test.each([
  ["/songs?q=a", "/songs?q=a"],
  ["//songs", "//songs"],
  ["/x?u=http://other.example/", "/x?u=http://other.example/"],
  ["http://nghe.example/songs?q=a", "/songs?q=a"],
  ["HTTPS://[::1]:3000/songs", "/songs"],
  ["http://nghe.example", "/"],
  ["http://nghe.example?q=a", "/?q=a"],
  ["*", "/*"],
  [undefined, "/"],
])("the path of %s is %s", (url, path) => {
  expect(pathOfTarget({ url })).toBe(path);
});
