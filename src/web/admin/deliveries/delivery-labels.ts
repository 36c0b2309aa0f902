/** The words for messages to people, in the delivery log and in the settings. */
import { eventLabels, stateLabels } from "#contract/delivery-names.ts";
import { type Delivery, type DeliveryState, type SwitchableEvent, switchableEvents } from "#contract/notifications.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { statesOf } from "../../resource/states.tsx";

export const deliveryLooks = statesOf<DeliveryState>(
  {
    waiting: { label: stateLabels.waiting, kind: "warning" },
    sent: { label: stateLabels.sent, kind: "success" },
    kept: { label: stateLabels.kept, kind: "info" },
    failed: { label: stateLabels.failed, kind: "danger", isUrgent: true },
    skipped: { label: stateLabels.skipped },
  },
  "waiting",
);

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

/** Returns why a message is not sent, with the kind of its banner; undefined without a reason. */
export function reasonOf({ state, error }: Pick<Delivery, "state" | "error">) {
  if (state === "kept") {
    return { kind: "info", text: error ?? "Được giữ lại vì lúc đó chưa có máy chủ thư." } as const;
  }
  if (error === null) return undefined;
  const kind = state === "failed" ? "danger" : state === "waiting" ? "warning" : "info";
  return { kind, text: error } as const;
}

/** Returns the link to the request or the order that a message is about; undefined for an account, and for none. */
export function subjectLink({ subject_kind: kind, subject_id: id }: Pick<Delivery, "subject_kind" | "subject_id">) {
  if (id === null) return undefined;
  if (kind === "request") return { to: `/admin/requests?open=${id}`, label: `Yêu cầu #${id}` };
  return kind === "order" ? { to: `/admin/orders?open=${id}`, label: `Đơn hàng #${id}` } : undefined;
}

/** Returns what the e-mail below a Zalo message is. */
export function zaloNote(state: DeliveryState): string {
  return state === "sent"
    ? "Thông báo đã gửi qua Zalo theo mẫu đã duyệt. Dưới đây là email có cùng nội dung."
    : "Thông báo gửi qua Zalo theo mẫu đã duyệt. Dưới đây là email được gửi khi Zalo không gửi được.";
}
