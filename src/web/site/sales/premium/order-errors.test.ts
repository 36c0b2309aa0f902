import { describe, expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { errorAtFields, isOutdated } from "./order-errors.ts";

const failed = "Chưa tạo được đơn hàng. Vui lòng thử lại sau ít phút.";
const invalid = (detail: Record<string, string>) => new ApiError("invalid", detail);

describe("errorAtFields", () => {
  test.each([
    [{ email: "Email không hợp lệ" }, "Khách hàng cần nhập email", "user_email"],
    [{ user_name: "Vui lòng nhập họ và tên" }, "Khách hàng cần nhập họ tên", "user_name"],
    [{ user_phone: "Số điện thoại không hợp lệ" }, "Khách hàng cần nhập số điện thoại", "user_phone"],
  ])("of %o says %s at %s", (detail, message, field) => {
    const [told] = Object.values(detail);
    expect(errorAtFields(invalid(detail))).toMatchObject({ message, errors: [{ field, message: told }] });
  });

  test("has a message of its own for a field that the form does not know", () => {
    expect(errorAtFields(invalid({ user_zalo: "?" }))).toMatchObject({ message: failed, errors: [] });
  });

  test.each([
    new ApiError("rate_limited", "Bạn thao tác quá nhanh"),
    new Error("a mistake"),
  ])("leaves %o alone", (error) => {
    expect(errorAtFields(error)).toBe(error);
  });
});

test.each([
  [new ApiError("conflict", "Giá vừa đổi"), true],
  [new ApiError("invalid", "Hết bán", [{ field: "package_id", message: "Hết bán" }]), true],
  [new ApiError("rate_limited", "Chậm lại"), false],
])("a package is outdated after %o: %s", (error, outdated) => {
  expect(isOutdated(error)).toBe(outdated);
});
