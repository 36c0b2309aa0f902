import { expect, it } from "vitest";
import { deviceKindOf } from "./device.ts";

it.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1", 5, "phone"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36", 5, "phone"],
  ["Mozilla/5.0 (Linux; Android 15; SM-X810) Chrome/140.0 Safari/537.36", 5, "tablet"],
  ["Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) Mobile/15E148 Safari/604.1", 5, "tablet"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", 5, "tablet"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", 0, "computer"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36", 10, "computer"],
])("tells the kind of %s", (userAgent, touches, kind) => {
  expect(deviceKindOf(userAgent, touches)).toBe(kind);
});
