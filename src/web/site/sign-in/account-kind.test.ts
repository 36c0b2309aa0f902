import { describe, expect, it } from "vitest";
import { accountKindOf, accountKinds, forgotPasswordPath } from "./account-kind.ts";

describe("accountKindOf", () => {
  it.each([
    ["", "user"],
    ["account=staff", "staff"],
    ["account=admin", "admin"],
    ["account=ai", "user"],
  ])("%j names %s", (query, kind) => expect(accountKindOf(new URLSearchParams(query))).toBe(kind));
});

describe("accountKinds", () => {
  it.each([
    ["user", "tài khoản", "/login", "Ít nhất 6 ký tự.", /^Bạn liên hệ chúng tôi/],
    ["staff", "tài khoản nhân viên", "/staff/login", "Ít nhất 10 ký tự.", /^Bạn nhờ quản trị viên/],
    ["admin", "tài khoản quản trị", "/admin", "Ít nhất 10 ký tự.", /^Người giữ máy chủ/],
  ] as const)("of %s: %s, %s, %s, %s", (kind, name, loginPath, passwordHint, helper) =>
    expect(accountKinds[kind]).toEqual({ name, loginPath, passwordHint, helper: expect.stringMatching(helper) }));
});

it("forgotPasswordPath names the kind, except a user's", () => {
  expect(forgotPasswordPath("user")).toBe("/forgot-password");
  expect(forgotPasswordPath("staff")).toBe("/forgot-password?account=staff");
});
