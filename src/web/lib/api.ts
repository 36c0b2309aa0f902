/** The typed client: every call of the contract, with the token it needs, within ten seconds where nothing else is said. */
import type { Api, ApiKey } from "#contract/api.ts";
import type { CallInput, Endpoint, InputRequired, Reply } from "#contract/endpoint.ts";
import { ApiError, codeOfStatus, type ErrorBody, type FieldError } from "#contract/errors.ts";
import { readStored } from "./storage.ts";

/** Milliseconds until a call without an answer counts as failed. */
export const callTimeout = 10_000;

/** The sentence when no answer came and the caller has none of its own. */
export const noAnswer = "Không kết nối được với máy chủ. Bạn kiểm tra mạng rồi thử lại nhé.";

export type TokenKind = "user" | "admin" | "staff";

interface Common {
  signal?: AbortSignal;
  /** The sentence of a refusal that gives none. */
  fallback?: string;
  /** The sentence when no answer came. */
  unreachable?: string;
  /** Sends the body url-encoded instead of as JSON. */
  encoding?: "form";
  /** Milliseconds until the call counts as failed, where ten seconds are not enough. */
  timeout?: number;
}
/** Open calls take the first token there is, or that of the kind named; others must name theirs. */
type As<E extends Endpoint> = E["access"] extends "public" ? { as?: TokenKind } : { as: E["access"] };
type Options<E extends Endpoint> = CallInput<E> & As<E> & Common;
type Arguments<E extends Endpoint> = E["access"] extends "public"
  ? InputRequired<E> extends true
    ? [options?: Options<E>]
    : [options: Options<E>]
  : [options: Options<E>];

export interface Called<E extends Endpoint> {
  data: Reply<E>;
  /** `X-Total-Count`, where the call has one. */
  total: number | undefined;
}

/** No answer came in time, or none that can be read. */
export class NoAnswer extends ApiError {}

/**
 * Calls the API: `call("GET /api/songs/{id}", { params: { id } })`.
 * @throws ApiError with the server's sentence and field errors; NoAnswer, `unavailable` when none came in time and
 * `internal` when it can't be read; the signal's reason when the caller aborted.
 */
export async function call<K extends ApiKey>(key: K, ...[options]: Arguments<Api[K]>): Promise<Called<Api[K]>> {
  const {
    params,
    query,
    body,
    as,
    signal,
    encoding,
    fallback,
    unreachable = noAnswer,
    timeout = callTimeout,
  } = (options ?? {}) as LooseOptions;
  const [method, path] = key.split(" ") as [string, string];
  const headers: Record<string, string> = { accept: "application/json" };
  const token = tokenFor(as);
  if (token) headers.authorization = `Bearer ${token}`;
  const sent = encode(body, encoding);
  if (typeof sent === "string") headers["content-type"] = "application/json";
  const deadline = startDeadline(signal, timeout);
  try {
    const response = await fetch(address(path, params, query), {
      method,
      headers,
      body: sent,
      signal: deadline.signal,
    });
    const text = await response.text();
    if (!response.ok) throw refusal(response.status, text, fallback);
    const total = response.headers.get("x-total-count");
    return {
      data: text === "" ? undefined : JSON.parse(text),
      total: total === null ? undefined : Number(total),
    };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (signal?.aborted) throw signal.reason;
    if (error instanceof SyntaxError) throw new NoAnswer("internal", fallback);
    throw new NoAnswer("unavailable", unreachable);
  } finally {
    deadline.stop();
  }
}

interface LooseOptions extends Common {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  as?: TokenKind;
}

/** The path with its parameters and query filled in. */
export function address(
  path: string,
  params: Record<string, string | number> = {},
  query: Record<string, string | number | boolean | undefined> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function encode(body: unknown, encoding: "form" | undefined): string | FormData | URLSearchParams | undefined {
  if (body === undefined || body instanceof FormData) return body;
  if (encoding !== "form") return JSON.stringify(body);
  const fields = Object.entries(body as object).filter(([, value]) => value !== undefined);
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}

/** The token that a call sends: of the kind named, else the first there is. */
export function tokenFor(kind: TokenKind | undefined): string | null {
  if (kind) return readStored(`${kind}Token`);
  return readStored("adminToken") || readStored("userToken") || readStored("staffToken");
}

/** A signal that ends with the caller's or after the timeout, whichever is first. */
function startDeadline(signal: AbortSignal | undefined, timeout: number): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeout);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

/** The ApiError that an answer stands for, whatever its body holds. */
export function refusal(status: number, text: string, fallback?: string): ApiError {
  const body = parseObject(text);
  const detail = isDetail(body.detail) ? body.detail : fallback;
  const errors = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : undefined;
  return new ApiError(codeOfStatus(status), detail, errors, status);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isDetail(value: unknown): value is ErrorBody["detail"] {
  return (typeof value === "string" && value !== "") || (typeof value === "object" && value !== null);
}

function isFieldError(value: unknown): value is FieldError {
  const { field, message } = (value ?? {}) as Partial<FieldError>;
  return typeof field === "string" && typeof message === "string";
}
