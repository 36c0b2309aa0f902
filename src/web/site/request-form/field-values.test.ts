import { expect, test } from "vitest";
import { budgetDigits } from "./field-values.ts";

test.each([
  ["500.000 ₫", "500000"],
  ["500k", "500000"],
  ["500 nghìn", "500000"],
  ["1 triệu", "1000000"],
  ["1,5tr", "1500000"],
  ["1.5 Triệu đồng", "1500000"],
  ["1tr5", "1500000"],
  ["2 triệu rưỡi", "2500000"],
  ["0,75 triệu", "750000"],
  ["1.500 triệu", "1.500 triệu"],
  ["1,5tr5", "1,5tr5"],
  ["nhiều", "nhiều"],
])("a budget of %s is %s", (typed, digits) => {
  expect(budgetDigits(typed)).toBe(digits);
  expect(budgetDigits(typed.normalize("NFD"))).toBe(digits.normalize("NFC"));
});
