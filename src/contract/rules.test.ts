import { describe, expect, it } from "vitest";
import { confirmationError, firstError, loginRules, registerRules } from "./rules.ts";

describe("registerRules", () => {
  it.each([
    ["username", " ", "Vui lòng nhập tên đăng nhập"],
    ["username", "ab", "Tên đăng nhập phải có ít nhất 3 ký tự"],
    ["username", "thu hà", "Tên đăng nhập chỉ được chứa chữ cái, số và dấu gạch dưới"],
    ["username", "thu_ha_1", undefined],
    ["email", " ", "Vui lòng nhập email"],
    ["email", "thu-ha", "Email không hợp lệ"],
    ["email", "thu-ha@example.com", undefined],
    ["password", " ", "Vui lòng nhập mật khẩu"],
    ["password", "12345", "Mật khẩu phải có ít nhất 6 ký tự"],
    ["password", "mat-khau-1", undefined],
  ] as const)("of %s say of %j: %s", (field, value, message) =>
    expect(firstError(value, registerRules[field])).toBe(message));
});

describe("loginRules", () => {
  it.each([
    ["username", " ", "Vui lòng nhập tên đăng nhập hoặc email"],
    ["password", " ", "Vui lòng nhập mật khẩu"],
    ["password", "12345", "Mật khẩu phải có ít nhất 6 ký tự"],
  ] as const)("of %s say of %j: %s", (field, value, message) =>
    expect(firstError(value, loginRules[field])).toBe(message));
});

describe("confirmationError", () => {
  it.each([
    ["", "Vui lòng xác nhận mật khẩu"],
    ["khác", "Mật khẩu xác nhận không khớp"],
    ["mat-khau-1", undefined],
  ])("of %j is %s", (confirmation, message) => expect(confirmationError(confirmation, "mat-khau-1")).toBe(message));
});
