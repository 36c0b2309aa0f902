/** File uploads by XMLHttpRequest, since fetch reports no progress. */
import type { Api, ApiKey } from "#contract/api.ts";
import type { CallInput, Reply, TokenKind } from "#contract/endpoint.ts";
import {
  apiErrorOf,
  endpointUrl,
  multipartBody,
  NoResponseError,
  noResponseMessage,
  requestTimeout,
  tokenFor,
} from "./api.ts";

export type UploadKey = {
  [K in ApiKey]: Api[K] extends { bodyType: "multipart" } ? K : never;
}[ApiKey];

/** The fields and files of an upload. */
export type UploadBody<K extends UploadKey> = CallInput<Api[K]>["body"];

/** The parameters of an upload's path. */
export type UploadParams<K extends UploadKey> = Record<string, string | number> & CallInput<Api[K]>["params"];

export interface UploadProgress {
  /** Bytes. */
  loaded: number;
  total: number;
  /** 0 to 100. */
  percentage: number;
}

interface UploadOptions<K extends UploadKey> {
  /** Parameters of the endpoint's path. */
  params?: UploadParams<K>;
  as?: TokenKind;
  signal?: AbortSignal;
  onProgress?: (progress: UploadProgress) => void;
  /** Message for an error response without one. */
  fallback?: string;
  /** Message when no response arrives. */
  unreachable?: string;
  /** The same key with the same content creates once, however often it is sent. */
  idempotencyKey?: string;
}

/** Milliseconds from the end of the upload until the response. */
const responseTimeout = 60_000;

/**
 * Sends a form with files. Ten seconds without progress end it; its whole time is not limited.
 * @throws ApiError with the server's message; NoResponseError without a readable response; the signal's reason when the caller aborts
 */
export function upload<K extends UploadKey>(
  key: K,
  body: UploadBody<K>,
  options: UploadOptions<K> = {},
): Promise<Reply<Api[K]>> {
  const { params, as, signal, onProgress, fallback, unreachable = noResponseMessage, idempotencyKey } = options;
  const [method, path] = key.split(" ") as [string, string];
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimeout = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort);
    request.open(method, endpointUrl(path, params));
    request.setRequestHeader("accept", "application/json");
    const token = tokenFor(as);
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    if (idempotencyKey) request.setRequestHeader("idempotency-key", idempotencyKey);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      startTimeout(requestTimeout);
      onProgress?.({ loaded, total, percentage: total > 0 ? Math.floor((100 * loaded) / total) : 0 });
    });
    request.upload.addEventListener("load", () => startTimeout(responseTimeout));
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      if (signal?.aborted) return reject(signal.reason);
      const { status, responseText } = request;
      if (status === 0) return reject(new NoResponseError("unavailable", unreachable));
      if (status < 200 || status > 299) return reject(apiErrorOf(status, responseText, fallback));
      try {
        resolve(JSON.parse(responseText));
      } catch {
        reject(new NoResponseError("internal", fallback));
      }
    });
    startTimeout(requestTimeout);
    request.send(multipartBody(body as object));
  });
}
