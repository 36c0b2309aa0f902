/**
 * Serves the pages: from the build in production, through Vite with hot reload in development. A server-rendered page is the anonymous
 * visitor's, so it is cached, with its own Content-Security-Policy.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import middie from "@fastify/middie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { retryAfter, toApiError } from "../errors.ts";
import { createHeavyReads, type HeavyReads } from "../limits/heavy-reads.ts";
import { canonicalOriginOf, originOf } from "../origin.ts";
import { isPageUrl } from "../page-url.ts";
import { plainHtml, plainPagePolicy } from "../plain-page.ts";
import { type ReplyKind, replyKind, sendOnce, sendReady } from "../replies/cached-reply.ts";
import { acceptedEncoding } from "../replies/encodings.ts";
import type { CachedResponse, ResponseCache } from "../replies/response-cache.ts";
import type { CallInProcess, PageSender, RateLimiter } from "../router.ts";
import { securityHeaders } from "../security.ts";
import { readStylesheets, serveBuildFiles } from "./build-files.ts";
import { createCachedOrigins } from "./cached-origins.ts";
import { contentSecurityPolicy, deferScripts, developmentPolicy, inlineStyles } from "./html.ts";

/** Exports of the pages' server entry, `src/web/server.ts`. */
interface PageEntry {
  createPageHandler(call: CallInProcess, report: (error: unknown) => void): PageHandler;
  indexablePaths: readonly string[];
  fallbackLinks: readonly FallbackLink[];
  canonicalUrl: CanonicalUrl;
}
/** Returns the shortest path and query of the same page. */
type CanonicalUrl = (url: string) => string;
/** A link on the page for an unreadable URL. */
interface FallbackLink {
  path: string;
  label: string;
}
/** @param canonicalOrigin of the page's own address; undefined where it is not known */
type PageHandler = (request: Request, canonicalOrigin: string | undefined) => Promise<Response>;
interface FinishedPage {
  status: number;
  headers: Headers;
  html: string;
}

export interface Pages {
  /** Paths of pages for search engines, without those of songs and genres. */
  indexablePaths: () => Promise<readonly string[]>;
  /** Sends the page at an address that an endpoint has too. */
  send: PageSender;
  /** Sends the 404 page for an unreadable URL, such as one with a broken percent encoding. */
  sendNotFound: (reply: FastifyReply) => Promise<void>;
}

export interface PagesDeps {
  mode: "development" | "production";
  call: CallInProcess;
  cache: ResponseCache;
  /** Origin of absolute links; the request's by default. */
  publicUrl?: string | undefined;
  /** Folder of `build`; the project's by default. */
  root?: string;
  /** Changes to a page's HTML for an earlier first paint, not needed to work. Both on by default. */
  changes?: Partial<PageChanges>;
  rateLimiter?: RateLimiter | undefined;
  heavyReads?: HeavyReads;
}

interface PageChanges {
  inlineStyles: boolean;
  deferScripts: boolean;
}

const projectRoot = path.resolve(import.meta.dirname, "../../../../..");

/** Adds the routes of pages and build files to the app. */
export async function mountPages(app: FastifyInstance, deps: PagesDeps): Promise<Pages> {
  const { mode, call, cache, publicUrl, root = projectRoot, changes = {}, heavyReads = createHeavyReads() } = deps;
  const limit = deps.rateLimiter?.({ name: "page" });
  const callForPage = withApiErrors(call);
  const report = (error: unknown) => app.log.error({ err: error }, "a page could not be made as it should");
  const security = securityHeaders(publicUrl).pages;
  const { handler, indexablePaths, fallbackLinks, canonicalUrl, finish } =
    mode === "production"
      ? await builtPages(app, root, callForPage, report, changes)
      : await vitePages(app, root, callForPage, report);
  const kinds = new WeakMap<CachedResponse, ReplyKind>();
  const isCachedOrigin = createCachedOrigins();
  /** Pages hold absolute URLs, so a page is identified by its origin too. */
  function identify(request: FastifyRequest): { pageUrl: string; mayCache: boolean } {
    const origin = originOf(request, publicUrl);
    const mayCache = mode === "production" && isCachedOrigin(origin);
    return { pageUrl: `${origin}${canonicalUrl(request.raw.url ?? "/")}`, mayCache };
  }

  async function render(request: FastifyRequest, pageUrl: string, mayCache: boolean): Promise<RenderedPage> {
    const version = cache.version();
    const canonicalOrigin = canonicalOriginOf(new URL(pageUrl).origin, publicUrl);
    const page = await finishedPage(await handler(new Request(pageUrl), canonicalOrigin), finish);
    if (!mayCache || !isCacheable(page)) return { page };
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    const cached = cache.set(pageUrl, version, page.html, undefined, encoding);
    // Browsers may store the page but must revalidate it.
    const kind = replyKind(security, { ...Object.fromEntries(page.headers), "cache-control": "no-cache" });
    kinds.set(cached, kind);
    return { cached, kind };
  }

  /** Sends a cached page. @returns false where there is none. */
  function sendCached(request: FastifyRequest, reply: FastifyReply): boolean {
    const { pageUrl, mayCache } = identify(request);
    const cached = mayCache ? cache.get(pageUrl) : undefined;
    const kind = cached && kinds.get(cached);
    if (!kind) return false;
    sendReady(request, reply, cached, kind);
    return true;
  }

  async function sendRendered(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { pageUrl, mayCache } = identify(request);
    let rendered: RenderedPage;
    try {
      await limit?.onRequest.call(app, request, reply);
      rendered = await heavyReads(() => render(request, pageUrl, mayCache));
    } catch (error) {
      const { status } = toApiError(error);
      if (status === 429) return sendRefusedPage(reply);
      report(error);
      return sendPlainPage(
        reply,
        status >= 500 ? status : 500,
        "Có lỗi xảy ra",
        "Trang chưa mở được. Bạn thử tải lại sau ít phút nhé.",
      );
    }
    if (rendered.page) return sendUncached(request, reply, rendered.page);
    sendReady(request, reply, rendered.cached, rendered.kind);
    return undefined;
  }

  app.get("/*", {
    schema: { hide: true },
    onRequest(request, reply, done) {
      if (!sendCached(request, reply)) done();
    },
    async handler(request, reply) {
      const url = request.raw.url ?? "/";
      if (!isPageUrl(url) || url.startsWith("/assets/")) return reply.callNotFound();
      return sendRendered(request, reply);
    },
  });
  // Pages accept no forms: a form without its script gets an explanation; its body is not read.
  app.route({
    method: ["POST", "PUT", "PATCH", "DELETE"],
    url: "/*",
    schema: { hide: true },
    onRequest: async (request, reply) => {
      if (!isPageUrl(request.raw.url ?? "")) return reply.callNotFound();
      reply.header("allow", "GET, HEAD");
      return sendPlainPage(
        reply,
        405,
        "Chưa gửi được",
        "Trang này cần JavaScript để gửi biểu mẫu. Bạn bật JavaScript hoặc mở bằng trình duyệt khác rồi thử lại nhé.",
      );
    },
    handler: (_request, reply) => reply.callNotFound(),
  });
  return {
    indexablePaths,
    send(request, reply) {
      if (!sendCached(request, reply)) void sendRendered(request, reply);
    },
    async sendNotFound(reply) {
      const links = await fallbackLinks().catch(() => undefined);
      sendPlainPage(
        reply,
        404,
        "Trang không tồn tại",
        "Đường dẫn này không đúng, hoặc trang đã được chuyển đi nơi khác.",
        links,
      );
    },
  };
}

/** A page that is cached, or one for this request only. */
type RenderedPage =
  | { page: FinishedPage; cached?: never; kind?: never }
  | { page?: never; cached: CachedResponse; kind: ReplyKind };

/** Makes the errors of in-process calls those that the API would answer with, such as 503 while the database is away. */
function withApiErrors(call: CallInProcess): CallInProcess {
  return async (key, input) => {
    try {
      return await call(key, input);
    } catch (error) {
      const apiError = toApiError(error);
      // The log needs the cause.
      if (apiError !== error) apiError.cause = error;
      throw apiError;
    }
  };
}

/** Changes a page's HTML. Returns it with its Content-Security-Policy. */
type Finish = (html: string, frameAncestors: string | undefined) => { html: string; policy: string };

interface LoadedPages extends Pick<Pages, "indexablePaths"> {
  handler: PageHandler;
  fallbackLinks: () => Promise<readonly FallbackLink[]>;
  canonicalUrl: CanonicalUrl;
  finish: Finish;
}

async function builtPages(
  app: FastifyInstance,
  root: string,
  call: CallInProcess,
  report: (error: unknown) => void,
  changes: Partial<PageChanges>,
): Promise<LoadedPages> {
  const entry: PageEntry = await import(pathToFileURL(path.join(root, "build/server/index.js")).href);
  const folder = path.join(root, "build/client");
  await serveBuildFiles(app, folder);
  const stylesheets = await readStylesheets(folder);
  return {
    handler: entry.createPageHandler(call, report),
    finish(rendered, frameAncestors) {
      let html = rendered;
      if (changes.inlineStyles !== false) html = inlineStyles(html, (url) => stylesheets.get(url));
      if (changes.deferScripts !== false) html = deferScripts(html);
      return { html, policy: contentSecurityPolicy(html, frameAncestors) };
    },
    indexablePaths: async () => entry.indexablePaths,
    fallbackLinks: async () => entry.fallbackLinks,
    canonicalUrl: entry.canonicalUrl,
  };
}

async function vitePages(
  app: FastifyInstance,
  root: string,
  call: CallInProcess,
  report: (error: unknown) => void,
): Promise<LoadedPages> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  await app.register(middie);
  app.use((request, response, next) => {
    if (isPageUrl(request.url ?? "")) vite.middlewares(request, response, next);
    else next();
  });
  const load = async () => (await vite.ssrLoadModule("./src/web/server.ts")) as PageEntry;
  return {
    finish: (html) => ({ html, policy: developmentPolicy }),
    indexablePaths: async () => (await load()).indexablePaths,
    fallbackLinks: async () => (await load()).fallbackLinks,
    canonicalUrl: (url) => url,
    async handler(request, canonicalOrigin) {
      try {
        return await (await load()).createPageHandler(call, report)(request, canonicalOrigin);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        throw error;
      }
    },
  };
}

/** Reads a response and finishes its HTML; other responses, such as redirects, stay as they are. */
async function finishedPage(response: Response, finish: Finish): Promise<FinishedPage> {
  const { status, headers } = response;
  const text = await response.text();
  if (!isHtml(headers)) return { status, headers, html: text };
  // A route for frames has set `frame-ancestors`.
  const { html, policy } = finish(text, headers.get("content-security-policy") ?? undefined);
  headers.set("content-security-policy", policy);
  return { status, headers, html };
}

function isHtml(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/html") === true;
}

/**
 * Returns whether a response may be cached: HTML with status 200, without `no-store` or `private`, which pages have that miss data or are
 * personal.
 */
function isCacheable({ status, headers }: FinishedPage): boolean {
  return status === 200 && isHtml(headers) && !/\b(?:no-store|private)\b/i.test(headers.get("cache-control") ?? "");
}

function sendUncached(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, html }: FinishedPage,
): FastifyReply {
  reply.code(status).header("cache-control", "no-cache");
  if (status === 503) reply.header("retry-after", retryAfter);
  for (const [name, value] of headers) reply.header(name, value);
  return sendOnce(request, reply, Buffer.from(html));
}

/** Sends the 429 page of a visitor who opens too many pages; the limit has set `Retry-After`. */
function sendRefusedPage(reply: FastifyReply): FastifyReply {
  return sendPlainPage(
    reply,
    429,
    "Bạn mở trang quá nhanh",
    "Có quá nhiều lượt mở trang từ mạng của bạn. Bạn đợi khoảng một phút rồi tải lại trang nhé.",
  );
}

/** Sends the 503 page of an overloaded server. */
export function sendOverloadedPage(reply: FastifyReply): void {
  reply.header("retry-after", retryAfter);
  sendPlainPage(
    reply,
    503,
    "Máy chủ đang bận",
    "Đang có quá nhiều lượt truy cập. Bạn đợi vài giây rồi tải lại trang nhé.",
  );
}

/** Sends a page that needs neither the build nor the database. */
function sendPlainPage(
  reply: FastifyReply,
  status: number,
  title: string,
  text: string,
  links: readonly FallbackLink[] = [{ path: "/", label: "Về trang chủ" }],
): FastifyReply {
  if (status === 503) reply.header("retry-after", retryAfter);
  const items = links.map(({ path: to, label }) => `<li><a href="${to}">${label}</a></li>`).join("");
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-security-policy", `${plainPagePolicy}; frame-ancestors 'self'`)
    .type("text/html; charset=utf-8")
    .send(plainHtml(title, `<p>${text}</p><ul>${items}</ul>`));
}
