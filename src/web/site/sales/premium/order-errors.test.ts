import { describe, expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { fieldErrorsOf, isOutdated, orderErrorMessage } from "./order-errors.ts";

const failed = "Chưa tạo được đơn hàng. Vui lòng thử lại sau ít phút.";
const invalid = (detail: Record<string, string>) => new ApiError("invalid", detail);

describe("orderErrorMessage", () => {
  test.each([
    [new ApiError("rate_limited", "Bạn thao tác quá nhanh"), "Bạn thao tác quá nhanh"],
    [invalid({ email: "Email không hợp lệ" }), "Khách hàng cần nhập email"],
    [invalid({ user_name: "Vui lòng nhập họ và tên" }), "Khách hàng cần nhập họ tên"],
    [invalid({ user_phone: "Số điện thoại không hợp lệ" }), "Khách hàng cần nhập số điện thoại"],
    [invalid({ user_zalo: "?" }), failed],
    [new Error("a mistake"), failed],
  ])("of %o is %s", (error, message) => {
    expect(orderErrorMessage(error)).toBe(message);
  });
});

describe("fieldErrorsOf", () => {
  test("gives each error to its field, those of the detail too", () => {
    expect(fieldErrorsOf(invalid({ email: "Email không hợp lệ", user_zalo: "?" }))).toEqual({
      user_email: "Email không hợp lệ",
    });
  });

  test("has none for another error", () => {
    expect(fieldErrorsOf(new Error("a mistake"))).toEqual({});
  });
});

test.each([
  [new ApiError("conflict", "Giá vừa đổi"), true],
  [new ApiError("invalid", "Hết bán", [{ field: "package_id", message: "Hết bán" }]), true],
  [new ApiError("rate_limited", "Chậm lại"), false],
])("a package is outdated after %o: %s", (error, outdated) => {
  expect(isOutdated(error)).toBe(outdated);
});
