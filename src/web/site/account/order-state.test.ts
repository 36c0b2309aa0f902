import { expect, it } from "vitest";
import { orderStateLabel } from "./order-state.ts";

const order = { status: "pending", payment_status: "pending", payment_amount: 1000, premium_granted_at: null } as const;

it.each([
  [{}, "Chờ thanh toán", "warning"],
  [{ payment_amount: 0 }, "Chờ kích hoạt", "warning"],
  [{ payment_status: "paid" }, "Chờ kích hoạt", "warning"],
  [{ payment_status: "paid", premium_granted_at: "2026-11-01T00:00:00.000Z" }, "Đã kích hoạt", "success"],
  [{ payment_status: "failed" }, "Thanh toán không thành công", "danger"],
  [{ status: "cancelled" }, "Đã hủy", undefined],
  [{ status: "cancelled", payment_status: "refunded" }, "Đã hoàn tiền", undefined],
] as const)("an order with %j is labelled %s", (fields, label, tone) => {
  expect(orderStateLabel({ ...order, ...fields })).toEqual({ label, tone });
});
