/** The words for messages to people, in the delivery log and in the settings. */
import { channelLabels, eventLabels, stateLabels } from "#contract/delivery-names.ts";
import {
  channels,
  type Delivery,
  type DeliveryState,
  notificationEvents,
  type SwitchableEvent,
  switchableEvents,
} from "#contract/notifications.ts";
import { shortDateTime } from "../../lib/dates.ts";

type Kind = "success" | "warning" | "danger" | "info" | undefined;

export const stateLooks: Readonly<Record<DeliveryState, readonly [label: string, kind: Kind]>> = {
  waiting: [stateLabels.waiting, "warning"],
  sent: [stateLabels.sent, "success"],
  kept: [stateLabels.kept, "info"],
  failed: [stateLabels.failed, "danger"],
  skipped: [stateLabels.skipped, undefined],
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
