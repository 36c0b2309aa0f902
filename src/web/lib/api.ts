import type { Api, ApiKey } from "#contract/api.ts";
import type { CallInput, Endpoint, InputRequired, Reply, RoleOf, TokenKind, TokenKindOf } from "#contract/endpoint.ts";
import { ApiError, codeOfStatus, type ErrorBody, errorReasons, type FieldError } from "#contract/errors.ts";
import { readStored } from "./storage.ts";

/** Milliseconds until a request without a response fails. */
export const requestTimeout = 10_000;

export const noResponseMessage = "Không kết nối được với máy chủ. Bạn kiểm tra mạng rồi thử lại nhé.";

interface CommonOptions {
  signal?: AbortSignal;
  /** Message for an error response without one. */
  fallback?: string;
  /** Message when no response arrives. */
  unreachable?: string;
  /** Sends the body url-encoded or as multipart instead of as JSON. */
  encoding?: "form" | "multipart";
  timeout?: number;
  /** Lets a small request outlive its page. */
  keepalive?: boolean;
  /** The same key with the same content creates once, however often it is sent. */
  idempotencyKey?: string;
  /** That password and code were given again, for sensitive changes. */
  confirmation?: string | undefined;
  /** A 401 is no news: the caller itself finds out whether the session has ended. */
  isSessionCheck?: boolean;
}
/** A public endpoint gets the named kind of token, else the first that is stored; a protected one must name its kind. */
type TokenOption<E extends Endpoint> = E["access"] extends "public"
  ? { as?: TokenKind }
  : { as: TokenKindOf<RoleOf<E>> };
type Options<E extends Endpoint> = CallInput<E> & TokenOption<E> & CommonOptions;
export type Arguments<E extends Endpoint> = E["access"] extends "public"
  ? InputRequired<E> extends true
    ? [options?: Options<E>]
    : [options: Options<E>]
  : [options: Options<E>];

export interface ApiResult<E extends Endpoint> {
  data: Reply<E>;
  total: number | undefined;
}

/** The response is missing (`unavailable`) or is not JSON (`internal`). */
export class NoResponseError extends ApiError {}

/**
 * Calls an endpoint: `call("GET /api/songs/{id}", { params: { id } })`.
 * @throws ApiError with the server's message and field errors; NoResponseError without a readable response; the signal's reason
 * when the caller aborts
 */
export function call<K extends JsonKey>(key: K, ...[options]: Arguments<Api[K]>): Promise<ApiResult<Api[K]>> {
  return callLoosely(key, options as LooseOptions);
}

/** As `call`, for an input that was checked where key and input were declared together. */
export function callLoosely<K extends JsonKey>(key: K, options: LooseOptions = {}): Promise<ApiResult<Api[K]>> {
  return send(key, { timeout: requestTimeout, ...options }, async (response) => {
    const text = await response.text();
    const total = response.headers.get("x-total-count");
    return { data: text === "" ? undefined : JSON.parse(text), total: total === null ? undefined : Number(total) };
  });
}

/** Sends a request and reads its response. @throws as `call` */
export async function send<T>(
  key: string,
  options: LooseOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { params, query, body, as, signal, encoding, fallback, unreachable = noResponseMessage, timeout = 0 } = options;
  const [method, path] = key.split(" ") as [string, string];
  const headers: Record<string, string> = { accept: "application/json" };
  const token = tokenFor(as);
  if (token) headers.authorization = `Bearer ${token}`;
  const encodedBody = encode(body, encoding);
  if (typeof encodedBody === "string") headers["content-type"] = "application/json";
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  if (options.confirmation) headers["x-confirmation"] = options.confirmation;
  const deadline = startDeadline(signal, timeout);
  try {
    const response = await fetch(endpointUrl(path, params, query), {
      method,
      headers,
      body: encodedBody,
      signal: deadline.signal,
      keepalive: options.keepalive,
    });
    if (response.status === 401 && as === "user" && !options.isSessionCheck) tellOfEnd(token);
    if (!response.ok) throw apiErrorOf(response.status, await response.text(), fallback);
    return await read(response);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (signal?.aborted) throw signal.reason;
    if (error instanceof SyntaxError) throw new NoResponseError("internal", fallback);
    throw new NoResponseError("unavailable", unreachable);
  } finally {
    deadline.stop();
  }
}

const endListeners = new Set<() => void>();

/** Calls back when a call finds that the stored user's session has ended. Returns a function that removes the listener. */
export function onUserSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

/** A call that was sent before a logout or another login tells nothing of the present session. */
function tellOfEnd(token: string | null): void {
  if (token === null || token !== tokenFor("user")) return;
  for (const listener of endListeners) listener();
}

type KeyOf<ReplyType> = { [K in ApiKey]: Api[K] extends { replyType: ReplyType } ? K : never }[ApiKey];
/** Endpoints that answer with a stream of events. */
export type StreamKey = KeyOf<"events">;
/** Endpoints that answer with a file to save. */
export type DownloadKey = KeyOf<"download">;
/** Endpoints that answer with JSON. */
export type JsonKey = {
  [K in ApiKey]: Api[K] extends { replyType: "events" | "download" } ? never : K;
}[ApiKey];

/** The input of any endpoint. */
export interface LooseInput {
  params?: Record<string, string | number>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
}

export interface LooseOptions extends CommonOptions, LooseInput {
  as?: TokenKind;
}

/** Returns a path with its parameters and query filled in. */
export function endpointUrl(
  path: string,
  params: Record<string, string | number> = {},
  query: NonNullable<LooseInput["query"]> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function encode(body: unknown, encoding: CommonOptions["encoding"]): string | FormData | URLSearchParams | undefined {
  if (body === undefined) return undefined;
  if (encoding === undefined) return JSON.stringify(body);
  if (encoding === "multipart") return multipartBody(body as object);
  const fields = Object.entries(body as object).filter(([, value]) => value !== undefined);
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}

/** Returns a form with the texts and files of an object, without undefined ones. */
export function multipartBody(values: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

/** Returns the stored token of a kind; without a kind the first of admin, user and staff. */
export function tokenFor(kind: TokenKind | undefined): string | null {
  if (kind) return readStored(`${kind}Token`);
  return readStored("adminToken") || readStored("userToken") || readStored("staffToken");
}

/** Returns a signal that aborts with the caller's or after the timeout, 0 for none. `stop` removes timer and listener. */
function startDeadline(signal: AbortSignal | undefined, timeout: number): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = timeout > 0 ? setTimeout(abort, timeout) : undefined;
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

/** Returns the ApiError of an error response, whatever its body holds. */
export function apiErrorOf(status: number, text: string, fallback?: string): ApiError {
  const body = parseObject(text);
  const detail = isDetail(body.detail) ? body.detail : fallback;
  const errors = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : undefined;
  const reason = errorReasons.find((each) => each === body.reason);
  const changedBy = typeof body.changed_by === "string" ? body.changed_by : undefined;
  const stale = status === 409 && body.current ? { current: body.current, changedBy } : undefined;
  return new ApiError(codeOfStatus(status), detail, errors, status, reason, stale);
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
