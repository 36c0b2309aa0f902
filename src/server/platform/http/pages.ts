/**
 * Mounts the pages beside the API: built ones in production, Vite with hot reload in development. A server-rendered page
 * is always the anonymous visitor's, so it is kept ready-made with its own Content-Security-Policy.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import middie from "@fastify/middie";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { originOf } from "./origin.ts";
import type { CachedResponse, ResponseCache } from "./response-cache.ts";
import { acceptedEncoding, type CallInProcess, matches } from "./router.ts";

/** What the pages' server entry exports. */
interface PageEntry {
  createPageHandler(call: CallInProcess, report: (error: unknown) => void): PageHandler;
  listedPages: readonly string[];
}
type PageHandler = (request: Request) => Promise<Response>;

export interface Pages {
  /** Paths of the pages that search engines may read, beside those of songs and genres. */
  listed: () => Promise<readonly string[]>;
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
}

const notPages = /^\/(?:(?:api|uploads)(?:\/|$|\?)|(?:pictures|share)\/|share\.jpg(?:$|\?))/;
const projectRoot = path.resolve(import.meta.dirname, "../../../..");

export async function mountPages(app: FastifyInstance, deps: PagesDeps): Promise<Pages> {
  const { mode, call, cache, publicUrl, root = projectRoot } = deps;
  const report = (error: unknown) => app.log.error({ err: error }, "a page could not be made as it should");
  const { handler, listed } =
    mode === "production" ? await builtPages(app, root, call, report) : await pagesOfVite(app, root, call, report);
  const policies = new WeakMap<CachedResponse, string>();

  app.get("/*", { schema: { hide: true } }, async (request, reply) => {
    const url = request.raw.url ?? "/";
    if (!isPageUrl(url) || url.startsWith("/assets/")) return reply.callNotFound();
    reply.header("cache-control", "no-cache");
    // Share tags hold absolute addresses: what is kept for one origin is never sent to another.
    const address = `${originOf(request, publicUrl)}${url}`;
    const kept = mode === "production" ? cache.get(address) : undefined;
    if (kept) return sendPage(request, reply, kept, policies.get(kept));
    try {
      const version = cache.version();
      const response = await handler(new Request(address));
      reply.code(response.status);
      for (const [name, value] of response.headers) reply.header(name, value);
      if (!isHtml(response)) return reply.send(await response.text());
      const keep = mode === "production" && isKept(response);
      const page = cache.set(address, keep ? version : undefined, await response.text(), undefined);
      const policy = response.headers.get("content-security-policy");
      if (policy) policies.set(page, policy);
      return sendPage(request, reply, page, policy);
    } catch (error) {
      report(error);
      return sendPlainPage(reply, 500, "Có lỗi xảy ra", "Trang chưa mở được. Bạn thử tải lại sau ít phút nhé.");
    }
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
  return { listed };
}

interface LoadedPages extends Pages {
  handler: PageHandler;
}

async function builtPages(
  app: FastifyInstance,
  root: string,
  call: CallInProcess,
  report: (error: unknown) => void,
): Promise<LoadedPages> {
  const client = path.join(root, "build/client");
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    globIgnore: ["**/*.br", "**/*.gz"],
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.startsWith(path.join(client, "assets"));
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    },
  });
  const entry: PageEntry = await import(pathToFileURL(path.join(root, "build/server/index.js")).href);
  return { handler: entry.createPageHandler(call, report), listed: async () => entry.listedPages };
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
    listed: async () => (await load()).listedPages,
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

function isHtml({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/html") === true;
}

function isKept({ status, headers }: Response): boolean {
  return status === 200 && headers.get("cache-control") !== "no-store";
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedResponse,
  policy?: string | null,
): FastifyReply {
  reply.headers({ vary: "Accept-Encoding", "content-type": "text/html; charset=utf-8" });
  if (policy) reply.header("content-security-policy", policy);
  if (reply.statusCode === 200 && reply.getHeader("cache-control") !== "no-store") {
    reply.header("etag", page.etag);
    const seen = request.headers["if-none-match"];
    if (seen !== undefined && matches(seen, page.etag)) return reply.code(304).removeHeader("content-type").send();
  }
  const encoding = acceptedEncoding(request.headers["accept-encoding"]);
  const body = encoding ? page.encoded(encoding) : page.body;
  if (encoding && body !== page.body) reply.header("content-encoding", encoding);
  return reply.send(body);
}

/** The answer to an address that can't even be read, such as one with a broken percent encoding. */
export function sendMissingPage(reply: FastifyReply): FastifyReply {
  return sendPlainPage(
    reply,
    404,
    "Trang không tồn tại",
    "Đường dẫn này không đúng, hoặc trang đã được chuyển đi nơi khác.",
  );
}

/** True for addresses of pages and their files: all but those of the API, of uploads and of pictures. */
export function isPageUrl(url: string): boolean {
  return !notPages.test(url);
}

/** A page without anything of ours in it, for when there is nothing to lean on. */
function sendPlainPage(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="vi"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} · Ngân Nga</title><style>body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem}</style><h1>${title}</h1><p>${text}</p><p><a href="/">Về trang chủ</a></p>`,
    );
}
