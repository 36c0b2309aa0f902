/** The bank account that customers pay to. */
import { z } from "zod";
import { banks } from "./banks.ts";
import { Done, type Endpoints, IdParams, Time } from "./endpoint.ts";
import { imageUrl, name, optionalName, yesNo } from "./fields.ts";
import { SeenVersion, Version } from "./version.ts";

export const BankConfig = z
  .object({
    id: z.int(),
    bank_name: z.string(),
    /** NAPAS number of the bank; without one there is no VietQR. */
    bank_bin: z.string().nullable(),
    account_number: z.string(),
    account_holder: z.string(),
    branch: z.string().nullable(),
    swift_code: z.string().nullable(),
    /** Uploaded picture of a QR code. */
    qr_code_url: z.string().nullable(),
    is_active: z.boolean(),
    created_at: Time,
    updated_at: Time,
    /** E-mail of the administrator who changed it last; null to everybody else. */
    updated_by: z.string().nullable(),
    /** For the administrator only. */
    version: Version,
  })
  .meta({ id: "BankConfig" });
export type BankConfig = z.output<typeof BankConfig>;

/** How to pay: the account, the content of the transfer, and a QR code that fills both in. */
export const PaymentDetails = z
  .object({
    bank_name: z.string(),
    bank_bin: z.string().nullable(),
    account_number: z.string(),
    account_holder: z.string(),
    branch: z.string().nullable(),
    swift_code: z.string().nullable(),
    /** Uploaded picture, which knows neither amount nor content. */
    qr_code_url: z.string().nullable(),
    transfer_content: z.string(),
    /** Whole đồng to transfer now: what is missing. */
    amount: z.int(),
    /** VietQR of this payment; null when the account names no bank of NAPAS. */
    vietqr: z.string().nullable(),
    /** The VietQR as an SVG element. */
    qr_svg: z.string().nullable(),
    /** Whether a service tells of the transfer within seconds; else an administrator looks at the account. */
    is_instant: z.boolean(),
    /** Links that open a banking app on a phone with the payment filled in; they tell vietqr.io of it. */
    app_links: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .meta({ id: "PaymentDetails" });
export type PaymentDetails = z.output<typeof PaymentDetails>;

/** Whole đồng of the payment by which the account is tried out. */
export const testAmount = 1_000;

const accountRule = "Số tài khoản chỉ gồm chữ cái và chữ số, nhiều nhất 19 ký tự";
const accountMissing = "Vui lòng nhập số tài khoản";
const unusableImage = "Không đọc được ảnh QR, vui lòng chọn ảnh khác";

const dataUrlStart = /^data:[a-z]+\/[\w.+-]+;base64,/i;

const bankFields = {
  bank_name: name(100, "Vui lòng nhập tên ngân hàng"),
  bank_bin: optionalName(20).refine(
    (bin) => bin == null || banks.some((bank) => bank.bin === bin),
    "Mã BIN không phải của một ngân hàng trong danh sách",
  ),
  /** Virtual accounts have letters; banks print numbers with blanks and dots. */
  account_number: z
    .string({ error: accountMissing })
    .max(100, accountRule)
    .transform((text) => text.replace(/[\s.]/g, ""))
    .pipe(
      z
        .string()
        .min(1, accountMissing)
        .regex(/^[A-Za-z0-9]{0,19}$/, accountRule),
    ),
  account_holder: name(100, "Vui lòng nhập tên chủ tài khoản"),
  branch: optionalName(200),
  swift_code: optionalName(20),
  qr_code_url: imageUrl(2000),
  /** An image in base64, also as a data URL; it is stored and named by `qr_code_url`. */
  qr_code_image: z
    .string(unusableImage)
    .transform((text) => text.replace(/\s/g, "").replace(dataUrlStart, ""))
    .refine((text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text), unusableImage)
    .nullish()
    .transform((text) => text || undefined),
  is_active: yesNo,
};

export const BankConfigBody = z.object({ ...bankFields, is_active: yesNo.default(true) });
export type BankConfigBody = z.output<typeof BankConfigBody>;
/** Fields that are left out keep their values. */
export const BankConfigChange = z.object(bankFields).partial().extend({ version: SeenVersion });
export type BankConfigChange = z.output<typeof BankConfigChange>;

const tag = "Tài khoản ngân hàng";
/** Bytes of a body with an image of 5 MB in base64. */
const imageBodyLimit = 8 * 1024 * 1024;

export const bank = {
  "GET /api/bank-config": {
    access: "public",
    tag,
    summary: "Tài khoản nhận chuyển khoản; 404 khi chưa có hoặc đang tắt (quản trị viên thấy cả khi đang tắt)",
    reply: BankConfig,
    errors: ["not_found"],
  },
  "GET /api/bank-config/test-payment": {
    access: ["admin", "accountant"],
    tag,
    summary: "Mã VietQR quét thử: 1.000 ₫ đến tài khoản đã lưu, với nội dung không khớp đơn nào",
    reply: PaymentDetails,
    errors: ["not_found"],
  },
  "POST /api/bank-config": {
    access: ["admin", "accountant"],
    tag,
    summary: "Thêm tài khoản nhận chuyển khoản; chỉ có một",
    body: BankConfigBody,
    bodyLimit: imageBodyLimit,
    confirmed: true,
    reply: BankConfig,
    status: 201,
  },
  "PUT /api/bank-config/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Sửa tài khoản nhận chuyển khoản",
    params: IdParams,
    body: BankConfigChange,
    bodyLimit: imageBodyLimit,
    confirmed: true,
    reply: BankConfig,
  },
  "DELETE /api/bank-config/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Xóa tài khoản nhận chuyển khoản",
    params: IdParams,
    confirmed: true,
    reply: Done,
  },
} as const satisfies Endpoints;
