import { expect, test } from "vitest";
import { mobileNumber } from "./phone.ts";

test.each([
  "0901234567",
  "0901 234 567",
  "090.123.4567",
  "(+84) 901-234-567",
  "+84901234567",
  "84901234567",
  "0084 901234567",
  "+84 0901 234 567",
  "901234567",
  "0901234567 (Zalo)",
])("reads %s as a mobile number", (typed) => {
  expect(mobileNumber(typed)).toBe("84901234567");
});

test("a number that begins as the country does is not cut", () => {
  expect(mobileNumber("0843051234")).toBe("84843051234");
  expect(mobileNumber("843051234")).toBe("84843051234");
});

test.each([
  "",
  "abc",
  "02838221234",
  "1900 0000",
  "090123456",
  "09012345678",
  "+14155550100",
  "0401234567",
  "+84",
])("reads %s as none", (typed) => {
  expect(mobileNumber(typed)).toBeNull();
});
