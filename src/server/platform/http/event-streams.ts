/**
 * Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), read by the browser with fetch and its bearer token.
 * A stream ends when the client leaves, when its token is no longer valid, and at shutdown. Those of public endpoints have no token.
 */
import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import type { AuthenticateAll, SignedIn } from "./caller.ts";
import { clientNetwork } from "./limits/client-network.ts";
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

/** The reader of a stream that not everybody may read. */
export interface StreamHolder {
  caller: SignedIn;
  /** Of the caller; each check looks up whose it is. */
  token: string;
  /** Whether the token's holder may still read. */
  isAllowed: (caller: SignedIn) => boolean;
}

type Events = AsyncIterable<ServerEvent<unknown>>;

export interface EventStreams {
  /**
   * Sends the events of an iteration until it or the stream ends.
   * @param events may throw an ApiError before it returns the iteration, which is then the answer.
   * @param holder undefined for the stream of a public endpoint, which counts by the client's address.
   * @throws ApiError `rate_limited` for a caller with too many streams, `unavailable` for too many public ones.
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    events: (context: StreamContext) => Events | Promise<Events>,
    holder?: StreamHolder,
  ): Promise<void>;
  /** Ends all streams. */
  close(): void;
}

/** Milliseconds. */
export interface StreamTimes {
  /** Between comments that tell client and proxies that the stream is alive. */
  heartbeatMs: number;
  /** Between two looks at the tokens: what a session that was ended still hears. */
  checkMs: number;
}
const usualTimes: StreamTimes = { heartbeatMs: 15_000, checkMs: 1000 };
/** Open streams of one account: its tabs on some devices. */
const maxPerCaller = 20;
/** Open public streams of one network, which may be a mobile carrier's customers, and of all. */
const maxPerNetwork = 60;
const maxPublic = 2000;
const maxIdLength = 200;

interface OpenStream {
  /** Counted together: an account, or a network. */
  owner: string;
  holder: StreamHolder | undefined;
  beat(): void;
  end(): void;
}

/** @param authenticateAll finds the callers of all open streams at each check */
export function createEventStreams(
  security: HeaderFields,
  authenticateAll: AuthenticateAll,
  { heartbeatMs, checkMs } = usualTimes,
): EventStreams {
  const open = new Set<OpenStream>();
  let timers: NodeJS.Timeout[] = [];
  let isChecking = false;

  /** Ends the streams of those who may no longer read them: one query for all. */
  async function check(): Promise<void> {
    const held = [...open].filter(({ holder }) => holder);
    if (isChecking || held.length === 0) return;
    isChecking = true;
    try {
      const callers = await authenticateAll(new Set(held.flatMap(({ holder }) => holder?.token ?? [])));
      for (const { holder, end } of held) {
        const caller = holder && callers.get(holder.token);
        if (!(caller && holder.isAllowed(caller))) end();
      }
    } catch {
      // The database can't tell now; the next check asks again.
    } finally {
      isChecking = false;
    }
  }

  function beatAll(): void {
    for (const { beat } of open) beat();
  }

  function add(stream: OpenStream): void {
    open.add(stream);
    if (timers.length === 0) timers = [setInterval(() => void check(), checkMs), setInterval(beatAll, heartbeatMs)];
  }

  function remove(stream: OpenStream): void {
    open.delete(stream);
    if (open.size > 0) return;
    for (const timer of timers.splice(0)) clearInterval(timer);
  }

  /** @throws ApiError */
  function assertRoom(owner: string, isPublic: boolean): void {
    const all = [...open];
    if (all.filter((other) => other.owner === owner).length >= (isPublic ? maxPerNetwork : maxPerCaller)) {
      throw new ApiError("rate_limited", "Bạn đang mở quá nhiều trang cùng lúc, vui lòng đóng bớt rồi thử lại");
    }
    if (isPublic && all.filter(({ holder }) => !holder).length >= maxPublic) throw new ApiError("unavailable");
  }

  return {
    async send(request, reply, events, holder) {
      const owner = holder ? `${holder.caller.kind} ${holder.caller.id}` : `network ${clientNetwork(request.ip)}`;
      assertRoom(owner, holder === undefined);
      const controller = new AbortController();
      const { signal } = controller;
      const abort = () => controller.abort();
      const header = request.headers["last-event-id"];
      const lastEventId = typeof header === "string" && header.length <= maxIdLength ? header : undefined;
      const response = reply.raw;
      response.on("close", abort);
      let hasBegun = false;
      const beat = () => void (signal.aborted || !hasBegun || response.write(":\n\n"));
      const stream: OpenStream = { owner, holder, beat, end: abort };
      add(stream);
      const found = await Promise.resolve()
        .then(() => events({ signal, lastEventId }))
        .catch((error: unknown) => {
          abort();
          remove(stream);
          throw error;
        });

      reply.hijack();
      response.writeHead(200, {
        ...security,
        "content-type": "text/event-stream; charset=utf-8",
        // `no-transform` keeps proxies from compressing, which would hold events back; nginx buffers unless it is told not to.
        "cache-control": "private, no-store, no-transform",
        "x-accel-buffering": "no",
        // A stop of the server must not wait for the connection to be used again.
        connection: "close",
        vary: "Authorization",
      });
      hasBegun = true;
      beat();

      const aborted = once(signal, "abort").then(() => ({ done: true, value: undefined }) as const);
      const iterator = found[Symbol.asyncIterator]();
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
