/** Stubs the contract's endpoints and records their requests. */
import { onTestFinished, vi } from "vitest";
import { type Api, type ApiKey, api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { ErrorBody, FieldError } from "#contract/errors.ts";

/** A recorded request. */
export interface SentRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON or url-encoded fields; FormData as it is. */
  body: unknown;
  /** The bearer token. */
  token: string | undefined;
}

/** A response other than a successful reply. */
class Answer {
  readonly answer: () => Promise<Response>;
  constructor(answer: () => Promise<Response>) {
    this.answer = answer;
  }
}

type Given<K extends ApiKey> = Reply<Api[K]> | Counted<Reply<Api[K]>> | Answer;
type Handler<K extends ApiKey> = (request: SentRequest) => Given<K> | Promise<Given<K>>;
export type Answers = { [K in ApiKey]?: Given<K> | Handler<K> };

class Counted<T> {
  readonly reply: T;
  readonly total: number;
  constructor(reply: T, total: number) {
    this.reply = reply;
    this.total = total;
  }
}

/** A reply with `X-Total-Count`. */
export function counted<T>(reply: T, total: number): Counted<T> {
  return new Counted(reply, total);
}

/** An error response; without `detail` its body is empty. */
export function fails(status: number, detail?: ErrorBody["detail"], errors?: FieldError[]): Answer {
  return new Answer(async () => {
    const body = detail === undefined ? "" : JSON.stringify({ detail, errors });
    return new Response(body, { status, headers: { "content-type": "application/json" } });
  });
}

/** A response that is not JSON. */
export function garbled(): Answer {
  return new Answer(async () => new Response("<html>", { status: 200 }));
}

/** A failed connection. */
export function networkDown(): Answer {
  return new Answer(() => Promise.reject(new TypeError("Failed to fetch")));
}

/** No response until the caller aborts. */
export function hangs(): Answer {
  return new Answer(() => new Promise(() => {}));
}

export interface StubbedApi {
  /** Recorded requests of an endpoint, oldest first. */
  requests(key: ApiKey): SentRequest[];
  /** Changes the responses of later requests. */
  change(answers: Answers): void;
}

interface Route {
  key: ApiKey;
  method: string;
  pattern: RegExp;
}

const routes: Route[] = (Object.keys(api) as ApiKey[]).map((key) => {
  const [method = "", path = ""] = key.split(" ");
  return { key, method, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`) };
});

/**
 * Replaces `fetch` until the test ends. The test fails on a request to an endpoint without an answer and on a reply that violates the
 * contract.
 */
export function stubApi(answers: Answers = {}): StubbedApi {
  const current: Answers = { ...answers };
  const sent = new Map<ApiKey, SentRequest[]>();
  const mistakes: string[] = [];

  async function respond(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
    const method = init.method ?? "GET";
    // A literal path such as /songs/count precedes one with a parameter.
    const matches = routes
      .filter((route) => route.method === method && route.pattern.test(url.pathname))
      .sort((a, b) => a.key.split("{").length - b.key.split("{").length);
    const route = matches[0];
    const given = route && current[route.key];
    if (!route || given === undefined) {
      mistakes.push(`${method} ${url.pathname}${url.search} has no answer`);
      throw new TypeError("Failed to fetch");
    }
    const request: SentRequest = {
      params: { ...route.pattern.exec(url.pathname)?.groups },
      query: Object.fromEntries(url.searchParams),
      body: bodyOf(init.body),
      token: /^Bearer (.*)$/.exec(new Headers(init.headers).get("authorization") ?? "")?.[1],
    };
    sent.set(route.key, [...(sent.get(route.key) ?? []), request]);
    const answer = typeof given === "function" ? await (given as Handler<ApiKey>)(request) : given;
    if (answer instanceof Answer) return answer.answer();
    const reply = answer instanceof Counted ? answer.reply : answer;
    const checked = api[route.key].reply.safeParse(reply);
    if (!checked.success) mistakes.push(`${route.key} can't reply so: ${checked.error.message}`);
    const headers = new Headers({ "content-type": "application/json" });
    if (answer instanceof Counted) headers.set("x-total-count", String(answer.total));
    return new Response(JSON.stringify(reply), { headers });
  }

  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const signal = init?.signal;
    return new Promise<Response>((resolve, reject) => {
      const abort = () => reject(new DOMException("The operation was aborted.", "AbortError"));
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort);
      respond(input, init).then(resolve, reject);
    });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
  });
  return {
    requests: (key) => sent.get(key) ?? [],
    change: (changed) => void Object.assign(current, changed),
  };
}

/** An answer that is pending until `release`. */
export function held<T>(answer: T): { answer: () => Promise<T>; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: () => promise.then(() => answer), release: resolve };
}

function bodyOf(body: BodyInit | null | undefined): unknown {
  if (typeof body === "string") return JSON.parse(body);
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  return body ?? undefined;
}
