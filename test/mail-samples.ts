/** One or more samples of the data of each e-mail. */
import { type NotificationEvent, notificationEvents } from "#contract/notifications.ts";
import { type EventData, eventRules } from "#server/features/notifications/events.ts";
import type { MailContext } from "#server/features/notifications/mails/mail.ts";

export const mailOrigin = "https://ngannga.example";

const request = {
  code: "HR2345678M",
  path: "/requests/q4wJ9vXbT2mK7rLpZs3NfA",
  idea: "Mẹ tôi bán bún ở đầu hẻm ba mươi năm nay, sáng nào cũng dậy từ ba giờ. Tháng sau mẹ tròn sáu mươi, tôi muốn có một bài hát thật ấm, kể chuyện nồi nước lèo, con hẻm nhỏ và tiếng mẹ gọi cả nhà dậy.",
  due_at: "2026-11-25T16:59:59.999Z",
};
const work = {
  id: 57,
  code: request.code,
  customer_name: "Nguyễn Thị Lan",
  idea: request.idea,
  due_at: request.due_at,
};
const order = {
  code: "HM7K3PQRW2",
  path: "/orders/Vt6cYh8dRw1Bn5gXe0QzUk",
  package_name: "Premium 3 tháng",
  amount: 399_000,
};

type Samples = { readonly [E in NotificationEvent]: readonly [EventData[E], ...EventData[E][]] };

/** The first sample of each event is the usual one. */
export const mailSamples: Samples = {
  request_received: [
    { ...request, price: 299_000, brief: { occasion: "Ngày cưới", recipient: "Cha mẹ", voice: "Song ca" } },
    { ...request, idea: "Một bài cho bé Bơ.\nBé sắp vào lớp một.", price: 0 },
  ],
  request_taken_up: [request],
  request_song_ready: [
    { ...request, version: 1 },
    { ...request, version: 2 },
  ],
  request_changes_noted: [
    { ...request, words: "Đoạn hai hát chậm hơn một chút.\nĐổi “anh” thành “ba”, và bớt tiếng trống ở cuối bài." },
  ],
  request_lyrics_ready: [
    { ...request, version: 1, note: "Điệp khúc giữ nguyên câu mẹ hay nói.", is_reminder: false },
    { ...request, version: 2, note: null, is_reminder: false },
    { ...request, version: 2, note: null, is_reminder: true },
  ],
  request_price_raised: [
    { ...request, amount: 399_000, before: 299_000 },
    { ...request, amount: 399_000, before: 0 },
  ],
  request_paid: [{ ...request, amount: 299_000 }],
  request_message: [
    { ...request, from: "Châu", words: "Chào bạn Lan,\nmẹ bạn thích nghe giọng miền nào ạ?" },
    { ...request, from: null, words: "Một bức ảnh" },
  ],
  gift_thanked: [
    {
      code: request.code,
      path: request.path,
      from: "Mẹ",
      words: "Mẹ nghe đi nghe lại mãi, lần nào cũng khóc.\nCảm ơn con gái của mẹ.",
    },
  ],
  order_received: [
    order,
    { ...order, amount: 0 },
    { ...order, is_gift: true, pays: "instant" },
    { ...order, pays: "none" },
  ],
  order_needs_account: [
    { ...order, is_reminder: false },
    { ...order, is_reminder: true },
  ],
  order_refused: [
    { ...order, package_id: 3, words: "Số tiền chuyển thiếu 20.000 đồng.\nBạn chuyển nốt rồi báo chúng tôi nhé." },
  ],
  order_cancelled: [
    { ...order, package_id: 3, words: "Bạn đã nhờ chúng tôi hủy đơn này." },
    { ...order, package_id: 3, words: null },
  ],
  order_refunded: [
    { ...order, package_id: 3, words: null },
    { ...order, package_id: 3, words: null, left: 0, premium: "ends" },
    { ...order, package_id: 3, words: "Bạn dùng thêm ba tháng nhé.", amount: 100_000, left: 299_000, premium: "stays" },
    { ...order, package_id: 3, words: null, amount: 100_000, left: 299_000, premium: "ends", is_gift: true },
  ],
  order_expired: [
    { ...order, package_id: 3 },
    { ...order, package_id: 3, amount: 0 },
  ],
  premium_active: [
    { ...order, expires_at: "2027-02-20T07:05:00.000Z" },
    { ...order, package_name: "Premium trọn đời", expires_at: null },
  ],
  gift_premium_ready: [
    { ...order, to: "Mẹ", gift_path: "/g/Qm3xT8vK2pLw5nRs9cYd7A", gift_code: "HG7K3PQRW2", opens_at: null },
    {
      ...order,
      to: "Mẹ",
      gift_path: "/g/Qm3xT8vK2pLw5nRs9cYd7A",
      gift_code: "HG7K3PQRW2",
      opens_at: "2026-12-23T17:00:00.000Z",
    },
  ],
  gift_taken: [{ ...order, to: "Mẹ" }],
  premium_ends_in_7_days: [{ expires_at: "2026-11-29T07:05:00.000Z" }],
  premium_ends_in_1_day: [{ expires_at: "2026-11-23T07:05:00.000Z" }],
  admin_new_request: [
    { ...work, price: 299_000 },
    { ...work, price: 0 },
  ],
  admin_new_order: [
    { id: 31, customer_name: "Trần Văn Bình", ...order },
    { id: 34, customer_name: "Trần Văn Bình", ...order, pays: "none" },
    { id: 35, customer_name: "Trần Văn Bình", ...order, pays: "instant" },
    { id: 32, customer_name: "Trần Văn Bình", ...order, amount: 0 },
    { id: 33, customer_name: "Trần Văn Bình", ...order, amount: 0, is_done: true },
  ],
  staff_request_assigned: [{ ...work, from: "Phạm Minh Châu" }],
  staff_request_due_today: [
    work,
    { ...work, unclaimed: { told: "supervisor", is_late: false } },
    { ...work, unclaimed: { told: "supervisor", is_late: true } },
    { ...work, unclaimed: { told: "admin", is_late: true } },
  ],
  staff_request_message: [
    { ...work, words: "Tôi gửi thêm tấm ảnh hồi mẹ hai mươi tuổi.", told: "member" },
    { ...work, words: "Bao giờ có bài ạ?", told: "supervisor" },
    { ...work, words: "Bao giờ có bài ạ?", told: "admin" },
  ],
  staff_lyrics_answered: [
    { ...work, version: 1, agrees: false, words: "“Anh về trong nắng”: đổi “anh” thành “ba”", told: "member" },
    { ...work, version: 2, agrees: true, words: "", told: "supervisor" },
    { ...work, version: 2, agrees: true, words: "Hay quá", told: "admin" },
  ],
  staff_changes_wanted: [
    { ...work, version: 1, words: "Đoạn hai hát chậm hơn một chút.", told: "member" },
    { ...work, version: 2, words: "Bớt tiếng trống", told: "supervisor" },
    { ...work, version: 2, words: "Bớt tiếng trống", told: "admin" },
  ],
  password_reset: [
    { token_id: 8, valid_minutes: 30, account: "user" },
    { token_id: 9, valid_minutes: 30, account: "staff" },
    { token_id: 10, valid_minutes: 30, account: "admin" },
  ],
  admin_invitation: [
    { token_id: 12, valid_minutes: 4320, account: "admin", from: "an@example.com", role: "admin" },
    { token_id: 13, valid_minutes: 4320, account: "admin", from: "an@example.com", role: "accountant" },
  ],
  sensitive_change: [
    {
      what: "Tài khoản ngân hàng",
      details: ["số tài khoản: 0071…5678 → 1903…4321", "chủ tài khoản: N… A… → L… B…"],
      by: "an@example.com",
      at: "2026-11-22T02:30:00.000Z",
    },
  ],
  email_changed: [{ to: "lan.…e.vn", at: "2026-11-22T02:30:00.000Z" }],
  email_verification: [{ token_id: 11, valid_minutes: 1440 }],
  channel_stopped: [{ channel: "zalo", reason: "Tài khoản ZBS đã hết tiền (mã lỗi -115)." }],
  disk_filling: [{ free: 6 * 1024 ** 3, reserve: 4 * 1024 ** 3, recordings: 7 * 1024 ** 3, max: 8 * 1024 ** 3 }],
  messages_together: [
    {
      for: "customer",
      count: 3,
      items: [
        { title: "Đã nhận đơn HMABCDEFGH, còn một bước chuyển khoản", path: "/orders/abcdefghijklmnopqrstuv" },
        { title: "Đã nhận đơn HMABCDEFGJ, còn một bước chuyển khoản", path: "/orders/abcdefghijklmnopqrstuw" },
      ],
    },
    { for: "admin", count: 1, items: [{ title: "Đơn Premium mới HMABCDEFGH, 99.000đ", path: "/admin/orders?open=5" }] },
  ],
  test: [{}],
};

const token = "7.kq3Jx0bR8vTn2WcYh5LpZs9MfAeUd4Gi6XoQr1BtVwE";
const secretPaths: Partial<Record<NotificationEvent, string>> = {
  password_reset: "/reset-password",
  admin_invitation: "/reset-password",
  email_verification: "/verify-email",
};

/** The context of a sample, with the links that its event has. */
export function mailContext(event: NotificationEvent): MailContext {
  const secretPath = secretPaths[event];
  return {
    recipientName: "Nguyễn Thị Lan",
    origin: mailOrigin,
    secretUrl: secretPath && `${mailOrigin}${secretPath}?token=${token}`,
    unsubscribeUrl: eventRules[event].isOwnBusiness ? undefined : `${mailOrigin}/unsubscribe?token=${token}`,
  };
}

/** Calls a function with each sample of each event. */
export function eachMail<T>(
  call: <E extends NotificationEvent>(event: E, data: EventData[E], sample: number) => T,
): T[] {
  const all = <E extends NotificationEvent>(event: E) =>
    mailSamples[event].map((data: EventData[E], sample) => call(event, data, sample));
  return notificationEvents.flatMap((event) => all(event));
}
