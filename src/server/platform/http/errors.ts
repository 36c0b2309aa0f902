/** Maps thrown errors to error replies. An error that is in no table becomes an opaque 500, with its cause in the log. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { ApiError, codeOfStatus, type ErrorBody, errorMessages, isApiError } from "#contract/errors.ts";
import { classifyDbError } from "#server/platform/db/dialect.ts";
import { validationError } from "./router.ts";

/** Fastify's own errors, by their codes. */
const fastifyErrors: Record<string, () => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError("too_large"),
  FST_REQ_FILE_TOO_LARGE: () => new ApiError("too_large"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ApiError("unsupported_type"),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new ApiError("unsupported_type", "Vui lòng gửi file dưới dạng multipart/form-data"),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new ApiError("invalid", "Thiếu nội dung gửi lên"),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new ApiError("invalid", "Nội dung JSON không hợp lệ"),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new ApiError("invalid"),
  FST_ERR_BAD_URL: () => new ApiError("not_found"),
};

/** The API error for a thrown value; `internal` for an unexpected one. */
export function toApiError(error: unknown): ApiError {
  if (isApiError(error)) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return validationError(
      error.validation.map((issue) => ({
        path: issue.instancePath.split("/").filter(Boolean),
        message: issue.message ?? errorMessages.invalid,
      })),
    );
  }
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  const known = code === undefined ? undefined : fastifyErrors[code];
  if (known) return known();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new ApiError(codeOfStatus(statusCode));
  return new ApiError(classifyDbError(error) ?? "internal");
}

/** `Retry-After` of a 503, seconds. */
export const retryAfter = 5;

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  const body: ErrorBody = { detail: error.detail };
  if (error.errors) body.errors = error.errors;
  if (error.reason) body.reason = error.reason;
  if (error.stale) {
    body.current = error.stale.current;
    if (error.stale.changedBy) body.changed_by = error.stale.changedBy;
  }
  if (error.code === "unavailable" && !reply.hasHeader("retry-after")) reply.header("retry-after", retryAfter);
  return reply
    .code(error.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify as (payload: unknown) => string)
    .send(body);
}

/** Filters the record of a 409 as the endpoint's own reply. */
function withFilteredRecord(error: ApiError, endpoint: Endpoint | undefined): ApiError {
  const { code, detail, stale } = error;
  if (!stale || !endpoint) return error;
  const current = endpoint.reply.parse(stale.current);
  return new ApiError(code, detail, undefined, undefined, undefined, { ...stale, current });
}

/** Names the invalid fields in `detail` where the endpoint's record says so. */
function withDetailObject(error: ApiError, endpoint: Endpoint | undefined): ApiError {
  const keys = endpoint?.detailKeys;
  if (!keys || error.code !== "invalid") return error;
  const detail: Record<string, string> = {};
  for (const { field, message } of error.errors ?? []) {
    const key = keys[field];
    if (key !== undefined) detail[key] ??= message;
  }
  return Object.keys(detail).length === 0 ? error : new ApiError("invalid", detail, error.errors);
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { endpoint } = request.routeOptions.config;
    const apiError = withFilteredRecord(withDetailObject(toApiError(error), endpoint), endpoint);
    const isLogged = endpoint?.isPolled && apiError.code === "unavailable";
    // `not_implemented` is a 501, and no failure of this server.
    if (apiError.status >= 500 && apiError.code !== "not_implemented" && !isLogged) {
      request.log.error({ err: error }, "request failed");
    }
    return sendError(reply, apiError);
  });
}
