import { expect, test } from "vitest";
import { canonicalOriginOf, originOf } from "./origin.ts";

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

test.each([
  ["http://localhost:3000", true],
  ["http://127.0.0.1:3000", true],
  ["http://192.168.1.7", true],
  ["http://[::1]:3000", true],
  ["http://[fd00::7]", true],
  ["https://evil.example", false],
  ["http://localhost.evil.example", false],
  ["http://8.8.8.8", false],
  ["http://[2001:4860:4860::8888]", false],
])("a page at %s names its address: %s", (origin, isNamed) => {
  expect(canonicalOriginOf(origin, undefined)).toBe(isNamed ? origin : undefined);
  expect(canonicalOriginOf(origin, "https://set.example")).toBe("https://set.example");
});
