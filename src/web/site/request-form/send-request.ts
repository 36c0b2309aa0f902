import { ApiError, isApiError } from "#contract/errors.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { call } from "../../lib/api.ts";
import { type UploadProgress, upload } from "../../lib/upload.ts";
import { textsOf } from "./field-values.ts";
import type { Values } from "./fields.ts";

/** Milliseconds from the customer's confirmation until the request is sent. */
export const sendingDelay = 3000;

/** All that is sent. */
export interface RequestContent {
  values: Values;
  file: File | undefined;
  /** The hidden field, which only robots fill in. */
  website: string;
}

interface SendOptions {
  signal: AbortSignal;
  idempotencyKey: string;
  onProgress: (progress: UploadProgress) => void;
}

/** Sends a request once. @throws ApiError; the signal's reason when the caller aborts */
export async function sendRequest(content: RequestContent, options: SendOptions): Promise<CustomerRequest> {
  const { values, file, website } = content;
  const { customer_name = "", customer_email = "", request_content = "", ...others } = textsOf(values);
  const hidden = website === "" ? {} : { website };
  const fields = { customer_name, customer_email, request_content, ...others, ...hidden };
  const common = { ...options, as: "user", fallback: "Failed to create song request" } as const;
  if (file) return upload("POST /api/song-requests", { ...fields, reference_file: file }, common);
  return (await call("POST /api/song-requests", { ...common, body: fields, encoding: "multipart" })).data;
}

/** Returns what makes two requests the same one. */
export function identityOf({ values, file, website }: RequestContent): object {
  return { ...textsOf(values), website, file: file && [file.name, file.size, file.lastModified] };
}

/** Returns the error of a request that was not sent; one about its file with the field of that. */
export function errorOf(error: unknown, { file }: RequestContent): unknown {
  const isOfFile = file && isApiError(error) && (error.code === "too_large" || error.code === "unsupported_type");
  return isOfFile
    ? new ApiError(error.code, error.message, [{ field: "reference_file", message: error.message }])
    : error;
}

/** Resolves after a time. @throws the signal's reason when it is aborted before */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
