/** The words for messages to people, in the delivery log and in the settings. */
import {
  type Channel,
  channels,
  type Delivery,
  type DeliveryState,
  type NotificationEvent,
  notificationEvents,
  type RecipientKind,
  type SwitchableEvent,
  switchableEvents,
} from "#contract/notifications.ts";
import { shortDateTime } from "../../lib/dates.ts";

export const eventLabels: Readonly<Record<NotificationEvent, string>> = {
  request_received: "Đã nhận yêu cầu",
  request_taken_up: "Bài hát đang được viết",
  request_song_ready: "Bài hát đã xong",
  request_changes_noted: "Đã ghi điều cần sửa",
  request_paid: "Đã nhận tiền bài hát",
  order_received: "Đã nhận đơn hàng",
  order_needs_account: "Đã nhận tiền, chưa có tài khoản",
  order_refused: "Thanh toán không được xác nhận",
  order_cancelled: "Đơn hàng bị hủy",
  order_refunded: "Đã hoàn tiền",
  order_expired: "Đơn hàng hết hạn",
  premium_active: "Premium đã kích hoạt",
  premium_ends_in_7_days: "Premium còn 7 ngày",
  premium_ends_in_1_day: "Premium còn 1 ngày",
  admin_new_request: "Yêu cầu mới",
  admin_new_order: "Đơn hàng mới",
  staff_request_assigned: "Được giao yêu cầu",
  staff_request_due_today: "Yêu cầu đến hạn hôm nay",
  password_reset: "Đặt lại mật khẩu",
  email_verification: "Xác minh email",
  admin_invitation: "Lời mời quản trị",
  sensitive_change: "Thay đổi quan trọng",
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

type Kind = "success" | "warning" | "danger" | "info" | undefined;

export const stateLooks: Readonly<Record<DeliveryState, readonly [label: string, kind: Kind]>> = {
  waiting: ["Đang chờ gửi", "warning"],
  sent: ["Đã gửi", "success"],
  kept: ["Lưu lại, chưa gửi", "info"],
  failed: ["Không gửi được", "danger"],
  skipped: ["Bỏ qua", undefined],
};

export const eventOptions = notificationEvents.map((value) => ({ value, label: eventLabels[value] }));
export const channelOptions = channels.map((value) => ({ value, label: channelLabels[value] }));

interface EventGroup {
  label: string;
  events: readonly SwitchableEvent[];
}

const isFor = (who: string) => (event: SwitchableEvent) => event.startsWith(`${who}_`);
/** The events that can be switched off, by who is told. */
export const eventGroups: readonly EventGroup[] = [
  { label: "Khách hàng", events: switchableEvents.filter((event) => !isFor("admin")(event) && !isFor("staff")(event)) },
  { label: "Quản trị viên", events: switchableEvents.filter(isFor("admin")) },
  { label: "Nhân viên", events: switchableEvents.filter(isFor("staff")) },
];

/** Returns the name of a message: `Đã nhận đơn hàng, gửi Nguyễn Thị Lan`. */
export function deliveryName({ event, recipient_name }: Pick<Delivery, "event" | "recipient_name">): string {
  return `${eventLabels[event]}, gửi ${recipient_name}`;
}

/** Returns a phone number as people in Vietnam write it: `0903 555 142`. */
export function phoneLabel(phone: string): string {
  return phone.replace(/^84(\d{3})(\d{3})(\d{3})$/, "0$1 $2 $3");
}

/** Returns the address to which the channel of a message sends; null without one. */
export function addressOf({ channel, email, phone }: Pick<Delivery, "channel" | "email" | "phone">): string | null {
  const number = phone === null ? null : phoneLabel(phone);
  return channel === "zalo" ? (number ?? email) : (email ?? number);
}

/** Returns when a waiting message is sent; undefined when at once, or when it does not wait. */
export function nextAttempt({ state, not_before, attempts }: Delivery): string | undefined {
  if (state !== "waiting" || not_before === null) return undefined;
  return `${attempts > 0 ? "Thử lại" : "Gửi"} lúc ${shortDateTime(not_before)}`;
}
