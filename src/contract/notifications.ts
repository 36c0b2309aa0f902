/** Messages that the site sends: their events, settings and delivery log. */
import { z } from "zod";
import { Done, type Endpoints, IdParams, phoneOrText, Time } from "./endpoint.ts";
import { linkToken, trimmed, yesNo } from "./fields.ts";
import { dayRange, type Sorts } from "./list.ts";
import { listEndpoints, listFamily } from "./list-family.ts";
import { userRules } from "./rules.ts";
import { SeenVersion, Version } from "./version.ts";

/** Events that customers, administrators and staff are told of, in the order of the settings. */
export const switchableEvents = [
  "request_received",
  "request_taken_up",
  "request_song_ready",
  "request_changes_noted",
  "request_lyrics_ready",
  "request_price_raised",
  "request_paid",
  "request_message",
  "gift_thanked",
  "order_received",
  "order_needs_account",
  "order_refused",
  "order_cancelled",
  "order_refunded",
  "order_expired",
  "premium_active",
  "gift_premium_ready",
  "gift_taken",
  "premium_ends_in_7_days",
  "premium_ends_in_1_day",
  "admin_new_request",
  "admin_new_order",
  "staff_request_assigned",
  "staff_request_due_today",
  "staff_request_message",
  "staff_lyrics_answered",
  "staff_changes_wanted",
] as const;
/**
 * Events that can't be switched off: about the access to an account, to administrators about a channel, the disk or a sensitive change, and of
 * many messages in one.
 */
const fixedEvents = [
  "password_reset",
  "admin_invitation",
  "sensitive_change",
  "email_changed",
  "email_verification",
  "channel_stopped",
  "disk_filling",
  "messages_together",
  "test",
] as const;
export const notificationEvents = [...switchableEvents, ...fixedEvents] as const;
export const SwitchableEvent = z.enum(switchableEvents);
export type SwitchableEvent = z.output<typeof SwitchableEvent>;
export const NotificationEvent = z.enum(notificationEvents, "Loại thông báo không hợp lệ");
export type NotificationEvent = z.output<typeof NotificationEvent>;

export const channels = ["email", "zalo"] as const;
export const Channel = z.enum(channels, "Kênh gửi không hợp lệ");
export type Channel = z.output<typeof Channel>;

/** `kept` messages wait for nothing: no mail server is configured. `skipped` ones had no address, or are not true any more. */
export const deliveryStates = ["waiting", "sent", "kept", "failed", "skipped"] as const;
export const DeliveryState = z.enum(deliveryStates, "Trạng thái gửi không hợp lệ");
export type DeliveryState = z.output<typeof DeliveryState>;

const recipientKinds = ["customer", "user", "staff", "admin"] as const;
export const RecipientKind = z.enum(recipientKinds);
export type RecipientKind = z.output<typeof RecipientKind>;

/** A message to one recipient. */
export const Delivery = z
  .object({
    id: z.int(),
    event: NotificationEvent,
    recipient_kind: RecipientKind,
    recipient_name: z.string(),
    email: z.string().nullable(),
    /** As `84…`. */
    phone: z.string().nullable(),
    /** The channel of the last attempt, or of the next one before the first. */
    channel: Channel,
    state: DeliveryState,
    /** The last failure, in Vietnamese where it is known. */
    error: z.string().nullable(),
    attempts: z.int(),
    created_at: Time,
    /** Before this it is not sent: quiet hours, or the next attempt. */
    not_before: Time.nullable(),
    sent_at: Time.nullable(),
    /** The request, order or account that it is about. */
    subject_kind: z.enum(["request", "order", "user"]).nullable(),
    subject_id: z.int().nullable(),
    /** Whether the mail server refused the address for good. */
    is_bounced: z.boolean(),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.output<typeof Delivery>;

export const DeliveryDetail = Delivery.extend({
  /** The e-mail as it is or would be sent; null for messages whose link gives access to an account. */
  mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
}).meta({ id: "DeliveryDetail" });
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

export const deliverySorts = { orders: { created_at: "desc" }, default: "created_at" } as const satisfies Sorts;
/** `search` is name, e-mail or phone number of the recipient. */
const deliveryFilter = {
  search: phoneOrText,
  state: DeliveryState.optional(),
  channel: Channel.optional(),
  event: NotificationEvent.optional(),
  ...dayRange,
};
export const { Filter: DeliveryFilter, Query: DeliveryListQuery } = listFamily(deliveryFilter, deliverySorts);
export type DeliveryListQuery = z.output<typeof DeliveryListQuery>;
export type DeliveryFilter = z.output<typeof DeliveryFilter>;

/** Administrators have no phone number. */
const mailEvents = ["admin_new_request", "admin_new_order"] as const satisfies SwitchableEvent[];
type MailEvent = (typeof mailEvents)[number];
/** An event that has a switch for Zalo too. */
export type ZaloSwitch = Exclude<SwitchableEvent, MailEvent>;

/** Whether Zalo can tell of an event. */
export const hasZalo = (event: SwitchableEvent): event is ZaloSwitch =>
  !(mailEvents as readonly string[]).includes(event);

const ByMail = z.object({ email: yesNo });
const ByBoth = ByMail.extend({ zalo: yesNo });
const EventSettings = z.object(
  Object.fromEntries(switchableEvents.map((event) => [event, hasZalo(event) ? ByBoth : ByMail])) as Record<
    ZaloSwitch,
    typeof ByBoth
  > &
    Record<MailEvent, typeof ByMail>,
);
const emails = (message: string) =>
  z
    .array(trimmed(userRules.email), message)
    .max(20, "Không được có quá 20 địa chỉ")
    .refine(
      (list) => new Set(list.map((email) => email.toLowerCase())).size === list.length,
      "Mỗi địa chỉ chỉ ghi một lần",
    );

export const NotificationSettingsBody = z.object({
  /** Which events go where. Where both are on, Zalo goes first and e-mail where Zalo can't. */
  events: EventSettings,
  /** Whether messages that can wait do so from 22:00 to 7:00 in Vietnam. */
  quiet_hours: yesNo,
  /** Where messages to the administrator go; none means the e-mail of every administrator. */
  admin_emails: emails("Danh sách địa chỉ không hợp lệ"),
});
export type NotificationSettingsBody = z.output<typeof NotificationSettingsBody>;

/** Fields that are left out keep their values. */
export const NotificationSettingsChange = NotificationSettingsBody.partial().extend({ version: SeenVersion });
export type NotificationSettingsChange = z.output<typeof NotificationSettingsChange>;

export const NotificationSettings = NotificationSettingsBody.extend({
  admin_emails: z.array(z.string()),
  /** The sender of e-mails; null without `SMTP_URL`, when messages are kept. */
  sender: z.string().nullable(),
  version: Version,
}).meta({ id: "NotificationSettings" });
export type NotificationSettings = z.output<typeof NotificationSettings>;

const on = { email: true, zalo: true };
/** The settings until the administrator saves others. */
export const defaultNotificationSettings: NotificationSettingsBody = {
  events: {
    request_received: on,
    request_taken_up: on,
    request_song_ready: on,
    request_changes_noted: on,
    request_lyrics_ready: on,
    request_price_raised: on,
    request_paid: on,
    request_message: on,
    gift_thanked: on,
    order_received: on,
    order_needs_account: on,
    order_refused: on,
    order_cancelled: on,
    order_refunded: on,
    order_expired: on,
    premium_active: on,
    gift_premium_ready: on,
    gift_taken: on,
    premium_ends_in_7_days: on,
    premium_ends_in_1_day: on,
    admin_new_request: { email: true },
    admin_new_order: { email: true },
    staff_request_assigned: on,
    staff_request_due_today: on,
    staff_request_message: on,
    staff_lyrics_answered: on,
    staff_changes_wanted: on,
  },
  quiet_hours: true,
  admin_emails: [],
};

export const TestMailBody = z.object({ email: trimmed(userRules.email) });
/** The outcome of a message that is sent while the caller waits; a failure is part of the reply. */
export const TestOutcome = z.object({
  success: z.boolean(),
  /** In Vietnamese. */
  message: z.string(),
  /** The server's words, without secrets. */
  details: z.string().nullable(),
});
export type TestOutcome = z.output<typeof TestOutcome>;

const tag = "Thông báo";
const list = listEndpoints({ access: ["admin"], tag, row: Delivery, Filter: DeliveryFilter, Query: DeliveryListQuery });

export const notifications = {
  "GET /api/admin/config/notifications": {
    access: ["admin"],
    tag,
    summary: "Thông báo nào gửi qua kênh nào, giờ yên lặng và nơi nhận của quản trị viên",
    reply: NotificationSettings,
  },
  "PUT /api/admin/config/notifications": {
    access: ["admin"],
    tag,
    summary: "Lưu cài đặt thông báo",
    body: NotificationSettingsChange,
    confirmed: ["admin_emails"],
    reply: NotificationSettings,
  },
  "POST /api/admin/config/notifications/test-email": {
    access: ["admin"],
    tag,
    summary: "Gửi thử một email và cho biết máy chủ thư trả lời thế nào",
    body: TestMailBody,
    reply: TestOutcome,
    rateLimit: { name: "form" },
  },
  "GET /api/admin/deliveries": list.rows("Nhật ký gửi của 90 ngày gần nhất, mới nhất trước"),
  "GET /api/admin/deliveries/tabs": list.tabs("Số thông báo của mỗi trạng thái, theo các bộ lọc khác", deliveryStates),
  "GET /api/admin/deliveries/{id}": {
    access: ["admin"],
    tag,
    summary: "Một thông báo kèm nội dung",
    params: IdParams,
    reply: DeliveryDetail,
  },
  "POST /api/admin/deliveries/{id}/resend": {
    access: ["admin"],
    tag,
    summary: "Gửi lại một thông báo đã gửi, đã lưu hoặc bị lỗi; địa chỉ từng bị từ chối được thử lại",
    params: IdParams,
    reply: Delivery,
  },
  "POST /api/notifications/unsubscribe": {
    access: "public",
    tag,
    summary: "Ngừng nhận những email không liên quan đến đơn của mình (RFC 8058)",
    query: z.object({ token: linkToken }),
    // Mail programs send `List-Unsubscribe=One-Click` in either encoding.
    bodyType: "form",
    reply: Done,
    rateLimit: { name: "form" },
  },
} as const satisfies Endpoints;
