/**
 * Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), read by the browser with fetch and its bearer token.
 * A stream ends when the client leaves, when its token is no longer valid, and at shutdown.
 */
import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import type { SignedIn } from "./caller.ts";
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
   * @param isAllowed asked at each heartbeat whether the caller may still read.
   * @throws ApiError `rate_limited` for a caller with too many streams.
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: SignedIn,
    events: (context: StreamContext) => AsyncIterable<ServerEvent<unknown>>,
    isAllowed: () => Promise<boolean>,
  ): void;
  /** Ends all streams. */
  close(): void;
}

/** Milliseconds between comments that tell client and proxies that the stream is alive. */
const defaultHeartbeatMs = 15_000;
/** Open streams of one account: its tabs on some devices. */
const maxPerCaller = 20;
const maxIdLength = 200;

export function createEventStreams(security: HeaderFields, heartbeatMs = defaultHeartbeatMs): EventStreams {
  const open = new Map<AbortController, string>();

  return {
    send(request, reply, caller, events, isAllowed) {
      const holder = `${caller.kind} ${caller.id}`;
      if ([...open.values()].filter((other) => other === holder).length >= maxPerCaller) {
        throw new ApiError("rate_limited", "Bạn đang mở quá nhiều trang cùng lúc, vui lòng đóng bớt rồi thử lại");
      }
      const controller = new AbortController();
      const { signal } = controller;
      const abort = () => controller.abort();
      open.set(controller, holder);
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
      response.write(":\n\n");
      const heartbeat = setInterval(() => {
        isAllowed().then(
          (allowed) => (allowed ? response.write(":\n\n") : abort()),
          // The database can't tell now; the next heartbeat asks again.
          () => response.write(":\n\n"),
        );
      }, heartbeatMs);

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
          clearInterval(heartbeat);
          abort();
          open.delete(controller);
          response.end();
        });
    },

    close() {
      for (const controller of open.keys()) controller.abort();
    },
  };
}

function eventText({ id, data }: ServerEvent<unknown>): string {
  return `${id === undefined ? "" : `id: ${id.replace(/[\r\n\0]/g, "")}\n`}data: ${JSON.stringify(data)}\n\n`;
}
