/** The words for messages to people. */
import type { Channel, DeliveryState, NotificationEvent, RecipientKind } from "./notifications.ts";

export const eventLabels: Readonly<Record<NotificationEvent, string>> = {
  request_received: "Đã nhận yêu cầu",
  request_taken_up: "Bài hát đang được viết",
  request_song_ready: "Bài hát đã xong",
  request_changes_noted: "Đã ghi điều cần sửa",
  request_lyrics_ready: "Lời bài hát chờ khách đọc",
  request_price_raised: "Giá bài hát tăng",
  request_paid: "Đã nhận tiền bài hát",
  request_message: "Có tin nhắn cho khách",
  gift_thanked: "Lời cảm ơn cho món quà",
  order_received: "Đã nhận đơn hàng",
  order_needs_account: "Đã nhận tiền, chưa có tài khoản",
  order_refused: "Thanh toán không được xác nhận",
  order_cancelled: "Đơn hàng bị hủy",
  order_refunded: "Đã hoàn tiền",
  order_expired: "Đơn hàng hết hạn",
  premium_active: "Premium đã kích hoạt",
  gift_premium_ready: "Quà Premium đã sẵn sàng",
  gift_taken: "Quà Premium đã được nhận",
  premium_ends_in_7_days: "Premium còn 7 ngày",
  premium_ends_in_1_day: "Premium còn 1 ngày",
  admin_new_request: "Yêu cầu mới",
  admin_new_order: "Đơn hàng mới",
  staff_request_assigned: "Được giao yêu cầu",
  staff_request_due_today: "Yêu cầu đến hạn hôm nay",
  staff_request_message: "Khách nhắn tin",
  staff_lyrics_answered: "Khách trả lời về lời bài hát",
  staff_changes_wanted: "Khách muốn sửa bài hát",
  password_reset: "Đặt lại mật khẩu",
  email_verification: "Xác minh email",
  admin_invitation: "Lời mời quản trị",
  sensitive_change: "Thay đổi quan trọng",
  email_changed: "Email tài khoản đã đổi",
  channel_stopped: "Kênh gửi bị dừng",
  disk_filling: "Ổ đĩa sắp đầy",
  messages_together: "Nhiều thông báo gộp một thư",
  test: "Email gửi thử",
};

export const channelLabels: Readonly<Record<Channel, string>> = { email: "Email", zalo: "Zalo" };

export const recipientLabels: Readonly<Record<RecipientKind, string>> = {
  customer: "Khách hàng",
  user: "Người dùng",
  staff: "Nhân viên",
  admin: "Quản trị viên",
};

export const stateLabels: Readonly<Record<DeliveryState, string>> = {
  waiting: "Đang chờ gửi",
  sent: "Đã gửi",
  kept: "Lưu lại, chưa gửi",
  failed: "Không gửi được",
  skipped: "Bỏ qua",
};
