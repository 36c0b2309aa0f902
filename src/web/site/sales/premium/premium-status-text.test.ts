import { expect, test } from "vitest";
import { premiumStatusText } from "./premium-status-text.ts";

test.each([
  [
    "2027-03-05T20:00:00.000Z",
    "Tài khoản của bạn có Premium đến 06/03/2027 03:00. Mua thêm thì thời gian được cộng dồn.",
  ],
  [null, "Tài khoản của bạn có Premium vĩnh viễn."],
])("a Premium that ends at %s is told as %s", (premium_expires_at, text) => {
  expect(premiumStatusText({ premium_expires_at })).toBe(text);
});
