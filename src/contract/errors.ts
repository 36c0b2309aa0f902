/**
 * The closed table of errors. Every refusal of the server is one of these codes; the browser's client turns the answer
 * back into the same class. No zod here: public pages load this module.
 */
export const errorStatus = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
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

/** The sentence shown when a refusal has nothing more particular to say. */
export const errorSentence = {
  unauthenticated: "Vui lòng đăng nhập để tiếp tục",
  forbidden: "Bạn không có quyền thực hiện thao tác này",
  not_found: "Không tìm thấy nội dung yêu cầu",
  conflict: "Dữ liệu đã tồn tại hoặc đang được sử dụng",
  too_large: "Dữ liệu gửi lên quá lớn",
  unsupported_type: "Định dạng không được hỗ trợ",
  invalid_range: "Khoảng dữ liệu yêu cầu không hợp lệ",
  invalid: "Dữ liệu không hợp lệ",
  rate_limited: "Bạn thao tác quá nhanh, vui lòng thử lại sau ít phút",
  internal: "Máy chủ gặp sự cố, vui lòng thử lại sau",
  not_implemented: "Máy chủ chưa hỗ trợ định dạng này",
  unavailable: "Máy chủ đang bận, vui lòng thử lại sau",
} as const satisfies Record<ErrorCode, string>;

/** One field that was refused, named as in the request body or query. */
export interface FieldError {
  field: string;
  message: string;
}

/** What an error answer looks like on the wire. */
export interface ErrorBody {
  detail: string | Record<string, string>;
  errors?: FieldError[];
}

/** A refusal with its status and the sentence to show. `errors` names the fields of a 422. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: ErrorBody["detail"];
  readonly errors: FieldError[] | undefined;

  /** @param status where an answer's is none of the table. */
  constructor(
    code: ErrorCode,
    detail: ErrorBody["detail"] = errorSentence[code],
    errors?: FieldError[],
    status: number = errorStatus[code],
  ) {
    super(typeof detail === "string" ? detail : errorSentence[code]);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.errors = errors;
  }
}

/** A 422 about one field. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError("invalid", message, [{ field, message }]);
}

/** Recognises an ApiError also across two copies of this module (server process and page bundle). */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "status" in error && "code" in error;
}

/** The code that stands for an HTTP status; statuses outside the table count as `internal`. */
export function codeOfStatus(status: number): ErrorCode {
  for (const code of Object.keys(errorStatus) as ErrorCode[]) if (errorStatus[code] === status) return code;
  return status >= 400 && status < 500 ? "invalid" : "internal";
}
