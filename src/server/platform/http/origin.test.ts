import { expect, test } from "vitest";
import { originOf } from "./origin.ts";

test.each([
  ["http", "nghe.example:8080", "http://nghe.example:8080"],
  ["HTTPS", "Nghe.Example:443", "https://nghe.example"],
  ["http", "[::1]:80", "http://[::1]"],
  ["http", "", "http://localhost"],
  ["http", 'evil"><script>', "http://localhost"],
  ["http", "user@evil.example", "http://localhost"],
  ["http", "256.1.1.1", "http://localhost"],
  ["http", "[:::::]", "http://localhost"],
  ["http", "nghe.example:99999", "http://localhost"],
  ["javascript", "nghe.example", "http://localhost"],
  ["http://evil.example/?", "nghe.example", "http://localhost"],
])("a request by %s to %s has the origin %s", (protocol, host, origin) => {
  expect(originOf({ protocol, headers: { host } }, undefined)).toBe(origin);
  expect(originOf({ protocol, headers: { host } }, undefined)).toBe(origin);
  expect(originOf({ protocol, headers: { host } }, "https://set.example")).toBe("https://set.example");
});
