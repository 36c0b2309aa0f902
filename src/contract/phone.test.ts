import { expect, test } from "vitest";
import { mobileNumber, phoneNumber, phoneSearch } from "./phone.ts";

test.each([
  ["0905123456", "84905123456"],
  ["0905 123 456", "84905123456"],
  ["0905.123.456", "84905123456"],
  ["(0905) 123-456", "84905123456"],
  ["84905123456", "84905123456"],
  ["+84905123456", "84905123456"],
  ["+84 905 123 456", "84905123456"],
  ["0084905123456", "84905123456"],
  ["00 84 905 123 456", "84905123456"],
  ["+84 0905 123 456", "84905123456"],
  ["(+84) (0)905 123 456", "84905123456"],
  ["840905123456", "84905123456"],
  ["00840905123456", "84905123456"],
  ["905123456", "84905123456"],
  ["845123456", "84845123456"],
  ["0845123456", "84845123456"],
  ["0345678901", "84345678901"],
  ["0565678901", "84565678901"],
  ["0785678901", "84785678901"],
])("%s is the mobile number %s", (typed, number) => {
  expect(phoneNumber(typed)).toBe(number);
  expect(mobileNumber(typed)).toBe(number);
});

test.each([
  ["02438251234", "842438251234"],
  ["024 3825 1234", "842438251234"],
  ["+84 24 3825 1234", "842438251234"],
  ["+84 (0)24 3825 1234", "842438251234"],
  ["0084 24 3825 1234", "842438251234"],
  ["0203625123", "84203625123"],
])("%s is the landline %s, to which no message goes", (typed, number) => {
  expect(phoneNumber(typed)).toBe(number);
  expect(mobileNumber(typed)).toBeNull();
});

test.each([
  "",
  "abc",
  "090512345",
  "09051234567",
  "0105123456",
  "0405123456",
  "0605123456",
  "+1 905 123 4567",
  "+0905123456",
  "++84905123456",
  "0905+123456",
  "8490512345",
  "849051234567",
  "2438251234",
  "84",
  "1900 1234",
])("%j is no number in Vietnam", (typed) => {
  expect(phoneNumber(typed)).toBeNull();
  expect(mobileNumber(typed)).toBeNull();
});

test("a search finds each way of writing a number, and other texts as they are", () => {
  for (const typed of ["0905 123 456", "+84 905 123 456", "84905123456", "0084905123456", "905123456"]) {
    expect(phoneSearch(typed)).toBe("905123456");
  }
  expect(phoneSearch("024 3825 1234")).toBe("2438251234");
  for (const text of ["0905", "HM2345678", "Lan"]) expect(phoneSearch(text)).toBe(text);
});
