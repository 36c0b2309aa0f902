/** The settings of the services that tell of transfers. */
import { z } from "zod";
import { type Endpoints, Time } from "./endpoint.ts";
import { yesNo } from "./fields.ts";
import { PaymentProvider } from "./payments.ts";
import { maskedSecret } from "./storage.ts";
import { SeenVersion, Version } from "./version.ts";

export { maskedSecret };

/** Path at which a service tells of a transfer. */
export const paymentWebhookPath = (provider: PaymentProvider) => `/api/payments/${provider}`;

/** How SePay signs: a key in `Authorization: Apikey …`, or an HMAC of time and body. */
export const sepayMethods = ["apikey", "hmac"] as const;
/** How Casso signs: `X-Casso-Signature` of the second version, or the older `secure-token`. */
export const cassoMethods = ["signature", "secure_token"] as const;

/** A secret in printable signs; the mask keeps the stored one; empty removes it. */
const secret = z
  .string("Giá trị không hợp lệ")
  .trim()
  .max(500, "Không được dài quá 500 ký tự")
  .refine((value) => value === "" || /^([!-~]+|•+)$/.test(value), "Khóa không hợp lệ");
const money = (max: number) =>
  z
    .int("Số tiền phải là số nguyên")
    .min(0, "Số tiền không được âm")
    .max(max, `Tối đa ${max.toLocaleString("vi-VN")} đ`);

export const PaymentConfigBody = z.object({
  sepay: z.object({
    method: z.enum(sepayMethods, "Cách ký không hợp lệ"),
    /** Without one the webhook does not exist. */
    secret,
    /** For asking SePay what was missed; empty for not asking. */
    api_token: secret,
  }),
  casso: z.object({ method: z.enum(cassoMethods, "Cách ký không hợp lệ"), secret, api_token: secret }),
  payos: z.object({
    client_id: z
      .string("Giá trị không hợp lệ")
      .trim()
      .max(100, "Không được dài quá 100 ký tự")
      .refine((value) => value === "" || /^[\w-]+$/.test(value), "Client ID không hợp lệ"),
    api_key: secret,
    checksum_key: secret,
    /** Whether each new order gets a payment link. */
    makes_links: yesNo,
  }),
  /** Whole đồng that may be missing while an order still counts as paid. */
  tolerance: money(100_000),
  /** Whether phones may open the banking app, which tells vietqr.io the amount. */
  has_app_links: yesNo,
});
export type PaymentConfigBody = z.output<typeof PaymentConfigBody>;

export const PaymentConfigChange = PaymentConfigBody.extend({ version: SeenVersion });
export type PaymentConfigChange = z.output<typeof PaymentConfigChange>;

export const emptyPaymentConfig: PaymentConfigBody = {
  sepay: { method: "hmac", secret: "", api_token: "" },
  casso: { method: "signature", secret: "", api_token: "" },
  payos: { client_id: "", api_key: "", checksum_key: "", makes_links: true },
  tolerance: 0,
  has_app_links: true,
};

/** How a service fares. */
export const PaymentProviderStatus = z.object({
  provider: PaymentProvider,
  /** `unreadable`: saved under another `SECRET_KEY`. */
  state: z.enum(["off", "ready", "unreadable"]),
  /** Last call of its own with a right signature. */
  received_at: Time.nullable(),
  /** Calls with a wrong signature, with time and bytes of the last one. */
  wrong_signatures: z.int(),
  wrong_at: Time.nullable(),
  wrong_bytes: z.int().nullable(),
  /** Calls with a right signature that could not be read, so that money may be missing, with the time of the last one. */
  unreadable_calls: z.int(),
  unreadable_at: Time.nullable(),
  /** Last time that it was asked what was missed; null for never. */
  polled_at: Time.nullable(),
  /** In Vietnamese; null when it went well. */
  poll_error: z.string().nullable(),
  can_poll: z.boolean(),
  /** It told of nothing for an hour in which orders were placed. */
  is_silent: z.boolean(),
});
export type PaymentProviderStatus = z.output<typeof PaymentProviderStatus>;

export const PaymentConfig = PaymentConfigBody.extend({
  version: Version,
  providers: z.array(PaymentProviderStatus),
}).meta({ id: "PaymentConfig" });
export type PaymentConfig = z.output<typeof PaymentConfig>;

const tag = "Cấu hình";

export const paymentConfig = {
  "GET /api/admin/config/payments": {
    access: ["admin"],
    tag,
    summary: "Cấu hình các dịch vụ báo tiền về và tình trạng của chúng, không có khóa bí mật",
    reply: PaymentConfig,
  },
  "PUT /api/admin/config/payments": {
    access: ["admin"],
    tag,
    summary: "Lưu cấu hình các dịch vụ báo tiền về",
    body: PaymentConfigChange,
    confirmed: true,
    reply: PaymentConfig,
  },
  "GET /api/admin/payments/providers": {
    access: ["admin", "accountant"],
    tag,
    summary: "Các dịch vụ báo tiền về đang chạy thế nào",
    reply: z.array(PaymentProviderStatus),
  },
  "POST /api/admin/payments/poll": {
    access: ["admin", "accountant"],
    tag,
    summary: "Hỏi các dịch vụ xem có giao dịch nào bị sót",
    reply: z.array(PaymentProviderStatus),
    rateLimit: { name: "form" },
  },
} as const satisfies Endpoints;
