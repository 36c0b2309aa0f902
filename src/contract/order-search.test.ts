import { describe, expect, test } from "vitest";
import { type OrderSearch, readOrderSearch } from "./order-search.ts";

describe("a search for orders", () => {
  test.each([
    ["HM7K2QF9XG", ["HM7K2QF9XG"]],
    ["hm7k2qf9xg", ["HM7K2QF9XG"]],
    ["HM 7K2Q F9XG", ["HM7K2QF9XG"]],
    ["h.m.7k2q-f9xg", ["HM7K2QF9XG"]],
    ["CT DEN:HM7K2QF9XG NGUYEN VAN A", ["HM7K2QF9XG"]],
    ["MBVCB.1234567.HM7K2QF9XGNGUYEN VAN A chuyen tien", ["HM7K2QF9XG"]],
    ["TK 0123 +399,000VND luc 10:22. SD 12,345,678VND. HM7K2QF9XG", ["HM7K2QF9XG"]],
    ["HR22222222 rồi HM7K2QF9XG rồi hr22222222", ["HR22222222", "HM7K2QF9XG"]],
  ])("finds the codes in “%s”", (text, codes) => {
    expect(readOrderSearch(text)).toEqual({ kind: "codes", codes });
  });

  test.each([
    "HM7K2QF9XH",
    "hm 7k2q f9gx",
    "CT HM7K0QF9XG.",
  ])("finds the codes that a typing error made “%s”", (text) => {
    expect(readOrderSearch(text)).toMatchObject({ kind: "similar", codes: expect.arrayContaining(["HM7K2QF9XG"]) });
  });

  test("takes letters alone for a mistyped code only when they are the whole text", () => {
    expect(readOrderSearch("hmabcdefgh")).toMatchObject({ kind: "similar", typed: "HMABCDEFGH" });
    expect(readOrderSearch("hmabcdefgh x")).toEqual({ kind: "text", text: "hmabcdefgh x" });
  });

  test.each<[string, number]>([
    ["399.000", 399_000],
    ["399,000", 399_000],
    ["399000", 399_000],
    ["399k", 399_000],
    ["399 nghìn", 399_000],
    ["1,5tr", 1_500_000],
    ["399.000 ₫", 399_000],
    ["49.500 VNĐ", 49_500],
    ["49500đ", 49_500],
    ["+399.000", 399_000],
    ["TK 0123 +399,000VND luc 10:22. SD 12,345,678VND. NGUYEN VAN A", 399_000],
  ])("finds the amount in “%s”", (text, amount) => {
    expect(readOrderSearch(text)).toEqual({ kind: "amount", amount });
  });

  test.each<[string, string]>([
    ["Nguyễn Thị Lan", "Nguyễn Thị Lan"],
    ["Minh Ma Van Thanh", "Minh Ma Van Thanh"],
    ["minhmanhthang@example.com", "minhmanhthang@example.com"],
    ["hm7k2q", "hm7k2q"],
    ["HM7K2QF9OO", "HM7K2QF9OO"],
    ["0903 555 142", "903555142"],
    ["+84 903 555 142", "903555142"],
    ["555142", "555142"],
    ["149900", "149900"],
    ["090.355", "090.355"],
    ["+100.000 rồi +200.000", "+100.000 rồi +200.000"],
  ])("takes “%s” for text", (text, searched) => {
    expect(readOrderSearch(text)).toEqual<OrderSearch>({ kind: "text", text: searched });
  });
});
