import { describe, expect, test } from "vitest";
import type { AdminOrder } from "#contract/orders.ts";
import type { StateLook } from "../../resource/controls/badge.tsx";
import { allLooks, isRefundable, mainLooks } from "./order-states.tsx";

const at = "2026-05-02T08:00:00.000Z";
const pending = {
  status: "pending",
  payment_status: "pending",
  premium_granted_at: null,
  payment_amount: 999_000,
  received_amount: 0,
  refunded_amount: 0,
  end_reason: null,
  erased_at: null,
  is_gift: false,
} as const;
type Fields = Partial<AdminOrder>;

describe("allLooks", () => {
  test.each<[Fields, StateLook[]]>([
    [
      {},
      [
        { label: "Chờ xử lý", kind: "warning" },
        { label: "Chờ thanh toán", kind: "warning" },
      ],
    ],
    [
      { received_amount: 989_000 },
      [
        { label: "Chờ xử lý", kind: "warning" },
        { label: "Thiếu 10.000 ₫", kind: "warning" },
      ],
    ],
    [
      { status: "confirmed", payment_status: "paid", received_amount: 989_000, premium_granted_at: at },
      [
        { label: "Đã xác nhận", kind: "info" },
        { label: "Đã thanh toán", kind: "success" },
      ],
    ],
    [
      { status: "confirmed", payment_status: "paid" },
      [
        { label: "Đã xác nhận", kind: "info" },
        { label: "Đã thanh toán", kind: "success" },
        { label: "Chưa cộng Premium", kind: "warning" },
      ],
    ],
    [
      { status: "confirmed", payment_status: "paid", is_gift: true },
      [
        { label: "Đã xác nhận", kind: "info" },
        { label: "Đã thanh toán", kind: "success" },
      ],
    ],
    [
      { status: "confirmed", payment_status: "paid", premium_granted_at: at, refunded_amount: 300_000 },
      [
        { label: "Đã xác nhận", kind: "info" },
        { label: "Đã thanh toán", kind: "success" },
        { label: "Đã hoàn 300.000 / 999.000 ₫", kind: "info" },
      ],
    ],
    [
      { status: "completed", payment_status: "refunded", refunded_amount: 999_000 },
      [
        { label: "Hoàn thành", kind: "success" },
        { label: "Đã hoàn tiền", kind: "info" },
      ],
    ],
  ])("of an order with %o are %o", (fields, looks) => {
    expect(allLooks({ ...pending, ...fields })).toEqual(looks);
  });

  test.each<[Fields, string[]]>([
    [{ payment_status: "failed" }, ["Đã hủy", "Thất bại"]],
    [{ end_reason: "expired" }, ["Hết hạn", "Chờ thanh toán"]],
    [{ end_reason: "customer" }, ["Khách đã hủy", "Chờ thanh toán"]],
    [{ end_reason: "operator" }, ["Đã hủy", "Chờ thanh toán"]],
  ])("of a cancelled order with %o are %o", (fields, labels) => {
    const order = { ...pending, status: "cancelled" as const, ...fields };
    expect(allLooks(order).map(({ label }) => label)).toEqual(labels);
  });

  test("are those of a pending order for unknown states", () => {
    const lost = { ...pending, status: "lost" as "pending", payment_status: "lost" as "pending" };
    expect(allLooks(lost)).toEqual(allLooks(pending));
  });
});

describe("mainLooks", () => {
  test.each<[Fields, string[]]>([
    [{}, ["Chờ thanh toán"]],
    [{ status: "confirmed", payment_status: "paid" }, ["Chưa cộng Premium"]],
    [{ status: "confirmed", payment_status: "paid", premium_granted_at: at }, ["Đã xác nhận"]],
    [{ status: "confirmed", payment_status: "refunded", refunded_amount: 999_000 }, ["Đã hoàn tiền"]],
    [
      { status: "confirmed", payment_status: "paid", received_amount: 989_000, refunded_amount: 9_000 },
      ["Chưa cộng Premium", "Đã hoàn 9.000 / 989.000 ₫"],
    ],
    [
      { status: "cancelled", payment_status: "paid", refunded_amount: 9_000 },
      ["Đã hủy", "Đã thanh toán", "Đã hoàn 9.000 / 999.000 ₫"],
    ],
    [{ status: "cancelled" }, ["Đã hủy"]],
    [{ status: "cancelled", end_reason: "expired" }, ["Hết hạn"]],
    [{ status: "cancelled", end_reason: "customer", payment_status: "paid" }, ["Khách đã hủy", "Đã thanh toán"]],
  ])("of an order with %o are %o", (fields, labels) => {
    expect(mainLooks({ ...pending, ...fields }).map(({ label }) => label)).toEqual(labels);
  });
});

test.each<[Fields, boolean]>([
  [{}, false],
  [{ payment_status: "paid" }, true],
  [{ payment_status: "paid", refunded_amount: 998_999 }, true],
  [{ payment_status: "paid", refunded_amount: 999_000 }, false],
  [{ payment_status: "paid", payment_amount: 0 }, false],
  [{ payment_status: "paid", erased_at: at }, false],
  [{ payment_status: "refunded", refunded_amount: 999_000 }, false],
])("an order with %o can be refunded: %s", (fields, expected) => {
  expect(isRefundable({ ...pending, ...fields } as AdminOrder)).toBe(expected);
});
