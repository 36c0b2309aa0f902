/**
 * Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), read by the browser with fetch and its bearer token.
 * A stream ends when the client leaves, when its token is no longer valid, and at shutdown.
 */
import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import type { AuthenticateAll, SignedIn } from "./caller.ts";
import type { HeaderFields } from "./security.ts";

export interface ServerEvent<T> {
  /** Where the client is when it has seen this event; it names it as `Last-Event-ID` when it reconnects. One line. */
  id?: string;
  data: T;
}

/** The part of a handler's context that streams alone have. */
export interface StreamContext {
  /** Aborts when the stream ends; the handler's iteration must end then. */
  signal: AbortSignal;
  /** The id of the last event that the client saw before it reconnected. */
  lastEventId: string | undefined;
}

export interface EventStreams {
  /**
   * Sends the events of an iteration until it or the stream ends.
   * @param token of the caller; each heartbeat looks up whose it is.
   * @param isAllowed whether its holder may still read.
   * @throws ApiError `rate_limited` for a caller with too many streams.
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: SignedIn,
    events: (context: StreamContext) => AsyncIterable<ServerEvent<unknown>>,
    token: string,
    isAllowed: (caller: SignedIn) => boolean,
  ): void;
  /** Ends all streams. */
  close(): void;
}

/** Milliseconds between comments that tell client and proxies that the stream is alive. */
const defaultHeartbeatMs = 15_000;
/** Open streams of one account: its tabs on some devices. */
const maxPerCaller = 20;
const maxIdLength = 200;

interface OpenStream {
  holder: string;
  token: string;
  isAllowed: (caller: SignedIn) => boolean;
  beat(): void;
  end(): void;
}

/** @param authenticateAll finds the callers of all open streams at each heartbeat. */
export function createEventStreams(
  security: HeaderFields,
  authenticateAll: AuthenticateAll,
  heartbeatMs = defaultHeartbeatMs,
): EventStreams {
  const open = new Set<OpenStream>();
  let timer: NodeJS.Timeout | undefined;

  /** One timer and one query serve all streams. */
  async function heartbeat(): Promise<void> {
    const streams = [...open];
    let callers: Map<string, SignedIn> | undefined;
    try {
      callers = await authenticateAll(new Set(streams.map(({ token }) => token)));
    } catch {
      // The database can't tell now; the next heartbeat asks again.
    }
    for (const stream of streams) {
      const caller = callers?.get(stream.token);
      if (callers && !(caller && stream.isAllowed(caller))) stream.end();
      else stream.beat();
    }
  }

  function add(stream: OpenStream): void {
    open.add(stream);
    timer ??= setInterval(() => void heartbeat(), heartbeatMs);
  }

  function remove(stream: OpenStream): void {
    open.delete(stream);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    send(request, reply, caller, events, token, isAllowed) {
      const holder = `${caller.kind} ${caller.id}`;
      if ([...open].filter((other) => other.holder === holder).length >= maxPerCaller) {
        throw new ApiError("rate_limited", "Bạn đang mở quá nhiều trang cùng lúc, vui lòng đóng bớt rồi thử lại");
      }
      const controller = new AbortController();
      const { signal } = controller;
      const abort = () => controller.abort();
      const header = request.headers["last-event-id"];
      const lastEventId = typeof header === "string" && header.length <= maxIdLength ? header : undefined;

      reply.hijack();
      const response = reply.raw.writeHead(200, {
        ...security,
        "content-type": "text/event-stream; charset=utf-8",
        // `no-transform` keeps proxies from compressing, which would hold events back; nginx buffers unless it is told not to.
        "cache-control": "private, no-store, no-transform",
        "x-accel-buffering": "no",
        // A stop of the server must not wait for the connection to be used again.
        connection: "close",
        vary: "Authorization",
      });
      response.on("close", abort);
      const beat = () => void (signal.aborted || response.write(":\n\n"));
      const stream: OpenStream = { holder, token, isAllowed, beat, end: abort };
      add(stream);
      beat();

      const aborted = once(signal, "abort").then(() => ({ done: true, value: undefined }) as const);
      const iterator = events({ signal, lastEventId })[Symbol.asyncIterator]();
      const run = async () => {
        for (;;) {
          const next = await Promise.race([iterator.next(), aborted]);
          if (next.done || signal.aborted) return;
          if (!response.write(eventText(next.value))) await once(response, "drain", { signal });
        }
      };
      run()
        .catch((err: unknown) => {
          if (!signal.aborted) request.log.error({ err }, "a stream of events broke off");
        })
        .finally(() => {
          abort();
          remove(stream);
          response.end();
        });
    },

    close() {
      for (const stream of open) stream.end();
    },
  };
}

function eventText({ id, data }: ServerEvent<unknown>): string {
  return `${id === undefined ? "" : `id: ${id.replace(/[\r\n\0]/g, "")}\n`}data: ${JSON.stringify(data)}\n\n`;
}
