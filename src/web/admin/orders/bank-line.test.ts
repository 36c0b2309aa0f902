import { describe, expect, test } from "vitest";
import { bankLineOf } from "./bank-line.ts";

const order = { code: "HM7K2QF9XG", payment_amount: 399_000 };

describe("a bank's line about an order", () => {
  test.each([
    ["FT26325088172 HM7K2QF9XG NGUYEN VAN A", "FT26325088172"],
    ["MBVCB.1234567.HM7K2QF9XG.CT tu 0123", "MBVCB.1234567"],
    ["Mã GD: 0998877 nội dung hm 7k2q f9xg", "0998877"],
    ["Ref 123456.hm7k2qf9xg", "123456"],
    ["CT DEN:HM7K2QF9XG NGUYEN VAN A", ""],
    ["FT26325088172 HM7K2QF9XH", "FT26325088172"],
    ["+399,000VND FT26325088172 NGUYEN VAN A", "FT26325088172"],
  ])("“%s” has the reference “%s”", (text, reference) => {
    expect(bankLineOf(text, order)).toEqual({ reference, otherAmount: undefined });
  });

  test("tells an amount that is not the order's", () => {
    expect(bankLineOf("+379,000VND HM7K2QF9XG FT26325088172", order)?.otherAmount).toBe(379_000);
    expect(bankLineOf("+399.000 HM7K2QF9XG", order)?.otherAmount).toBeUndefined();
  });

  test.each([
    "",
    "HM7K2QF9XG",
    "hm 7k2q f9xg",
    "FT26325088172 HM22222222",
    "Nguyễn Thị Lan",
  ])("“%s” is none", (text) => {
    expect(bankLineOf(text, order)).toBeUndefined();
  });
});
