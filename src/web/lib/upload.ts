/** Sends files: tells how far they are, and waits as long as they move. */
import type { Api, ApiKey } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import { callTimeout, NoAnswer, noAnswer, refusal, type TokenKind, tokenFor } from "./api.ts";

/** The calls that take files. */
export type UploadKey = {
  [K in ApiKey]: Api[K] extends { bodyType: "multipart" } ? K : never;
}[ApiKey];

export interface UploadProgress {
  /** Bytes. */
  loaded: number;
  /** Bytes. */
  total: number;
  /** 0 to 100. */
  percentage: number;
}

interface UploadOptions {
  as?: TokenKind;
  signal?: AbortSignal;
  onProgress?: (progress: UploadProgress) => void;
  /** The sentence of a refusal that gives none. */
  fallback?: string;
  /** The sentence when no answer came. */
  unreachable?: string;
}

/** Milliseconds the server may take over a file that it has whole. */
const answerTimeout = 60_000;

/**
 * Sends a form with files. It fails after ten seconds without progress, however long it takes in all.
 * @throws ApiError with the server's sentence; NoAnswer when none came; the signal's reason when the caller aborted
 */
export function upload<K extends UploadKey>(
  key: K,
  body: FormData,
  options: UploadOptions = {},
): Promise<Reply<Api[K]>> {
  const { as, signal, onProgress, fallback, unreachable = noAnswer } = options;
  const [method, path] = key.split(" ") as [string, string];
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    const leave = () => request.abort();
    signal?.addEventListener("abort", leave);
    request.open(method, path);
    request.setRequestHeader("accept", "application/json");
    const token = tokenFor(as);
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      wait(callTimeout);
      onProgress?.({ loaded, total, percentage: total > 0 ? Math.floor((100 * loaded) / total) : 0 });
    });
    request.upload.addEventListener("load", () => wait(answerTimeout));
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
      if (signal?.aborted) return reject(signal.reason);
      const { status, responseText } = request;
      if (status === 0) return reject(new NoAnswer("unavailable", unreachable));
      if (status < 200 || status > 299) return reject(refusal(status, responseText, fallback));
      try {
        resolve(JSON.parse(responseText));
      } catch {
        reject(new NoAnswer("internal", fallback));
      }
    });
    wait(callTimeout);
    request.send(body);
  });
}
