import { expect, test } from "vitest";
import { budgetDigits, checkField } from "./field-values.ts";

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

const noAmount = "Bạn ghi số tiền, ví dụ: 500.000, 500k hoặc 1,5 triệu";

test.each([
  ["500.000 ₫", undefined],
  ["1,500,000 VND", undefined],
  ["1 500 000đ", undefined],
  ["1.000.000.000.000", undefined],
  ["500000.00", noAmount],
  ["50.00", noAmount],
  ["1.500,000", noAmount],
  ["-5", noAmount],
  ["1.000.000.000.001", "Số tiền quá lớn"],
  ["500k", undefined],
  ["1.500 triệu", noAmount],
])("of a budget of %s the message is %s", (amount, message) => {
  expect(checkField("budget", amount)).toBe(message);
});
