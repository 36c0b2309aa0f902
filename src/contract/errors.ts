/**
 * The closed table of errors. Every error response of the server has one of these codes; the browser's client turns the
 * response back into the same class. No zod here: public pages load this module.
 */
export const errorStatus = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  invalid_range: 416,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Messages of errors without one of their own. */
export const errorMessages = {
  unauthenticated: "Vui lòng đăng nhập để tiếp tục",
  forbidden: "Bạn không có quyền thực hiện thao tác này",
  not_found: "Không tìm thấy nội dung yêu cầu",
  conflict: "Dữ liệu đã tồn tại hoặc đang được sử dụng",
  precondition_failed: "Nội dung đã thay đổi so với bản bạn đang có",
  too_large: "Dữ liệu gửi lên quá lớn",
  unsupported_type: "Định dạng không được hỗ trợ",
  invalid_range: "Khoảng dữ liệu yêu cầu không hợp lệ",
  invalid: "Dữ liệu không hợp lệ",
  rate_limited: "Bạn thao tác quá nhanh, vui lòng thử lại sau ít phút",
  internal: "Máy chủ gặp sự cố, vui lòng thử lại sau",
  not_implemented: "Máy chủ chưa hỗ trợ định dạng này",
  unavailable: "Máy chủ đang bận, vui lòng thử lại sau",
} as const satisfies Record<ErrorCode, string>;

/** An invalid field, named as in the request body or query. */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * The cause of an error where the status alone does not tell it: a login lacks the code of the second factor, or the code is wrong; a sensitive
 * change needs a fresh confirmation of the password; the audio of a new song is that of another one.
 */
export const errorReasons = ["totp_required", "totp_invalid", "confirmation_required", "same_file"] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** Body of an error response. */
export interface ErrorBody {
  detail: string | Record<string, string>;
  errors?: FieldError[];
  reason?: ErrorReason;
  /** With the 409 of a change that was made in an older version of its record: the record as it is now. */
  current?: unknown;
  /** Name of the person who changed it, where it is known and not the caller. */
  changed_by?: string;
}

/** A record that was changed since the version that a change was made in. */
export interface Stale {
  /** The record as it is now. */
  current: unknown;
  /** Name of the person who changed it, where it is known and not the caller. */
  changedBy: string | undefined;
}

/** An error response with its status and message. `errors` names the fields of a 422, `reason` tells logins apart. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: ErrorBody["detail"];
  readonly errors: FieldError[] | undefined;
  readonly reason: ErrorReason | undefined;
  readonly stale: Stale | undefined;

  /** @param status overrides that of the table, for responses with another status. */
  constructor(
    code: ErrorCode,
    detail: ErrorBody["detail"] = errorMessages[code],
    errors?: FieldError[],
    status: number = errorStatus[code],
    reason?: ErrorReason,
    stale?: Stale,
  ) {
    super(typeof detail === "string" ? detail : errorMessages[code]);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.reason = reason;
    this.stale = stale;
  }
}

/** Returns a 422 for one field. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError("invalid", message, [{ field, message }]);
}

/** True for an ApiError, also of another copy of this module (server process and page bundle). */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "status" in error && "code" in error;
}

/** Returns the code of an HTTP status; other 4xx are `invalid`, all else is `internal`. */
export function codeOfStatus(status: number): ErrorCode {
  for (const code of Object.keys(errorStatus) as ErrorCode[]) if (errorStatus[code] === status) return code;
  return status >= 400 && status < 500 ? "invalid" : "internal";
}
