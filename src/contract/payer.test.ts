import { expect, test } from "vitest";
import { namesOf } from "./payer.ts";

test.each([
  ["BUI THANH NGA", "chuyen tien", "Bùi Thanh Nga", true],
  ["Nguyễn Văn A", "", "nguyen  van a", true],
  [null, "MBVCB.123.BUI THANH NGA chuyen tien", "Bùi Thanh Nga", true],
  [null, "hanh nga chuyen", "Nga", false],
  ["NGA", "", "Nga", true],
  ["BUI THANH NGA", "chuyen tien", "Dương Quốc Hùng", false],
  [null, "tranbui thanh ngan", "Bùi Thanh Nga", false],
  [null, "", "", false],
])("%s, “%s” names %s: %s", (sender_name, memo, customer, isNamed) => {
  expect(namesOf({ sender_name, memo })(customer)).toBe(isNamed);
});
