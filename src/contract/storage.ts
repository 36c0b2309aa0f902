/** Object storage: Cloudflare R2 or another S3 service. */
import { z } from "zod";
import { type Endpoints, largeBodyLimit } from "./endpoint.ts";
import { SeenVersion, Version } from "./version.ts";

/** Mask of a stored secret key in replies; a body with the mask keeps the stored key. */
export const maskedSecret = "••••••••••••••••";

/** Message of the test for a missing field. */
export const storageFieldsMissing =
  "Vui lòng điền đầy đủ thông tin: Account ID, Access Key ID, Secret Access Key và Bucket Name.";

const text = (max: number) =>
  z
    .string("Giá trị không hợp lệ")
    .trim()
    .max(max, `Không được dài quá ${max} ký tự`)
    .nullish()
    .transform((value) => value ?? "");
const matching = (max: number, pattern: RegExp, message: string) =>
  text(max).refine((value) => value === "" || pattern.test(value), message);
const bucketName = matching(63, /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/, "Tên bucket không hợp lệ");
const origin = text(500).transform((value, context) => {
  if (value === "") return value;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash) {
    return url.href.replace(/\/+$/, "");
  }
  context.addIssue({ code: "custom", message: "Địa chỉ phải có dạng https://…" });
  return z.NEVER;
});

/** Settings as the administrator saves them. Empty ones, except for bucket name and region, turn object storage off. */
export const StorageConfigBody = z.object({
  account_id: matching(64, /^[A-Za-z0-9-]+$/, "Account ID không hợp lệ"),
  access_key_id: matching(200, /^[!-~]+$/, "Access Key ID không hợp lệ"),
  /** The masked value keeps the stored one. */
  secret_access_key: matching(500, /^([!-~]+|•+)$/, "Secret Access Key không hợp lệ"),
  bucket_name: bucketName,
  /** A second bucket for files that are not public, which only presigned links can read. */
  private_bucket_name: bucketName,
  /** Empty: derived from the account. */
  endpoint_url: origin,
  /** Public base URL of the bucket's objects; empty for a bucket that is not public. */
  public_url: origin,
  region: matching(50, /^[a-z0-9-]+$/i, "Region không hợp lệ").transform((value) => value || "auto"),
});
export type StorageConfigBody = z.output<typeof StorageConfigBody>;

/** The settings of a site that never had any. */
export const emptyStorageConfig: StorageConfigBody = {
  account_id: "",
  access_key_id: "",
  secret_access_key: "",
  bucket_name: "ngan-nga",
  private_bucket_name: "",
  endpoint_url: "",
  public_url: "",
  region: "auto",
};

/** All fields, since empty ones have a meaning of their own. */
export const StorageConfigChange = StorageConfigBody.extend({ version: SeenVersion });
export type StorageConfigChange = z.output<typeof StorageConfigChange>;

export const StorageConfig = z
  .object({
    version: Version,
    account_id: z.string(),
    access_key_id: z.string(),
    /** Masked, or empty. */
    secret_access_key: z.string(),
    bucket_name: z.string(),
    private_bucket_name: z.string(),
    endpoint_url: z.string(),
    public_url: z.string(),
    region: z.string(),
    status: z.object({
      /** `unreadable`: saved under another `SECRET_KEY`, so the keys must be entered again. */
      state: z.enum(["off", "ready", "unreadable"]),
      /** Number of files in object storage. */
      stored_files: z.int(),
      /** Number of files whose last move failed; moves are retried, and the files play meanwhile. */
      stuck_files: z.int(),
      /** Error message; null without an error. */
      problem: z.string().nullable(),
    }),
  })
  .meta({ id: "StorageConfig" });
export type StorageConfig = z.output<typeof StorageConfig>;

export const StorageTest = z
  .object({
    success: z.boolean(),
    message: z.string(),
    /** Error message. */
    error: z.string().nullable(),
    /** The tested address, or the service's own message. */
    details: z.string().nullable(),
    /** Hints, most likely first, or one text. */
    troubleshooting: z.union([z.array(z.string()), z.string()]),
  })
  .meta({ id: "StorageTest" });
export type StorageTest = z.output<typeof StorageTest>;

const configuration = "Cấu hình";

export const storage = {
  "GET /api/admin/config/cloudflare-r2": {
    access: ["admin"],
    tag: configuration,
    summary: "Cấu hình kho lưu trữ, không có khóa bí mật",
    reply: StorageConfig,
  },
  "PUT /api/admin/config/cloudflare-r2": {
    access: ["admin"],
    tag: configuration,
    summary: "Lưu cấu hình kho lưu trữ; để trống tất cả để tắt",
    body: StorageConfigChange,
    bodyLimit: largeBodyLimit,
    confirmed: true,
    reply: StorageConfig,
  },
  "POST /api/admin/config/cloudflare-r2/test-connection": {
    access: ["admin"],
    tag: configuration,
    summary: "Thử ghi, đọc và xóa một file nhỏ (tối đa 8 giây)",
    body: StorageConfigBody,
    bodyLimit: largeBodyLimit,
    reply: StorageTest,
  },
} as const satisfies Endpoints;
