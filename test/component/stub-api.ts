/** Stubs the contract's endpoints and records their requests. */
import { onTestFinished, vi } from "vitest";
import { type Api, type ApiKey, api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { ErrorBody, ErrorReason, FieldError } from "#contract/errors.ts";
import type { RequestTalk } from "#contract/request-messages.ts";

/** A recorded request. */
export interface SentRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON or url-encoded fields; FormData as it is. */
  body: unknown;
  /** The bearer token. */
  token: string | undefined;
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | undefined;
  /** The header `X-Confirmation`. */
  confirmation: string | undefined;
  /** The last event that a reconnecting reader of a stream saw. */
  lastEventId: string | undefined;
}

/** Files that are served in tests, too. */
const demoSongs = "/demo/songs/";
const realFetch = window.fetch.bind(window);

const noMessages: RequestTalk = { messages: [], has_earlier: false, unread: 0, can_write: true };

/** A response other than a successful reply. */
class Answer {
  readonly answer: (signal: AbortSignal | null | undefined) => Promise<Response>;
  constructor(answer: (signal: AbortSignal | null | undefined) => Promise<Response>) {
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
export function fails(
  status: number,
  detail?: ErrorBody["detail"],
  errors?: FieldError[],
  reason?: ErrorReason,
): Answer {
  return new Answer(async () => {
    const body = detail === undefined ? "" : JSON.stringify({ detail, errors, reason });
    return new Response(body, { status, headers: { "content-type": "application/json" } });
  });
}

/** Refuses a change that was made in an older version: the record as it is, and who changed it. */
export function outdated(detail: string, current: unknown, changed_by?: string): Answer {
  return new Answer(async () => {
    const body = JSON.stringify({ detail, current, changed_by });
    return new Response(body, { status: 409, headers: { "content-type": "application/json" } });
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

/** A stream of server-sent events. */
export interface StubbedStream {
  answer: Answer;
  /** Sends an event on the open response. */
  send(data: unknown, id: string): void;
  /** Whether a response is open: neither ended by the server nor aborted by the browser. */
  isOpen(): boolean;
  /** Ends the open response. */
  end(): void;
}

/** Returns a stream for the answers of `stubApi`; each request opens a new response. */
export function eventStream(): StubbedStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const open = (signal: AbortSignal | null | undefined) => {
    const body = new ReadableStream<Uint8Array>({
      start(started) {
        controller = started;
        signal?.addEventListener("abort", () => {
          started.error(signal.reason);
          if (controller === started) controller = undefined;
        });
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  return {
    answer: new Answer(async (signal) => open(signal)),
    send(data, id) {
      if (!controller) throw new Error("No response is open.");
      controller.enqueue(new TextEncoder().encode(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`));
    },
    isOpen: () => controller !== undefined,
    end() {
      controller?.close();
      controller = undefined;
    },
  };
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
 * contract. The streams of payments are silent, requests are not given away, and lists have no saved views and no bulk jobs, unless they are given.
 */
export function stubApi(answers: Answers = {}): StubbedApi {
  const current: Answers = {
    "GET /api/orders/{token}/events": hangs(),
    "GET /api/requests/{token}/events": hangs(),
    "GET /api/requests/{token}/messages": noMessages,
    "GET /api/staff/requests/{id}/messages": noMessages,
    "GET /api/song-requests/{id}/messages": noMessages,
    "GET /api/account/saved-replies": [],
    "GET /api/requests/{token}/gift": { gift: null },
    "GET /api/account/views": [],
    "GET /api/admin/bulk": [],
    ...answers,
  };
  const sent = new Map<ApiKey, SentRequest[]>();
  const mistakes: string[] = [];

  async function respond(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
    if (url.pathname.startsWith(demoSongs)) return realFetch(input, init);
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
    const headers = new Headers(init.headers);
    const request: SentRequest = {
      params: { ...route.pattern.exec(url.pathname)?.groups },
      query: Object.fromEntries(url.searchParams),
      body: bodyOf(init.body),
      token: /^Bearer (.*)$/.exec(headers.get("authorization") ?? "")?.[1],
      idempotencyKey: headers.get("idempotency-key") ?? undefined,
      confirmation: headers.get("x-confirmation") ?? undefined,
      lastEventId: headers.get("last-event-id") ?? undefined,
    };
    sent.set(route.key, [...(sent.get(route.key) ?? []), request]);
    const answer = typeof given === "function" ? await (given as Handler<ApiKey>)(request) : given;
    if (answer instanceof Answer) return answer.answer(init.signal);
    const reply = answer instanceof Counted ? answer.reply : answer;
    const checked = api[route.key].reply.safeParse(reply);
    if (!checked.success) mistakes.push(`${route.key} can't reply so: ${checked.error.message}`);
    const replyHeaders = new Headers({ "content-type": "application/json" });
    if (answer instanceof Counted) replyHeaders.set("x-total-count", String(answer.total));
    return new Response(JSON.stringify(reply), { headers: replyHeaders });
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
