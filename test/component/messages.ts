/** Complete API replies about messages to people, for component tests and journeys; tests pass the fields that matter. */
import {
  type Delivery,
  type DeliveryDetail,
  defaultNotificationSettings,
  type NotificationSettings,
} from "#contract/notifications.ts";
import { emptyZaloConfig, maskedSecret, type ZaloConfig } from "#contract/zalo.ts";

/** Returns an e-mail about an order that was sent. */
export function aDelivery(fields: Partial<Delivery> = {}): Delivery {
  return {
    id: 8,
    event: "order_received",
    recipient_kind: "customer",
    recipient_name: "Nguyễn Thị Lan",
    email: "lan@example.com",
    phone: "84903555142",
    channel: "email",
    state: "sent",
    error: null,
    attempts: 1,
    created_at: "2026-05-01T08:00:00.000Z",
    not_before: null,
    sent_at: "2026-05-01T08:00:05.000Z",
    subject_kind: "order",
    subject_id: 7,
    is_bounced: false,
    ...fields,
  };
}

const html = `<!doctype html>
<html lang="vi"><head><meta charset="utf-8"><title>Đã nhận đơn</title>
<style>@media (prefers-color-scheme:dark){.card{background-color:#221b24!important;color:#f4ead9!important}}</style></head>
<body style="margin:0"><div class="card" style="padding:24px;background-color:#fdfaf3;color:#241c17">
<a href="https://ngannga.example/"><img src="https://ngannga.example/icon-192.png" width="36" height="36" alt=""></a>
<h1 style="font-size:24px">Chúng tôi đã nhận đơn của bạn</h1>
<p><a href="https://ngannga.example/orders/AbCd" style="color:inherit">Xem đơn hàng</a></p></div></body></html>`;

export function aDeliveryDetail(fields: Partial<DeliveryDetail> = {}): DeliveryDetail {
  const text = "Chúng tôi đã nhận đơn của bạn\n\nXem đơn hàng: https://ngannga.example/orders/AbCd";
  const { mail = { subject: "Đã nhận đơn Premium HM2345678K", text, html }, ...delivery } = fields;
  return { ...aDelivery(delivery), mail };
}

export function someNotificationSettings(fields: Partial<NotificationSettings> = {}): NotificationSettings {
  return { ...defaultNotificationSettings, sender: "Ngân Nga <xin-chao@ngannga.vn>", ...fields };
}

/** Returns settings of Zalo that are ready to send, with a template for an order that was received. */
export function someZaloSettings(fields: Partial<ZaloConfig> = {}): ZaloConfig {
  const { templates } = emptyZaloConfig;
  const order_received = { template_id: "7895417a", params: { ...templates.order_received.params, code: "ma_don" } };
  return {
    ...emptyZaloConfig,
    is_on: true,
    app_id: "2074138120372622546",
    oa_id: "2893352839501541173",
    secret_key: maskedSecret,
    oa_secret_key: maskedSecret,
    access_token: maskedSecret,
    refresh_token: maskedSecret,
    templates: { ...templates, order_received },
    status: {
      state: "ready",
      problem: null,
      stopped_at: null,
      token_expires_at: "2026-05-06T06:00:00.000Z",
      wrong: [],
    },
    ...fields,
  };
}
