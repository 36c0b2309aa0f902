/** Invented messages, for the test from the config screen. */
import type { ZaloEvent } from "#contract/zalo.ts";
import type { EventData } from "../events.ts";
import type { ZaloMessage } from "./zalo-values.ts";

const due_at = "2026-12-01T10:00:00.000Z";
const request = { code: "HR2345678", path: "/requests/thu", idea: "Bài hát mừng sinh nhật mẹ", due_at };
const order = { code: "HM2345678", path: "/orders/thu", package_name: "Premium 1 tháng", amount: 49_000 };
const work = { id: 1, code: "HR2345678", customer_name: "Nguyễn Lan", idea: "Bài hát mừng sinh nhật mẹ", due_at };
const expires_at = "2026-12-31T16:59:00.000Z";

const samples: { [E in ZaloEvent]: EventData[E] } = {
  request_received: { ...request, price: 299_000 },
  request_taken_up: request,
  request_song_ready: { ...request, version: 1 },
  request_changes_noted: { ...request, words: "Điệp khúc chậm hơn một chút" },
  request_lyrics_ready: { ...request, version: 1, note: null, is_reminder: false },
  request_price_raised: { ...request, amount: 399_000, before: 299_000 },
  request_paid: { ...request, amount: 299_000 },
  request_message: { ...request, from: "Minh", words: "Bạn muốn nghe giọng miền nào" },
  gift_thanked: { code: request.code, path: request.path, from: "Mẹ", words: "Mẹ nghe đi nghe lại mãi" },
  order_received: order,
  order_needs_account: { ...order, is_reminder: false },
  order_refused: { ...order, package_id: 1, words: "Chuyển khoản thiếu 20.000 đồng" },
  order_cancelled: { ...order, package_id: 1, words: "Bạn đã nhờ hủy đơn này" },
  order_refunded: { ...order, package_id: 1, words: "Đã hoàn về tài khoản gửi" },
  order_expired: { ...order, package_id: 1 },
  premium_active: { ...order, expires_at },
  gift_premium_ready: { ...order, to: "Mẹ", gift_path: "/g/thu", gift_code: "HG2345678K", opens_at: null },
  gift_taken: { ...order, to: "Mẹ" },
  premium_ends_in_7_days: { expires_at },
  premium_ends_in_1_day: { expires_at },
  staff_request_assigned: { ...work, from: "Trần Minh" },
  staff_request_due_today: work,
  staff_lyrics_answered: { ...work, version: 1, agrees: false, words: "Đổi “anh” thành “ba”", told: "member" },
  staff_changes_wanted: { ...work, version: 1, words: "Chậm lại một chút", told: "member" },
  staff_request_message: { ...work, words: "Tôi gửi thêm một tấm ảnh", told: "member" },
};

/** Returns a message of an event that nothing happened for. */
export function sampleMessage(event: ZaloEvent, phone: string): ZaloMessage {
  return {
    id: 0,
    resend: null,
    event,
    data: samples[event],
    recipientName: "Nguyễn Lan",
    phone,
    origin: "",
  } as ZaloMessage;
}
