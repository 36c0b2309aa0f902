/** Reads server-sent events with fetch, since the browser's EventSource can't send a bearer token. */
import { createParser } from "eventsource-parser";
import type { Api } from "#contract/api.ts";
import type { CallInput, Reply, RoleOf, TokenKindOf } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import { apiErrorOf, endpointUrl, type StreamKey, tokenFor } from "./api.ts";

type ListenOptions<K extends StreamKey> = CallInput<Api[K]> & {
  /** Missing for a public endpoint, which is called without a token. */
  as?: TokenKindOf<RoleOf<Api[K]>>;
  signal: AbortSignal;
  /** The id of the last event of an earlier call: the server then begins with what was missed. */
  lastEventId?: string;
  /** @param lastEventId the id of this event, or of the last one that had an id */
  onEvent: (data: Reply<Api[K]>, lastEventId: string | undefined) => void;
  /** Called whenever the stream could not be opened or has ended, before the pause. */
  onBreak?: () => void;
};

/** The server is silent for 15 s at most; after this time the line counts as dead, milliseconds. */
const silenceMs = 40_000;
const firstPauseMs = 1000;
const maxPauseMs = 60_000;

/**
 * Calls `onEvent` with each event of an endpoint, and reconnects after a growing pause with `Last-Event-ID`, until the caller aborts.
 * @returns when the caller aborts.
 * @throws ApiError when the server refuses the caller (401, 403, 404): asking again would not help
 */
export async function listen<K extends StreamKey>(key: K, options: ListenOptions<K>): Promise<void> {
  const { params, query, as, signal, onEvent, onBreak } = options as LooseOptions;
  const url = endpointUrl(key.slice(key.indexOf(" ") + 1), params, query);
  let { lastEventId } = options;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      await readStream(url, { as, lastEventId, signal }, (data, id) => {
        lastEventId = id ?? lastEventId;
        pauseMs = firstPauseMs;
        onEvent(data, lastEventId);
      });
    } catch (error) {
      if (isApiError(error) && [401, 403, 404].includes(error.status)) throw error;
    }
    if (!signal.aborted) onBreak?.();
    // Browsers that lost the same server must not come back at the same moment.
    await pause(pauseMs * (0.5 + Math.random()), signal);
    pauseMs = Math.min(2 * pauseMs, maxPauseMs);
  }
}

interface LooseOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  as?: "user" | "admin" | "staff" | undefined;
  signal: AbortSignal;
  onEvent: (data: never, lastEventId: string | undefined) => void;
  onBreak?: () => void;
}

/** Reads one response to its end. @throws ApiError for an error response; any other error for a broken line */
async function readStream(
  url: string,
  { as, lastEventId, signal }: Pick<LooseOptions, "as" | "signal"> & { lastEventId: string | undefined },
  onEvent: (data: never, id: string | undefined) => void,
): Promise<void> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener("abort", abort);
  let timer = setTimeout(abort, silenceMs);
  try {
    const headers: Record<string, string> = { accept: "text/event-stream" };
    const token = as === undefined ? null : tokenFor(as);
    if (token) headers.authorization = `Bearer ${token}`;
    if (lastEventId !== undefined) headers["last-event-id"] = lastEventId;
    const response = await fetch(url, { headers, signal: controller.signal, cache: "no-store" });
    if (!response.ok) throw apiErrorOf(response.status, await response.text());
    const parser = createParser({ onEvent: ({ data, id }) => onEvent(JSON.parse(data) as never, id) });
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMs);
      parser.feed(value);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    controller.abort();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
