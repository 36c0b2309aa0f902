/**
 * Mounts the pages beside the API: built ones in production, Vite with hot reload in development. A server-rendered page
 * is always the anonymous visitor's, so it is kept ready-made with its own Content-Security-Policy.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import middie from "@fastify/middie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contentSecurityPolicy, deferScripts, developmentPolicy, inlineStyles } from "./html.ts";
import { originOf } from "./origin.ts";
import { readStylesheets, serveBuildFiles } from "./pages/build-files.ts";
import { type ReplyKind, replyKind, sendOnce, sendReady } from "./replies/cached-reply.ts";
import { acceptedEncoding } from "./replies/encodings.ts";
import type { CachedResponse, ResponseCache } from "./replies/response-cache.ts";
import type { CallInProcess } from "./router.ts";
import { securityHeaders } from "./security.ts";

/** What the pages' server entry exports. */
interface PageEntry {
  createPageHandler(call: CallInProcess, report: (error: unknown) => void): PageHandler;
  listedPages: readonly string[];
  waysOn: readonly WayOn[];
  shownAt: ShownAt;
}
/** The shortest address that shows the same as a path with its query. */
type ShownAt = (url: string) => string;
/** A page that another leads to. */
interface WayOn {
  path: string;
  label: string;
}
type PageHandler = (request: Request) => Promise<Response>;
interface FinishedPage {
  status: number;
  headers: Headers;
  html: string;
}

export interface Pages {
  /** Paths of the pages that search engines may read, beside those of songs and genres. */
  listed: () => Promise<readonly string[]>;
  /** Answers an address that can't even be read, such as one with a broken percent encoding. */
  sendMissing: (reply: FastifyReply) => Promise<void>;
}

export interface PagesDeps {
  mode: "development" | "production";
  call: CallInProcess;
  /** Where whole pages are kept until what they show changes. */
  cache: ResponseCache;
  /** Origin of absolute links; undefined takes it from the request. */
  publicUrl?: string | undefined;
  /** The project's folder; the built pages are in its `build`. */
  root?: string;
  /** Changes to a finished page that make its first paint come earlier; a page works without them. Both by default. */
  changes?: Partial<PageChanges>;
}

interface PageChanges {
  inlineStyles: boolean;
  deferScripts: boolean;
}

const notPages = /^\/(?:(?:api|uploads)(?:\/|$|\?)|(?:pictures|share)\/|share\.jpg(?:$|\?))/;
const projectRoot = path.resolve(import.meta.dirname, "../../../..");

export async function mountPages(app: FastifyInstance, deps: PagesDeps): Promise<Pages> {
  const { mode, call, cache, publicUrl, root = projectRoot, changes = {} } = deps;
  const report = (error: unknown) => app.log.error({ err: error }, "a page could not be made as it should");
  const security = securityHeaders(publicUrl).pages;
  const { handler, listed, waysOn, shownAt, finish } =
    mode === "production"
      ? await builtPages(app, root, call, report, changes)
      : await pagesOfVite(app, root, call, report);
  const kinds = new WeakMap<CachedResponse, ReplyKind>();
  // Share tags hold absolute addresses: what is kept for one origin is never sent to another.
  const addressOf = (request: FastifyRequest) => `${originOf(request, publicUrl)}${shownAt(request.raw.url ?? "/")}`;

  app.get("/*", {
    schema: { hide: true },
    onRequest(request, reply, done) {
      const cached = mode === "production" ? cache.get(addressOf(request)) : undefined;
      const kind = cached && kinds.get(cached);
      if (!kind) return done();
      sendReady(request, reply, cached, kind);
    },
    async handler(request, reply) {
      const url = request.raw.url ?? "/";
      if (!isPageUrl(url) || url.startsWith("/assets/")) return reply.callNotFound();
      try {
        const version = cache.version();
        const address = addressOf(request);
        const made = await finishedPage(await handler(new Request(address)), finish);
        if (mode !== "production" || !isKept(made)) return sendUnkept(request, reply, made);
        const encoding = acceptedEncoding(request.headers["accept-encoding"]);
        const page = cache.set(address, version, made.html, undefined, encoding);
        // A browser may keep a page too, but asks each time.
        const kind = replyKind(security, { ...Object.fromEntries(made.headers), "cache-control": "no-cache" });
        kinds.set(page, kind);
        sendReady(request, reply, page, kind);
      } catch (error) {
        report(error);
        return sendPlainPage(reply, 500, "Có lỗi xảy ra", "Trang chưa mở được. Bạn thử tải lại sau ít phút nhé.");
      }
    },
  });
  // Pages only answer reading: a form sent without its script must say so, and its body is not even read.
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
    listed,
    async sendMissing(reply) {
      const ways = await waysOn().catch(() => undefined);
      sendPlainPage(
        reply,
        404,
        "Trang không tồn tại",
        "Đường dẫn này không đúng, hoặc trang đã được chuyển đi nơi khác.",
        ways,
      );
    },
  };
}

/** Changes a page's HTML and returns it with its Content-Security-Policy. */
type Finish = (html: string, frameAncestors: string | undefined) => { html: string; policy: string };

interface LoadedPages extends Pick<Pages, "listed"> {
  handler: PageHandler;
  waysOn: () => Promise<readonly WayOn[]>;
  shownAt: ShownAt;
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
    listed: async () => entry.listedPages,
    waysOn: async () => entry.waysOn,
    shownAt: entry.shownAt,
  };
}

async function pagesOfVite(
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
    listed: async () => (await load()).listedPages,
    waysOn: async () => (await load()).waysOn,
    shownAt: (url) => url,
    async handler(request) {
      try {
        return await (await load()).createPageHandler(call, report)(request);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        throw error;
      }
    },
  };
}

/** Reads a rendered page and finishes it; what is no HTML, such as a redirect, stays as it is. */
async function finishedPage(response: Response, finish: Finish): Promise<FinishedPage> {
  const { status, headers } = response;
  const text = await response.text();
  if (!isHtml(headers)) return { status, headers, html: text };
  // A route that opens its page to frames has set that part of the policy already.
  const { html, policy } = finish(text, headers.get("content-security-policy") ?? undefined);
  headers.set("content-security-policy", policy);
  return { status, headers, html };
}

function isHtml(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/html") === true;
}

/**
 * Whether a page is the same for the next visitor. Redirects and missing pages are not, nor are pages with `no-store`: they lack data
 * that could not be read, or their route's `headers` say that they are personal.
 */
function isKept({ status, headers }: FinishedPage): boolean {
  return status === 200 && isHtml(headers) && !/\b(?:no-store|private)\b/i.test(headers.get("cache-control") ?? "");
}

function sendUnkept(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, html }: FinishedPage,
): FastifyReply {
  reply.code(status).header("cache-control", "no-cache");
  for (const [name, value] of headers) reply.header(name, value);
  return sendOnce(request, reply, Buffer.from(html));
}

/** True for addresses of pages and their files: all but those of the API, of uploads and of pictures. */
export function isPageUrl(url: string): boolean {
  return !notPages.test(url);
}

/** A page without anything of ours in it, for when there is nothing to lean on. */
function sendPlainPage(
  reply: FastifyReply,
  status: number,
  title: string,
  text: string,
  ways: readonly WayOn[] = [{ path: "/", label: "Về trang chủ" }],
): FastifyReply {
  const links = ways.map(({ path: to, label }) => `<li><a href="${to}">${label}</a></li>`).join("");
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="vi"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} · Ngân Nga</title><style>body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem}ul{padding:0;list-style:none}a{display:inline-block;padding:.5rem 0}</style><h1>${title}</h1><p>${text}</p><ul>${links}</ul>`,
    );
}
