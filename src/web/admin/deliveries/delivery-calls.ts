/** Messages and refreshes that the calls of the delivery log share. */
import type { Delivery } from "#contract/notifications.ts";

const unreachable = "Lỗi kết nối";
export const loadErrors = { fallback: "Không thể tải nhật ký gửi", unreachable };
export const detailErrors = { fallback: "Không thể tải thông báo", unreachable };
export const resendErrors = { fallback: "Không thể gửi lại thông báo", unreachable };

/** Path prefixes that a resend changes: the log, and the count of failed messages. */
export const deliveryRefreshes = ["/api/admin/deliveries", "/api/admin/dashboard"];

export const resendLabel = "Gửi lại";
export const resendTitle = "Gửi lại thông báo";
export const resendDone = "Thông báo đang chờ gửi lại";

/** Returns whether a message can be sent anew. */
export const canResend = ({ state }: Delivery) => state !== "waiting";

/** Returns what a resend does, for its question. */
export function resendText({ state, is_bounced }: Delivery): string {
  if (state === "sent") return "Thông báo này đã gửi rồi. Người nhận sẽ nhận thêm một lần nữa.";
  if (is_bounced) return "Địa chỉ này từng bị từ chối. Hãy chắc là nó nhận được thư trước khi gửi lại.";
  return "Thông báo được gửi ngay, không đợi hết giờ yên lặng.";
}
