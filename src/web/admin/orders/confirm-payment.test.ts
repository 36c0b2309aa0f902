import { expect, test } from "vitest";
import { anAdminOrder, anOrderDetail } from "#test/component/sales.ts";
import { effectText } from "./confirm-payment.tsx";

const user = { id: 9, username: "lan", email: "lan@example.com", is_email_verified: true, is_active: true };

test.each([
  [{}, undefined, "Tài khoản của Nguyễn Thị Lan được cộng 1 năm Premium (365 ngày)."],
  [{}, { account: user }, "Tài khoản lan được cộng 1 năm Premium (365 ngày)."],
  [{ user_id: null }, {}, /^Đơn chưa gắn với tài khoản nào nên 1 năm Premium \(365 ngày\) chưa cộng cho ai\./],
  [{ user_id: null }, { matching_user: user }, /^Tài khoản lan có cùng email đã xác minh nên được gắn và cộng 1 năm/],
  [{ user_id: null }, { matching_user: { ...user, is_email_verified: false } }, /^Đơn chưa gắn với tài khoản nào/],
  [{ package_is_lifetime: true, package_duration_days: null }, undefined, /được cộng Premium vĩnh viễn\.$/],
  [{ is_gift: true, user_id: null }, undefined, /^Đơn này là quà tặng: .* ai nhận thì được cộng 1 năm Premium/],
  [{ premium_granted_at: "2026-05-02T08:00:00.000Z" }, undefined, /đã được cộng trước đó, sẽ không cộng lại\.$/],
])("an order with %o and the account of %o gives: %s", (fields, accounts, text) => {
  const detail = accounts && anOrderDetail(accounts);
  expect(effectText(anAdminOrder(fields), detail)).toMatch(text);
});
