/** The Zalo channel: template messages of an Official Account, by its settings. */
import { z } from "zod";
import { type Endpoints, largeBodyLimit, Time } from "./endpoint.ts";
import { yesNo } from "./fields.ts";
import { TestOutcome, type ZaloSwitch } from "./notifications.ts";
import { mobileNumber } from "./phone.ts";
import { maskedSecret } from "./storage.ts";
import { SeenVersion, Version } from "./version.ts";

export { maskedSecret };

/** Values that a parameter of a template can hold, with the longest text that Zalo takes for it. */
export const zaloValues = {
  recipient_name: { limit: 30 },
  code: { limit: 30 },
  amount: { limit: 20 },
  due_at: { limit: 20 },
  expires_at: { limit: 20 },
  link: { limit: 200 },
  transfer_note: { limit: 90 },
  package_name: { limit: 100 },
  idea: { limit: 30 },
  words: { limit: 30 },
  version: { limit: 30 },
  customer_name: { limit: 30 },
  from: { limit: 30 },
} as const satisfies Record<string, { limit: number }>;
export type ZaloValue = keyof typeof zaloValues;

const request = ["recipient_name", "code", "link", "idea", "due_at"] as const;
const order = ["recipient_name", "code", "link", "package_name", "amount"] as const;
const orderEnd = [...order, "words"] as const;
const premiumEnd = ["recipient_name", "expires_at"] as const;
const work = ["recipient_name", "code", "customer_name", "idea", "due_at"] as const;

/** The events that Zalo can tell of, with the values of each. */
export const zaloEventValues = {
  request_received: [...request, "amount"],
  request_taken_up: request,
  request_song_ready: [...request, "version"],
  request_changes_noted: [...request, "words"],
  request_lyrics_ready: [...request, "version"],
  request_price_raised: [...request, "amount"],
  request_paid: [...request, "amount"],
  request_message: [...request, "words"],
  gift_thanked: ["recipient_name", "code", "link", "from", "words"],
  order_received: [...order, "transfer_note"],
  order_needs_account: order,
  order_refused: orderEnd,
  order_cancelled: orderEnd,
  order_refunded: orderEnd,
  order_expired: order,
  premium_active: [...order, "expires_at"],
  gift_premium_ready: order,
  gift_taken: order,
  premium_ends_in_7_days: premiumEnd,
  premium_ends_in_1_day: premiumEnd,
  staff_request_assigned: [...work, "from"],
  staff_request_due_today: work,
  staff_request_message: [...work, "words"],
  staff_lyrics_answered: [...work, "version", "words"],
  staff_changes_wanted: [...work, "version", "words"],
} as const satisfies Record<ZaloSwitch, readonly ZaloValue[]>;
export type ZaloEvent = ZaloSwitch;
export const zaloEvents = Object.keys(zaloEventValues) as [ZaloEvent, ...ZaloEvent[]];
export const ZaloEvent = z.enum(zaloEvents, "Loại thông báo không hợp lệ");

/** Secrets that are entered once and never shown again. */
export const zaloSecrets = ["secret_key", "oa_secret_key", "access_token", "refresh_token"] as const;
export type ZaloSecret = (typeof zaloSecrets)[number];

const matching = (max: number, pattern: RegExp, message: string) =>
  z
    .string("Giá trị không hợp lệ")
    .trim()
    .max(max, `Không được dài quá ${max} ký tự`)
    .refine((value) => value === "" || pattern.test(value), message);
const digits = (name: string) => matching(30, /^\d+$/, `${name} chỉ gồm chữ số`);
/** The mask keeps the stored secret. */
const secret = (name: string) => matching(4000, /^([!-~]+|•+)$/, `${name} không hợp lệ`);
const parameterName = matching(30, /^[A-Za-z_]\w*$/, "Tên tham số chỉ gồm chữ không dấu, số và dấu gạch dưới");

/** The template of an event: which of its parameters gets which value; an empty name leaves the value out. */
const templateOf = (values: readonly ZaloValue[]) =>
  z
    .object({
      template_id: matching(40, /^[A-Za-z0-9]+$/, "ID mẫu chỉ gồm chữ và số"),
      params: z.object(
        Object.fromEntries(values.map((value) => [value, parameterName.default("")])) as Partial<
          Record<ZaloValue, z.ZodDefault<typeof parameterName>>
        >,
      ),
    })
    .superRefine(({ template_id, params }, context) => {
      const named = Object.entries(params).filter(([, name]) => name !== "");
      const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
      if (template_id !== "" && named.length === 0) refuse(["template_id"], "Mẫu phải có ít nhất một tham số");
      if (template_id === "" && named.length > 0) refuse(["template_id"], "Vui lòng nhập ID mẫu");
      const seen = new Set<unknown>();
      for (const [value, name] of named) {
        if (seen.has(name)) refuse(["params", value], "Mỗi tham số chỉ nhận một giá trị");
        seen.add(name);
      }
    })
    .prefault({ template_id: "", params: {} });

export const ZaloConfigBody = z.object({
  is_on: yesNo,
  app_id: digits("ID ứng dụng"),
  oa_id: digits("ID Official Account"),
  secret_key: secret("Khóa bí mật của ứng dụng"),
  /** Checks the signature of what Zalo reports; empty when Zalo reports nothing. */
  oa_secret_key: secret("Khóa bí mật của OA"),
  access_token: secret("Access Token"),
  refresh_token: secret("Refresh Token"),
  templates: z.object(
    Object.fromEntries(Object.entries(zaloEventValues).map(([event, values]) => [event, templateOf(values)])) as Record<
      ZaloEvent,
      ReturnType<typeof templateOf>
    >,
  ),
});
export type ZaloConfigBody = z.output<typeof ZaloConfigBody>;
export type ZaloTemplate = ZaloConfigBody["templates"][ZaloEvent];

/** Settings that were never saved. */
export const emptyZaloConfig: ZaloConfigBody = {
  is_on: false,
  app_id: "",
  oa_id: "",
  secret_key: "",
  oa_secret_key: "",
  access_token: "",
  refresh_token: "",
  templates: Object.fromEntries(
    Object.entries(zaloEventValues).map(([event, values]) => [
      event,
      { template_id: "", params: Object.fromEntries(values.map((value) => [value, ""])) },
    ]),
  ) as ZaloConfigBody["templates"],
};

/** All fields, since empty ones have a meaning of their own. */
export const ZaloConfigChange = ZaloConfigBody.extend({ version: SeenVersion });
export type ZaloConfigChange = z.output<typeof ZaloConfigChange>;

export const ZaloConfig = z
  .object({
    version: Version,
    ...ZaloConfigBody.shape,
    templates: z.record(
      z.string(),
      z.object({ template_id: z.string(), params: z.record(z.string(), z.string()) }),
    ) as unknown as typeof ZaloConfigBody.shape.templates,
    status: z.object({
      /**
       * `incomplete`: something is missing; `unreadable`: saved under another `SECRET_KEY`; `stopped`: Zalo refused, so that e-mail takes
       * over until the settings are saved again.
       */
      state: z.enum(["off", "incomplete", "unreadable", "stopped", "ready"]),
      /** In Vietnamese; null for a channel that is off or ready. */
      problem: z.string().nullable(),
      stopped_at: Time.nullable(),
      /** End of the access token; null when it is not known, as for one that was typed. It is renewed before. */
      token_expires_at: Time.nullable(),
      /** The events whose template Zalo refused; they go by e-mail until the settings are saved again. */
      wrong: z.array(z.object({ event: ZaloEvent, reason: z.string(), at: Time })),
    }),
  })
  .meta({ id: "ZaloConfig" });
export type ZaloConfig = z.output<typeof ZaloConfig>;

export const ZaloTestBody = z.object({
  phone: z
    .string("Vui lòng nhập số di động")
    .trim()
    .max(30, "Số điện thoại không được dài quá 30 ký tự")
    .refine((typed) => mobileNumber(typed) !== null, "Vui lòng nhập một số di động Việt Nam"),
  event: ZaloEvent,
});
export type ZaloTestBody = z.output<typeof ZaloTestBody>;

/** Path at which Zalo reports the messages that reached a phone. */
export const zaloWebhookPath = "/api/webhooks/zalo";

const tag = "Cấu hình";

export const zalo = {
  "GET /api/admin/config/zalo": {
    access: ["admin"],
    tag,
    summary: "Cấu hình kênh Zalo và tình trạng của kênh, không có khóa bí mật",
    reply: ZaloConfig,
  },
  "PUT /api/admin/config/zalo": {
    access: ["admin"],
    tag,
    summary: "Lưu cấu hình kênh Zalo; kênh đã dừng chạy lại",
    body: ZaloConfigChange,
    bodyLimit: largeBodyLimit,
    confirmed: true,
    reply: ZaloConfig,
  },
  "POST /api/admin/config/zalo/test": {
    access: ["admin"],
    tag,
    summary: "Gửi thử một tin thật theo cấu hình đã lưu (tối đa 8 giây)",
    body: ZaloTestBody,
    reply: TestOutcome,
    rateLimit: { name: "form" },
  },
} as const satisfies Endpoints;
