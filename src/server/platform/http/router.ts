/**
 * Binds the contract's endpoint records to Fastify: access before anything else, validation, rate limit, the reply filter, totals, cached
 * replies for anonymous reads. Server-rendered pages call the same handlers in-process.
 */
import { Readable } from "node:stream";
import multipartPlugin from "@fastify/multipart";
import { create as createDisposition } from "content-disposition";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  preHandlerAsyncHookHandler,
  RouteOptions,
} from "fastify";
import type { z } from "zod";
import { type Api, api } from "#contract/api.ts";
import {
  type CallInput,
  defaultBodyLimit,
  type Endpoint,
  type Files,
  type Input,
  type RateLimit,
  type Reply,
  type RoleOf,
} from "#contract/endpoint.ts";
import { ApiError, type FieldError } from "#contract/errors.ts";
import type { TemporaryFiles } from "../temporary-files.ts";
import {
  type Authenticate,
  type AuthenticateAll,
  anonymous,
  type Caller,
  type CallerOf,
  hasRole,
  type SignedIn,
} from "./caller.ts";
import { disconnectSignal } from "./disconnect-signal.ts";
import { createEventStreams, type ServerEvent, type StreamContext, type StreamTimes } from "./event-streams.ts";
import { createHeavyReads, type HeavyReads } from "./limits/heavy-reads.ts";
import {
  acceptMultipartFields,
  type MultipartBody,
  readMultipart,
  type UploadContext,
  type UploadedFile,
} from "./multipart.ts";
import { replyKind, sendReady } from "./replies/cached-reply.ts";
import { acceptedEncoding } from "./replies/encodings.ts";
import type { CachedResponse, ResponseCache } from "./replies/response-cache.ts";
import type { HeaderFields } from "./security.ts";

type AllowedCaller<E extends Endpoint> = E["access"] extends "public" ? Caller : CallerOf<RoleOf<E>>;

/** The argument of a handler. `request` and `reply` are missing when a page calls in-process. */
export type Context<E extends Endpoint> = PlainContext<E> &
  (E["replyType"] extends "events" ? StreamContext : unknown) &
  (E["bodyType"] extends "multipart" ? UploadContext : unknown);
interface PlainContext<E extends Endpoint> extends Input<E> {
  caller: AllowedCaller<E>;
  /** The files of a multipart body; those that the handler does not move are removed after it. */
  files: Files<E, UploadedFile>;
  request?: FastifyRequest;
  reply?: FastifyReply;
}

/** The result of a handler: counted lists come with the number of rows before skip and limit. */
export type Result<E extends Endpoint> = E["replyType"] extends "download"
  ? Download
  : E["counted"] extends true
    ? { rows: Reply<E>; total: number }
    : Reply<E>;
type Events<E extends Endpoint> = AsyncIterable<ServerEvent<Reply<E>>>;
/** A handler; that of a stream returns its events. */
export type Handler<E extends Endpoint> = (
  context: Context<E>,
) => E["replyType"] extends "events" ? Events<E> | Promise<Events<E>> : Promise<Result<E>> | Result<E>;

/** A file that is made for one request. */
export interface Download {
  /** Name to save it under. */
  fileName: string;
  content: AsyncIterable<Uint8Array>;
}

/** Calls an endpoint's handler in-process, as an anonymous visitor. */
export type CallInProcess<A extends Record<string, Endpoint> = Api> = <K extends keyof A & string>(
  key: K,
  input: CallInput<A[K]>,
) => Promise<CalledReply<A[K]>>;
export interface CalledReply<E extends Endpoint> {
  data: Reply<E>;
  total: number | undefined;
}

/** Sends the page at the request's address. */
export type PageSender = (request: FastifyRequest, reply: FastifyReply) => void;

export interface RouteChoices<E extends Endpoint = Endpoint> {
  /** Caches the replies to anonymous reads. */
  cache?: ResponseCache;
  /** Whether a read costs much more than others: such reads of visitors run a few at a time. */
  isHeavy?: (query: Input<E>["query"]) => boolean;
  /** Answers browsers that navigate to the endpoint's address, which a page has too. */
  page?: PageSender;
}

export interface Router<A extends Record<string, Endpoint> = Api> {
  on<K extends keyof A & string>(key: K, handler: Handler<A[K]>, options?: RouteChoices<A[K]>): void;
  call: CallInProcess<A>;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
    multipartBody: MultipartBody | null;
  }
  interface FastifyContextConfig {
    /** `METHOD /path/{id}` of an endpoint of the contract, and its record. */
    key?: string;
    endpoint?: Endpoint;
  }
}

/** Makes the hooks that enforce a rate limit. */
export type RateLimiter = (limit: RateLimit) => RateLimitHooks;
export interface RateLimitHooks {
  /** Counts by address, before the body is read: a request with a bad body counts too. */
  onRequest: onRequestAsyncHookHandler;
  /** Counts by account, which only a valid body names. */
  preHandler?: preHandlerAsyncHookHandler;
}

export interface RouterDeps<A extends Record<string, Endpoint>> {
  authenticate: Authenticate;
  /** For the callers of streams. */
  authenticateAll: AuthenticateAll;
  security: HeaderFields;
  rateLimiter?: RateLimiter;
  heavyReads?: HeavyReads;
  /** Whether a confirmation belongs to the session of a token and is fresh; without it no endpoint with `confirmed` can be called. */
  isConfirmed?: (token: string, confirmation: string) => boolean;
  /** Where the files of multipart bodies are received. */
  temporary: TemporaryFiles;
  /** Times of the streams; the product's own without. */
  streamTimes?: StreamTimes | undefined;
  /** The contract; that of the product by default. */
  endpoints?: A;
}

type Anything = (context: unknown) => Promise<unknown>;

/** An endpoint as the router answers it. */
interface Route {
  key: string;
  endpoint: Endpoint;
  run: Anything;
  cache: ResponseCache | undefined;
  isHeavy: (query: unknown) => boolean;
}

/** How a call is answered. */
interface Asked {
  /** The place of the reply in the cache; none for callers whose replies are not cached. */
  cacheKey: string | undefined;
  /** Filters the handler's result by the reply's schema, for the cache. */
  serialize: (rows: unknown) => string;
  /** Compresses the reply at once. */
  encoding?: ReturnType<typeof acceptedEncoding>;
  /** Runs the handler, or waits or throws where there are too many of such reads. */
  limited?: ((read: () => Promise<Answer>) => Promise<Answer>) | undefined;
}

/** A reply for the cache, or the handler's result. */
type Answer =
  | { cached: CachedResponse; rows?: never; total?: never }
  | { cached?: never; rows: unknown; total?: number };

export function createRouter<A extends Record<string, Endpoint> = Api>(
  app: FastifyInstance,
  deps: RouterDeps<A>,
): Router<A> {
  const {
    authenticate,
    security,
    rateLimiter,
    heavyReads = createHeavyReads(),
    isConfirmed = () => false,
    temporary,
    endpoints = api as unknown as A,
  } = deps;
  const routes = new Map<string, Route>();
  const readLimit = rateLimiter?.({ name: "read" });
  /** Parsed bodies of cached replies, shared by page renders and therefore frozen. */
  const parsedReplies = new WeakMap<CachedResponse, unknown>();
  const cachedJson = replyKind(security, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-cache",
    vary: "Authorization",
  });
  app.decorateRequest("caller");
  app.decorateRequest("multipartBody", null);

  /** Reads and validates a multipart body; a rate limit that counts by one of its fields follows. */
  function readsMultipart(
    endpoint: Endpoint,
    limit: preHandlerAsyncHookHandler | undefined,
  ): preHandlerAsyncHookHandler {
    const maxFieldBytes = endpoint.bodyLimit ?? defaultBodyLimit;
    return async function (request, reply) {
      const body = await readMultipart(request, endpoint, { temporary, maxFieldBytes });
      try {
        if (containsNul(body.fields)) throw new ApiError("invalid");
        request.body = parse(endpoint.body, body.fields);
        await limit?.call(this, request, reply);
        request.multipartBody = body;
      } catch (error) {
        await body.discard();
        throw error;
      }
    };
  }

  /** @throws ApiError 403 without a fresh confirmation of the caller's session. */
  function assertConfirmed({ headers }: FastifyRequest): void {
    const confirmation = headers["x-confirmation"];
    if (typeof confirmation === "string" && isConfirmed(bearer(headers.authorization) ?? "", confirmation)) return;
    throw new ApiError("forbidden", confirmationRequired, undefined, undefined, "confirmation_required");
  }

  /** Asks for the confirmation when the body sets one of the fields. */
  function confirmsFields(fields: readonly string[]): preHandlerAsyncHookHandler {
    return async (request) => {
      const body = (request.body ?? {}) as Record<string, unknown>;
      if (fields.some((field) => body[field] !== undefined)) assertConfirmed(request);
    };
  }

  function sendCached(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): void {
    sendReady(request, reply, cached, cachedJson, cached.total === undefined ? [] : ["x-total-count", cached.total]);
  }

  const streams = createEventStreams(security, deps.authenticateAll, deps.streamTimes);
  app.addHook("preClose", (done) => {
    streams.close();
    done();
  });

  /** Runs a handler and sends the file that it makes. */
  async function respondDownload(endpoint: Endpoint, run: Anything, request: FastifyRequest, reply: FastifyReply) {
    const { fileName, content } = (await run(contextOf(request, reply))) as Download;
    return reply
      .header("vary", "Authorization")
      .header("cache-control", "private, no-store")
      .header("content-disposition", createDisposition(fileName))
      .type(endpoint.contentType ?? "application/octet-stream")
      .send(Readable.from(content, { objectMode: false }));
  }

  /** Sends the events of a handler, filtered by the reply's schema. */
  function respondEvents(
    endpoint: Endpoint,
    run: Anything,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { caller } = request;
    async function open(stream: StreamContext) {
      const context = { ...contextOf(request, reply), ...stream };
      const iteration = (await run(context)) as AsyncIterable<ServerEvent<unknown>>;
      return filtered(iteration, endpoint);
    }
    if (endpoint.access === "public") return streams.send(request, reply, open);
    if (caller.kind === "anonymous") throw new ApiError("unauthenticated");
    const token = bearer(request.headers.authorization) ?? "";
    return streams.send(request, reply, open, {
      caller,
      token,
      isAllowed: (holder) => isAdmitted(endpoint, holder),
    });
  }

  /**
   * Answers a call: from the cache where the caller is anonymous and the reply is in it, else by the handler, whose reply then goes into it.
   */
  async function answer({ endpoint, run, cache }: Route, context: Context<Endpoint>, asked: Asked): Promise<Answer> {
    const { cacheKey, serialize, encoding, limited = (read) => read() } = asked;
    const cached = cacheKey === undefined ? undefined : cache?.get(cacheKey);
    if (cached) return { cached };
    return limited(async () => {
      const version = cache?.version();
      const { rows, total } = resultOf(endpoint, await run(context));
      if (!cache || cacheKey === undefined) return { rows, total };
      return { cached: cache.set(cacheKey, version, serialize(rows), total, encoding) };
    });
  }

  /** Limits the reads of visitors that no cache answers; of those of users, for whom nothing is cached, the costly ones. */
  function visitorLimit({ cache, isHeavy }: Route, request: FastifyRequest, reply: FastifyReply): Asked["limited"] {
    const { kind } = request.caller;
    const isHeavyRead = cache !== undefined && isHeavy(request.query);
    if (kind !== "anonymous" && !(kind === "user" && isHeavyRead)) return undefined;
    return async (read) => {
      if (cache) await readLimit?.onRequest.call(app, request, reply);
      return isHeavyRead ? heavyReads(read) : read();
    };
  }

  /** Answers over HTTP; the reply's schema filters what is sent. */
  async function respond(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { key, endpoint, cache } = route;
    const isCached = cache !== undefined && request.caller.kind === "anonymous";
    const cacheKey = isCached ? cacheKeyOf(key, endpoint, request.params, request.query) : undefined;
    if (!isCached) {
      reply.header("vary", "Authorization");
      if (request.headers.authorization !== undefined) reply.header("cache-control", "private, no-store");
    }
    try {
      const answered = await answer(route, contextOf(request, reply), {
        cacheKey,
        serialize: (rows) => reply.serialize(rows) as string,
        encoding: acceptedEncoding(request.headers["accept-encoding"]),
        limited: visitorLimit(route, request, reply),
      });
      if (answered.cached) {
        if (cacheKey !== undefined) cache?.remember(request.raw.url ?? "", cacheKey);
        return sendCached(request, reply, answered.cached);
      }
      reply.code(endpoint.status ?? 200);
      if (answered.total !== undefined) reply.header("x-total-count", answered.total);
      return answered.rows;
    } finally {
      await request.multipartBody?.discard();
    }
  }

  /** Answers a page of this process, as to an anonymous visitor; the data are frozen, as renders share them. */
  async function answerPage(route: Route, context: Context<Endpoint>): Promise<CalledReply<Endpoint>> {
    const { key, endpoint, cache } = route;
    const { rows, total, cached } = await answer(route, context, {
      cacheKey: cache && cacheKeyOf(key, endpoint, context.params, context.query),
      serialize: (made) => JSON.stringify(endpoint.reply.parse(made)),
    });
    if (!cached) return { data: freeze(endpoint.reply.parse(rows)), total };
    let data = parsedReplies.get(cached);
    if (data === undefined) {
      data = freeze(JSON.parse(cached.bytes().toString("utf8")));
      parsedReplies.set(cached, data);
    }
    return { data, total: cached.total === undefined ? undefined : Number(cached.total) };
  }

  return {
    on(key, handler, options = {}) {
      const endpoint: Endpoint = endpoints[key] as Endpoint;
      const { method, url } = split(key);
      const run = handler as unknown as Anything;
      const { cache, page, isHeavy = () => false } = options;
      const answered: Route = { key, endpoint, run, cache, isHeavy: isHeavy as Route["isHeavy"] };
      routes.set(key, answered);
      const limits = endpoint.rateLimit ? rateLimiter?.(endpoint.rateLimit) : undefined;
      const admission: onRequestHookHandler = (request, reply, done) => {
        if (page && isNavigation(request)) return done();
        if (endpoint.access === "public" && request.headers.authorization === undefined) {
          const url = request.raw.url ?? "";
          const cached = cache?.atUrl(url);
          if (cached) return sendCached(request, reply, cached);
          if (url.includes("%00")) return done(new ApiError("invalid"));
          request.caller = anonymous;
          return done();
        }
        admit(endpoint, request, authenticate)
          .then((caller) => {
            request.caller = caller;
            if (endpoint.confirmed === true) assertConfirmed(request);
            done(request.url.includes("%00") ? new ApiError("invalid") : undefined);
          })
          .catch(done);
      };
      // After the rate limit, which counts the form of a page too.
      const pageHook: onRequestHookHandler = (request, reply, done) =>
        page && isNavigation(request) ? page(request, reply) : done();
      const isMultipart = endpoint.bodyType === "multipart";
      const preHandler = isMultipart ? readsMultipart(endpoint, limits?.preHandler) : limits?.preHandler;
      const preHandlers = [
        ...(Array.isArray(endpoint.confirmed) ? [confirmsFields(endpoint.confirmed)] : []),
        ...(preHandler ? [preHandler] : []),
      ];
      const route: RouteOptions = {
        method,
        url,
        schema: {
          summary: endpoint.summary,
          tags: [endpoint.tag],
          ...(endpoint.params ? { params: endpoint.params } : {}),
          ...(endpoint.query ? { querystring: endpoint.query } : {}),
          ...(endpoint.body && !isMultipart ? { body: endpoint.body } : {}),
          response: { [endpoint.status ?? 200]: endpoint.reply },
        },
        config: { key, endpoint, isStream: isMultipart || isStreamed(endpoint) },
        ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
        onRequest: [admission, ...(limits ? [limits.onRequest as never] : []), ...(page ? [pageHook] : [])],
        ...(endpoint.body ? { preValidation: refuseNul } : {}),
        ...(preHandlers.length > 0 ? { preHandler: preHandlers } : {}),
        handler: (request, reply) => {
          if (endpoint.replyType === "download") return respondDownload(endpoint, run, request, reply);
          if (endpoint.replyType === "events") return respondEvents(endpoint, run, request, reply);
          return respond(answered, request, reply);
        },
        // A stream has no end, and a file made for a request is not made for its headers alone.
        exposeHeadRoute: !isStreamed(endpoint),
      };
      if (!isMultipart && endpoint.bodyType !== "form") return void app.route(route);
      // Only this endpoint accepts the content type.
      void app.register(async (scope) => {
        if (isMultipart) await scope.register(multipartPlugin);
        else acceptMultipartFields(scope);
        scope.route(route);
      });
    },

    async call(key, input) {
      const endpoint: Endpoint = endpoints[key] as Endpoint;
      const route = routes.get(key);
      if (!route || endpoint.access !== "public") throw new ApiError("not_found");
      if (containsNul(input)) throw new ApiError("invalid");
      const params = parse(endpoint.params, strings(input.params));
      const query = parse(endpoint.query, strings(input.query));
      const body = parse(endpoint.body, input.body);
      return (await answerPage(route, {
        params,
        query,
        body,
        files: {},
        caller: anonymous,
      } as Context<Endpoint>)) as never;
    },
  };
}

const confirmationRequired = "Việc này cần bạn xác nhận lại bằng mật khẩu, và mã xác thực nếu đang bật";

function contextOf(request: FastifyRequest, reply: FastifyReply): Context<Endpoint> {
  const { params, query, body, caller, multipartBody } = request;
  const upload = multipartBody ? { files: multipartBody.files, signal: disconnectSignal(reply.raw) } : { files: {} };
  return { params, query, body, caller, ...upload, request, reply } as Context<Endpoint>;
}

async function* filtered(events: AsyncIterable<ServerEvent<unknown>>, { reply }: Endpoint) {
  for await (const { id, data } of events) yield { ...(id === undefined ? {} : { id }), data: reply.parse(data) };
}

const isStreamed = ({ replyType = "json" }: Endpoint) => replyType !== "json";

/** Takes the total of a counted list apart. */
function resultOf({ counted }: Endpoint, result: unknown): { rows: unknown; total?: number } {
  return counted ? (result as { rows: unknown; total: number }) : { rows: result };
}

function refuseNul(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  done(containsNul(request.body) ? new ApiError("invalid") : undefined);
}

/** Lets clients that name JSON with every request call endpoints whose body is missing or may be missing; other endpoints need one. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    const { endpoint } = request.routeOptions.config;
    const isOptional = endpoint?.body === undefined || endpoint.body.safeParse(undefined).success;
    if (text === "" && endpoint && isOptional) return done(null);
    return parse(request, text, done);
  });
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) freeze(inner);
    Object.freeze(value);
  }
  return value;
}

/**
 * The cache key: equal for requests with the same reply. Path and query are the validated ones, in the order of their schemas and with
 * their defaults; what an endpoint does not declare is no part of it.
 */
function cacheKeyOf(key: string, endpoint: Endpoint, params: unknown, query: unknown): string {
  return `${key} ${JSON.stringify([endpoint.params ? params : {}, endpoint.query ? query : {}])}`;
}

function split(key: string): { method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; url: string } {
  const space = key.indexOf(" ");
  return {
    method: key.slice(0, space) as "GET",
    url: key.slice(space + 1).replace(/\{(\w+)\}/g, ":$1"),
  };
}

/** True for a request of a browser's address bar or link: it accepts HTML and has no token. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers.authorization === undefined && /\btext\/html\b/i.test(headers.accept ?? "");
}

/** Checks access before anything else: 401 without a valid token, 403 for a caller without one of the roles. */
async function admit(endpoint: Endpoint, request: FastifyRequest, authenticate: Authenticate): Promise<Caller> {
  const token = bearer(request.headers.authorization);
  const caller = token ? await authenticate(token) : undefined;
  if (endpoint.access === "public") return caller ?? anonymous;
  if (!caller) throw new ApiError("unauthenticated");
  if (!isAdmitted(endpoint, caller)) throw new ApiError("forbidden");
  return caller;
}

function isAdmitted({ access }: Endpoint, caller: SignedIn): boolean {
  return access === "public" || hasRole(caller, access);
}

/** PostgreSQL's text type cannot hold NUL, and no form of ours sends one. */
function containsNul(body: unknown): boolean {
  const rest = [body];
  for (const value of rest) {
    if (typeof value === "string" && value.includes("\0")) return true;
    if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) rest.push(inner);
  }
  return false;
}

/** Returns the token of an `Authorization` header. */
export function bearer(header: string | undefined): string | undefined {
  return header?.match(/^bearer +(\S+)$/i)?.[1];
}

function strings(values: object | undefined): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(values ?? {})) if (value !== undefined) out[name] = String(value);
  return out;
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationError(parsed.error.issues);
  return parsed.data;
}

/** The 422 for zod's issues; its `detail` is the first message. */
export function validationError(issues: readonly { path: readonly PropertyKey[]; message: string }[]): ApiError {
  const errors: FieldError[] = issues.map((issue) => ({
    field: issue.path.join(".") || "body",
    message: issue.message,
  }));
  return new ApiError("invalid", errors[0]?.message, errors);
}
