/**
 * Requests to the services that tell of transfers: paced, bounded in time and bytes, and to public addresses only. What goes wrong is a
 * `ProviderError` in Vietnamese, which names neither keys nor what was sent or received.
 */
import http from "node:http";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Agents } from "#server/platform/outbound.ts";

/** Its message is for administrators. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  /** Before this time the service wants no further request. */
  readonly retryAt: Date | undefined;

  constructor(message: string, retryAt?: Date) {
    super(message);
    this.retryAt = retryAt;
  }
}

export interface ProviderHttpOptions {
  agents: Agents;
  /** Milliseconds for a request with its answer. */
  timeoutMs?: number | undefined;
  /** Milliseconds between the beginnings of two requests. */
  spacingMs?: number | undefined;
}

export interface ProviderRequest {
  url: string;
  method?: "GET" | "POST";
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

const defaultTimeoutMs = 10_000;
/** Three requests a second at most. */
const defaultSpacingMs = 350;
const maxAnswerBytes = 1024 * 1024;
/** For an answer that refuses further requests without a usable time. */
const defaultRestMs = 60_000;
const maxRestMs = 24 * 3600_000;

export type ProviderHttp = (request: ProviderRequest) => Promise<unknown>;

/**
 * Returns a function that asks one service and returns the JSON of its answer.
 * @param name of the service, for errors.
 */
export function providerHttp(name: string, { agents, timeoutMs, spacingMs }: ProviderHttpOptions): ProviderHttp {
  const limitMs = timeoutMs ?? defaultTimeoutMs;
  const turn = paced(spacingMs ?? defaultSpacingMs);

  /** @throws ProviderError */
  return async ({ signal, ...request }) => {
    const timeout = AbortSignal.timeout(limitMs);
    const abort = signal ? AbortSignal.any([signal, timeout]) : timeout;
    let answer: Answer;
    try {
      await turn(abort);
      answer = await exchange(request, agents, abort);
    } catch (error) {
      if (error instanceof TooLongError) throw new ProviderError(`${name} trả lời quá dài`);
      if (abort.aborted) throw new ProviderError(`${name} không trả lời kịp`);
      const code = (error as NodeJS.ErrnoException).code ?? "";
      throw new ProviderError(`Không kết nối được với ${name}${/^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : ""}`);
    }
    return jsonOf(name, answer);
  };
}

/** Returns a function whose promise resolves when the next request may begin; one at a time, in the order of its calls. */
export function paced(
  spacingMs: number,
  now: () => number = () => performance.now(),
  pause: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, signal) => sleep(ms, undefined, { signal }),
): (signal: AbortSignal) => Promise<void> {
  let next = 0;
  return async (signal) => {
    const time = now();
    const mine = Math.max(time, next);
    next = mine + spacingMs;
    if (mine > time) await pause(mine - time, signal);
  };
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

class TooLongError extends Error {}

function exchange(
  { url, method = "GET", headers, body }: Omit<ProviderRequest, "signal">,
  agents: Agents,
  signal: AbortSignal,
): Promise<Answer> {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const sent: Record<string, string | number> = { ...headers, accept: "application/json" };
  if (content !== undefined) {
    sent["content-type"] = "application/json";
    sent["content-length"] = Buffer.byteLength(content);
  }
  return new Promise((resolve, reject) => {
    const isTls = url.startsWith("https:");
    const request = (isTls ? https : http).request(
      url,
      { method, agent: isTls ? agents.https : agents.http, headers: sent, signal },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxAnswerBytes) response.destroy(new TooLongError());
          else chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("close", () => response.complete || reject(new Error("The answer was cut off")));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    request.on("error", reject);
    request.end(content);
  });
}

/** @throws ProviderError for a refusal, and for what is no JSON. */
function jsonOf(name: string, { status, headers, text }: Answer): unknown {
  if (status === 429 || (status === 503 && headers["retry-after"] !== undefined)) {
    throw new ProviderError(`${name} yêu cầu tạm ngừng hỏi`, restUntil(headers, Date.now()));
  }
  if (status === 401 || status === 403) throw new ProviderError(`${name} từ chối khóa API (HTTP ${status})`);
  if (status < 200 || status > 299) throw new ProviderError(`${name} báo lỗi HTTP ${status}`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrongAnswer(name);
  }
}

/** Returns the error of an answer that is not what the service documents. */
export const wrongAnswer = (name: string): ProviderError => new ProviderError(`${name} trả lời không đúng định dạng`);

/** Returns until when a service wants no request: seconds or a date in `Retry-After`, seconds in the header of SePay's first version. */
export function restUntil(headers: http.IncomingHttpHeaders, now: number): Date {
  const own = headers["x-sepay-userapi-retry-after"];
  const text = headers["retry-after"] ?? (Array.isArray(own) ? own[0] : own) ?? "";
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return new Date(now + Math.min(Math.max(Number.isFinite(ms) ? ms : defaultRestMs, 1000), maxRestMs));
}
