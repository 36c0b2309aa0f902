import { expect, it } from "vitest";
import type { PayableOrder } from "#contract/orders.ts";
import { anOrder, aPayment } from "#test/component/sales.ts";
import { awaitsPayment, isPaid } from "./order-payment.ts";
import { hasEnded, isFinal, nextStepOf, orderBadges, phaseOf, refundText, stepsOf } from "./order-state.ts";

const time = "2026-11-21T08:00:00.000Z";
const order = (fields: Partial<PayableOrder> = {}) => anOrder({ created_at: time, ...fields });
const confirmed = { status: "confirmed", confirmed_at: time } as const;

it.each<[Partial<PayableOrder>, string[]]>([
  [{}, ["Đã nhận đơn done", "Chờ thanh toán current", "Chờ xác nhận upcoming", "Kích hoạt Premium upcoming"]],
  [
    { payment_status: "paid" },
    ["Đã nhận đơn done", "Đã thanh toán done", "Chờ xác nhận current", "Kích hoạt Premium upcoming"],
  ],
  [confirmed, ["Đã nhận đơn done", "Chờ thanh toán current", "Chờ xác nhận upcoming", "Kích hoạt Premium upcoming"]],
  [
    { ...confirmed, payment_status: "paid" },
    ["Đã nhận đơn done", "Đã thanh toán done", "Đã xác nhận done", "Kích hoạt Premium current"],
  ],
  [
    { ...confirmed, payment_status: "paid", premium_granted_at: time },
    ["Đã nhận đơn done", "Đã thanh toán done", "Đã xác nhận done", "Premium đã kích hoạt done"],
  ],
  [
    { payment_amount: 0 },
    ["Đã nhận đơn done", "Không cần thanh toán done", "Chờ xác nhận current", "Kích hoạt Premium upcoming"],
  ],
  [
    { ...confirmed, payment_amount: 0, payment_status: "paid", premium_granted_at: time },
    ["Đã nhận đơn done", "Không cần thanh toán done", "Đã xác nhận done", "Premium đã kích hoạt done"],
  ],
  [{ payment_status: "failed" }, ["Đã nhận đơn done", "Thanh toán không thành công failed"]],
  [
    { ...confirmed, payment_status: "paid", premium_granted_at: time, premium_taken_at: time },
    [
      "Đã nhận đơn done",
      "Đã thanh toán done",
      "Đã xác nhận done",
      "Premium đã kích hoạt done",
      "Premium đã kết thúc failed",
    ],
  ],
  [{ ...confirmed, payment_status: "refunded" }, ["Đã nhận đơn done", "Đã xác nhận done", "Đã hoàn tiền failed"]],
  [{ status: "cancelled" }, ["Đã nhận đơn done", "Đã hủy failed"]],
  [{ status: "cancelled", end_reason: "expired" }, ["Đã nhận đơn done", "Hết hạn failed"]],
])("an order with %o has the steps %o", (fields, expected) => {
  expect(stepsOf(order(fields)).map(({ label, state }) => `${label} ${state}`)).toEqual(expected);
});

it("a paid order tells when it was paid", () => {
  const paid = { label: "Đã thanh toán", state: "done", time };
  expect(stepsOf(order({ payment_status: "paid", paid_at: time }))[1]).toEqual(paid);
});

it("a completed order that was never confirmed shows when it was completed", () => {
  const completed_at = "2026-11-22T08:00:00.000Z";
  expect(stepsOf(order({ status: "completed", payment_status: "paid", completed_at }))[2]).toEqual({
    label: "Đã xác nhận",
    state: "done",
    time: completed_at,
  });
});

it.each<[Partial<PayableOrder>, boolean, boolean]>([
  [{}, true, false],
  [{ payment_amount: 0 }, false, false],
  [confirmed, true, false],
  [{ payment_status: "paid" }, false, false],
  [{ ...confirmed, payment_status: "paid", premium_granted_at: time }, false, true],
  [{ payment_status: "failed" }, false, true],
  [{ payment_status: "refunded" }, false, true],
  [{ status: "cancelled" }, false, true],
])("an order with %o awaits its payment: %s, is final: %s", (fields, awaited, final) => {
  expect([awaitsPayment(order(fields)), isFinal(order(fields))]).toEqual([awaited, final]);
});

it.each<[Partial<PayableOrder>, RegExp]>([
  [{}, /^Bạn chuyển khoản theo thông tin trên trang này\. Tiền về là Premium mở ngay/],
  [
    { payment: aPayment({ is_instant: false }) },
    /^Bạn chuyển khoản theo thông tin trên trang này\..* 1–\u206024\u00a0giờ làm việc\.$/,
  ],
  [{ payment: null, expires_at: null }, /^Vui lòng liên hệ quản trị viên/],
  [{ payment: null, expires_at: "2020-05-08T08:00:00.000Z" }, /^Đã quá hạn thanh toán\./],
  [{ payment_status: "paid" }, /^Quản trị viên xác nhận rồi kích hoạt Premium trong 1–\u206024\u00a0giờ làm việc\.$/],
  [{ ...confirmed, payment_status: "paid", has_account: false }, /^Còn một bước: Premium cần một tài khoản/],
  [{ payment_amount: 0 }, /^Quản trị viên xác nhận/],
  [{ premium_granted_at: time, payment_status: "paid" }, /^Premium đã được cộng vào tài khoản/],
  [{ premium_granted_at: time, payment_status: "refunded" }, /đã được hoàn lại/],
  [{ premium_granted_at: time, premium_taken_at: time, payment_status: "paid" }, /^Chúng tôi đã hoàn cho bạn một phần/],
  [{ payment_status: "failed" }, /chưa thành công/],
  [{ status: "cancelled" }, /^Đơn hàng này đã hủy/],
  [{ status: "cancelled", end_reason: "customer" }, /^Bạn đã hủy đơn hàng này/],
  [{ status: "cancelled", end_reason: "expired" }, /^Đơn hàng này đã hết hạn/],
])("after an order with %o comes %s", (fields, expected) => {
  expect(nextStepOf(order(fields))).toMatch(expected);
});

it.each<[Partial<PayableOrder>, string, string | undefined]>([
  [{}, "Chờ thanh toán", "warning"],
  [{ payment_amount: 0 }, "Chờ kích hoạt", "warning"],
  [{ payment_status: "paid" }, "Chờ kích hoạt", "warning"],
  [{ payment_status: "paid", premium_granted_at: time }, "Đã kích hoạt", "success"],
  [{ payment_status: "paid", premium_granted_at: time, premium_taken_at: time }, "Premium đã kết thúc", undefined],
  [{ payment_status: "failed" }, "Thất bại", "danger"],
  [{ status: "cancelled" }, "Đã hủy", undefined],
  [{ status: "cancelled", end_reason: "expired" }, "Hết hạn", undefined],
  [{ status: "cancelled", payment_status: "refunded" }, "Đã hoàn tiền", undefined],
])("an order with %o is listed as %s", (fields, label, tone) => {
  expect(orderBadges[phaseOf(order(fields))]).toEqual(tone ? { label, tone } : { label });
});

it.each<[Partial<PayableOrder>, boolean]>([
  [{}, false],
  [{ payment_status: "paid", premium_granted_at: time }, false],
  [{ payment_status: "failed" }, true],
  [{ status: "cancelled", end_reason: "operator" }, true],
  [{ status: "cancelled", end_reason: "expired" }, true],
  [{ payment_status: "refunded", premium_granted_at: time }, true],
  [{ status: "cancelled", payment_status: "paid", premium_granted_at: time }, true],
])("an order with %o has ended without Premium: %s", (fields, ended) => {
  const phase = phaseOf(order(fields));
  expect([hasEnded(phase), phase === "granted"]).toEqual([ended, fields.premium_granted_at !== undefined && !ended]);
});

it.each<[Partial<PayableOrder>, string | undefined]>([
  [{ payment_status: "paid" }, undefined],
  [{ payment_status: "paid", refunded_amount: 100_000 }, "100.000 / 399.000 ₫"],
  [{ payment_status: "paid", received_amount: 390_000, refunded_amount: 100_000 }, "100.000 / 390.000 ₫"],
  [{ payment_status: "refunded", refunded_amount: 399_000 }, undefined],
])("of an order with %o %s was given back in part", (fields, expected) => {
  expect(refundText(order(fields))).toBe(expected);
});

it("an order whose Premium was taken back does not go on", () => {
  const paid = { payment_status: "paid", premium_granted_at: time } as const;
  expect([isPaid(order(paid)), isPaid(order({ ...paid, premium_taken_at: time }))]).toEqual([true, false]);
});
