import { describe, expect, test } from "vitest";
import { channelLabels, recipientLabels } from "#contract/delivery-names.ts";
import type { Delivery } from "#contract/notifications.ts";
import { aDelivery } from "#test/component/messages.ts";
import { resendText } from "./delivery-calls.ts";
import { addressOf, deliveryLooks, nextAttempt, reasonOf, subjectLink, zaloNote } from "./delivery-labels.ts";

test.each([
  ["waiting", "Đang chờ gửi", "warning"],
  ["sent", "Đã gửi", "success"],
  ["kept", "Lưu lại, chưa gửi", "info"],
  ["failed", "Không gửi được", "danger"],
  ["skipped", "Bỏ qua", undefined],
])("the state %s looks like %s, %s", (state, label, kind) => {
  const look = deliveryLooks.lookOf(state);
  expect([look.label, look.kind]).toEqual([label, kind]);
});

test("channels and recipients have names", () => {
  expect(channelLabels).toEqual({ email: "Email", zalo: "Zalo" });
  expect(recipientLabels).toEqual({
    customer: "Khách hàng",
    user: "Người dùng",
    staff: "Nhân viên",
    admin: "Quản trị viên",
  });
});

describe("addressOf", () => {
  test.each<[string, Partial<Delivery>, string | null]>([
    ["the e-mail", {}, "lan@example.com"],
    ["the number of Zalo", { channel: "zalo" }, "0903 555 142"],
    ["the e-mail where Zalo has no number", { channel: "zalo", phone: null }, "lan@example.com"],
    ["the number in place of no e-mail", { email: null }, "0903 555 142"],
    ["nothing without both", { email: null, phone: null }, null],
  ])("is %s", (_name, fields, address) => {
    expect(addressOf(aDelivery(fields))).toBe(address);
  });
});

describe("nextAttempt", () => {
  const not_before = "2026-05-02T00:00:00.000Z";

  test.each<[string, Partial<Delivery>, string | undefined]>([
    ["before the first attempt", { state: "waiting", attempts: 0, not_before }, "Gửi lúc 02/05/2026 07:00"],
    ["after an attempt", { state: "waiting", attempts: 2, not_before }, "Thử lại lúc 02/05/2026 07:00"],
    ["at once", { state: "waiting", attempts: 0, not_before: null }, undefined],
    ["once it was sent", { state: "sent", attempts: 1, not_before }, undefined],
  ])("of a message %s", (_name, fields, text) => {
    expect(nextAttempt(aDelivery(fields))).toBe(text);
  });
});

test.each<[Partial<Delivery>, string]>([
  [{ state: "sent" }, "Thông báo này đã gửi rồi. Người nhận sẽ nhận thêm một lần nữa."],
  [{ state: "kept" }, "Thông báo được gửi ngay, không đợi hết giờ yên lặng."],
  [{ state: "failed", is_bounced: true }, "Địa chỉ này từng bị từ chối."],
])("the resend of a message with %o tells what it does", (fields, text) => {
  expect(resendText(aDelivery(fields))).toContain(text);
});

describe("reasonOf", () => {
  test.each<[Delivery["state"], string | null, string | undefined, string | undefined]>([
    ["failed", "Hộp thư không tồn tại", "danger", "Hộp thư không tồn tại"],
    ["waiting", "Máy chủ thư trả lời quá lâu", "warning", "Máy chủ thư trả lời quá lâu"],
    ["skipped", "Người nhận đã ngừng nhận", "info", "Người nhận đã ngừng nhận"],
    ["kept", "Zalo chưa được thiết lập", "info", "Zalo chưa được thiết lập"],
    ["kept", null, "info", "Được giữ lại vì lúc đó chưa có máy chủ thư."],
    ["sent", null, undefined, undefined],
  ])("of a %s message with the error %s is %s: %s", (state, error, kind, text) => {
    expect([reasonOf({ state, error })?.kind, reasonOf({ state, error })?.text]).toEqual([kind, text]);
  });
});

describe("subjectLink", () => {
  test.each<[Delivery["subject_kind"], number | null, string | undefined, string | undefined]>([
    ["request", 12, "Yêu cầu #12", "/admin/requests?open=12"],
    ["order", 7, "Đơn hàng #7", "/admin/orders?open=7"],
    ["user", 5, undefined, undefined],
    [null, null, undefined, undefined],
  ])("of the %s %s is %s at %s", (subject_kind, subject_id, label, to) => {
    const link = subjectLink({ subject_kind, subject_id });
    expect([link?.label, link?.to]).toEqual([label, to]);
  });
});

test.each([
  ["sent", "Thông báo đã gửi qua Zalo theo mẫu đã duyệt."],
  ["waiting", "email được gửi khi Zalo không gửi được"],
] as const)("the e-mail below a %s Zalo message is explained", (state, text) => {
  expect(zaloNote(state)).toContain(text);
});
