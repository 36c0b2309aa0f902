/** Renders e-mails. */
import type { NotificationEvent } from "#contract/notifications.ts";
import type { EventData } from "../events.ts";

export interface MailContext {
  recipientName: string;
  /** Origin of the links. */
  origin: string;
  /** The link of a message that gives access to an account. */
  secretUrl?: string | undefined;
  unsubscribeUrl?: string | undefined;
}

export interface Mail {
  subject: string;
  html: string;
  text: string;
}

const subjects: Record<NotificationEvent, string> = {
  request_received: "Đã nhận yêu cầu sáng tác",
  request_taken_up: "Bài hát của bạn đang được viết",
  request_song_ready: "Bài hát của bạn đã xong",
  request_changes_noted: "Đã ghi nhận điều bạn muốn sửa",
  request_paid: "Đã nhận thanh toán",
  order_received: "Đã nhận đơn hàng",
  premium_active: "Premium đã được kích hoạt",
  premium_ends_in_7_days: "Premium còn 7 ngày",
  premium_ends_in_1_day: "Premium còn 1 ngày",
  admin_new_request: "Có yêu cầu sáng tác mới",
  admin_new_order: "Có đơn hàng mới",
  staff_request_assigned: "Bạn được giao một yêu cầu",
  staff_request_due_today: "Một yêu cầu đến hạn hôm nay",
  password_reset: "Đặt lại mật khẩu",
  email_verification: "Xác nhận địa chỉ email",
  channel_stopped: "Một kênh thông báo đã dừng",
  test: "Email thử từ Ngân Nga",
};

/** Returns the e-mail of an event. */
export function renderMail<E extends NotificationEvent>(event: E, data: EventData[E], context: MailContext): Mail {
  const { recipientName, origin, secretUrl, unsubscribeUrl } = context;
  const code = "code" in data ? ` ${data.code}` : "";
  const subject = `${subjects[event]}${code}`;
  const link = secretUrl ?? ("path" in data ? `${origin}${data.path}` : origin);
  const lines = [`Chào ${recipientName},`, `${subject}.`, link];
  if (unsubscribeUrl !== undefined) lines.push(`Không nhận email này nữa: ${unsubscribeUrl}`);
  return { subject, text: lines.join("\n\n"), html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("") };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
