import { expect, test } from "vitest";
import { maskedNumber } from "./account-number.ts";

test.each([
  ["12345678", "12345678"],
  ["123456789", "1234•6789"],
  ["19036789012345", "1903••••••2345"],
])("the number %s shows as %s", (number, expected) => {
  expect(maskedNumber(number)).toBe(expected);
});
