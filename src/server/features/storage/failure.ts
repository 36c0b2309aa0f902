/** Failures of object storage: a closed table of causes, each with a message and hints for the administrator. */
import { privateAddressCode } from "#server/platform/outbound.ts";

interface Cause {
  message: string;
  hints: readonly string[];
}

const causes = {
  wrong_key: {
    message: "Access Key ID không đúng",
    hints: [
      "Kiểm tra Access Key ID: dán lại nguyên vẹn, không thừa khoảng trắng.",
      "API token có thể đã bị xóa hoặc hết hạn: tạo token mới trong mục R2 → Manage API tokens.",
      "Khóa phải thuộc đúng tài khoản của Account ID hoặc Endpoint URL.",
    ],
  },
  wrong_secret: {
    message: "Secret Access Key không đúng",
    hints: [
      "Dán lại Secret Access Key đi cùng với Access Key ID này; khóa chỉ hiện một lần khi tạo token.",
      "Nếu đã mất khóa, hãy tạo API token mới và nhập cả hai giá trị.",
    ],
  },
  no_bucket: {
    message: "Không tìm thấy bucket",
    hints: [
      "Kiểm tra Bucket Name, kể cả chữ hoa và chữ thường.",
      "Tạo bucket trước khi kết nối; bucket phải thuộc đúng tài khoản.",
    ],
  },
  no_object: { message: "Không tìm thấy file trong bucket", hints: ["File có thể đã bị xóa ngoài trang quản trị."] },
  denied: {
    message: "Khóa không có quyền với bucket này",
    hints: [
      "Cấp cho token quyền Object Read & Write, áp dụng cho đúng bucket.",
      "Khóa cần được phép đọc, ghi và xóa file trong bucket.",
    ],
  },
  dns: {
    message: "Không tìm thấy máy chủ của Endpoint URL",
    hints: [
      "Kiểm tra Account ID và Endpoint URL, ví dụ https://ACCOUNT_ID.r2.cloudflarestorage.com.",
      "Kiểm tra DNS và kết nối mạng của máy chủ này.",
    ],
  },
  unreachable: {
    message: "Không kết nối được với máy chủ lưu trữ",
    hints: [
      "Kiểm tra Endpoint URL và cổng.",
      "Kiểm tra tường lửa và kết nối mạng của máy chủ này.",
      "Nếu cấu hình đúng, hãy thử lại sau ít phút.",
    ],
  },
  tls: {
    message: "Kết nối TLS với máy chủ lưu trữ thất bại",
    hints: [
      "Chứng chỉ của máy chủ lưu trữ phải hợp lệ và đúng tên miền.",
      "Kiểm tra Account ID và Endpoint URL có đúng từng ký tự.",
      "Endpoint URL phải là địa chỉ https của dịch vụ S3, không phải của trang quản trị.",
    ],
  },
  timeout: {
    message: "Máy chủ lưu trữ không trả lời kịp",
    hints: ["Thử lại sau ít phút.", "Kiểm tra Endpoint URL, tường lửa và kết nối mạng của máy chủ này."],
  },
  private_address: {
    message: "Endpoint URL trỏ đến một địa chỉ nội bộ",
    hints: [
      "Dùng địa chỉ công khai của dịch vụ lưu trữ.",
      "Nếu máy chủ S3 thật sự nằm trong mạng riêng, hãy khởi động với ALLOW_PRIVATE_STORAGE=1.",
    ],
  },
  insecure: {
    message: "Địa chỉ phải bắt đầu bằng https://",
    hints: [
      "Đổi http:// thành https://.",
      "Với máy chủ S3 trong mạng riêng không có https, hãy khởi động với ALLOW_PRIVATE_STORAGE=1.",
    ],
  },
  wrong_region: {
    message: "Region không đúng với bucket này",
    hints: [
      "Với Cloudflare R2, đặt region là auto.",
      "Với dịch vụ S3 khác, đặt region của bucket, ví dụ ap-southeast-1, và endpoint của region đó.",
    ],
  },
  clock: {
    message: "Đồng hồ của máy chủ này lệch quá nhiều",
    hints: ["Bật đồng bộ giờ (NTP) trên máy chủ: chữ ký S3 chỉ hợp lệ khi lệch không quá 15 phút."],
  },
  corrupted: {
    message: "File đọc lại khác với file đã ghi",
    hints: [
      "Một proxy hoặc dịch vụ ở giữa đang thay đổi nội dung: dùng thẳng endpoint của dịch vụ lưu trữ.",
      "Nếu lỗi vẫn còn, không nên dùng bucket này: file âm thanh sẽ bị hỏng.",
    ],
  },
  not_s3: {
    message: "Máy chủ này không trả lời như một dịch vụ S3",
    hints: [
      "Endpoint URL phải là địa chỉ S3 API, không phải địa chỉ công khai hay trang quản trị.",
      "Endpoint URL không chứa tên bucket.",
    ],
  },
  service: {
    message: "Dịch vụ lưu trữ đang gặp sự cố",
    hints: ["Thử lại sau ít phút.", "Xem trang trạng thái của dịch vụ lưu trữ."],
  },
  unreadable: {
    message: "Không đọc được khóa của kho lưu trữ vì SECRET_KEY đã thay đổi",
    hints: ["Nhập lại Access Key ID và Secret Access Key trong Cấu hình."],
  },
  off: { message: "Kho lưu trữ chưa được cấu hình", hints: ["Nhập cấu hình của bucket trong Cấu hình."] },
  busy: { message: "File đang được chuyển", hints: ["Thử lại sau ít giây."] },
  refused: {
    message: "Dịch vụ lưu trữ từ chối yêu cầu",
    hints: ["Xem chi tiết ở trên và kiểm tra lại từng trường của cấu hình."],
  },
} as const satisfies Record<string, Cause>;

export type FailureCause = keyof typeof causes;

/** A failure of object storage, free of keys and headers, so that it may be logged and shown. */
export class StorageFailure extends Error {
  readonly reason: FailureCause;
  /** The service's own error message, shortened. */
  readonly details: string | null;

  constructor(reason: FailureCause, details: string | null = null) {
    super(causes[reason].message);
    this.name = "StorageFailure";
    this.reason = reason;
    this.details = details;
  }

  get hints(): readonly string[] {
    return causes[this.reason].hints;
  }
}

const byName: Record<string, FailureCause> = {
  InvalidAccessKeyId: "wrong_key",
  Unauthorized: "wrong_key",
  SignatureDoesNotMatch: "wrong_secret",
  NoSuchBucket: "no_bucket",
  InvalidBucketName: "no_bucket",
  NoSuchKey: "no_object",
  NotFound: "no_object",
  AccessDenied: "denied",
  AllAccessDisabled: "denied",
  RequestTimeTooSkewed: "clock",
  RequestExpired: "clock",
  AuthorizationHeaderMalformed: "wrong_region",
  PermanentRedirect: "wrong_region",
  TemporaryRedirect: "wrong_region",
  InvalidRegionName: "wrong_region",
  BadDigest: "corrupted",
  XAmzContentSHA256Mismatch: "corrupted",
  TimeoutError: "timeout",
  AbortError: "timeout",
};

const byCode: readonly [RegExp, FailureCause][] = [
  [new RegExp(`^${privateAddressCode}$`), "private_address"],
  [/^(ENOTFOUND|EAI_\w+)$/, "dns"],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT|ABORT_ERR)$/, "timeout"],
  [/^(ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/, "tls"],
  [/^(ECONN\w+|EHOST\w+|ENET\w+|EPIPE|EADDRNOTAVAIL|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/, "unreachable"],
];

/** Classifies a thrown value as a failure, which contains no part of the request. */
export function failureOf(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  const {
    name = "",
    code,
    message = "",
    $metadata,
  } = (error ?? {}) as Partial<Error & { code: string | number; $metadata: { httpStatusCode?: number } }>;
  const status = $metadata?.httpStatusCode;
  const text = [status ? `HTTP ${status}` : "", name === "Error" ? "" : name, message].filter(Boolean).join(": ");
  const details = text.replace(/\p{Cc}+/gu, " ").slice(0, 300) || null;
  const inner = (error as { errors?: unknown[] } | undefined)?.errors?.[0] as { code?: string } | undefined;
  const system = String(code ?? inner?.code ?? "");
  const reason =
    byCode.find(([pattern]) => pattern.test(system))?.[1] ??
    (name === "InvalidArgument" && /credential/i.test(message) ? "wrong_key" : byName[name]) ??
    (/socket hang up|aborted/i.test(message) ? "unreachable" : undefined) ??
    byStatus(status, name, message);
  return new StorageFailure(reason, details);
}

function byStatus(status: number | undefined, name: string, message: string): FailureCause {
  if (/deserializ|parse|unexpected|char '/i.test(`${name} ${message}`)) return "not_s3";
  if (status === undefined) return "unreachable";
  if (status >= 500) return "service";
  if (status === 401 || status === 403) return "denied";
  if (status === 404) return "no_object";
  if (status >= 300 && status < 400) return "wrong_region";
  return "refused";
}
