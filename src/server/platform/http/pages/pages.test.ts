/** Serves pages and files of a stub build. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Done } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { createTemporaryFiles } from "../../temporary-files.ts";
import { handleErrors } from "../errors.ts";
import { createResponseCache, type ResponseCache } from "../replies/response-cache.ts";
import { type CallInProcess, createRouter, type RateLimiter } from "../router.ts";
import { addSecurityHeaders, securityHeaders } from "../security.ts";
import { contentSecurityPolicy, deferScripts, inlineStyles } from "./html.ts";
import { mountPages, type Pages } from "./pages.ts";

const entry = `
export const indexablePaths = ["/", "/songs"];
export const fallbackLinks = [{ path: "/", label: "Trang chủ" }, { path: "/songs", label: "Thư viện" }];
export const canonicalUrl = (url) => url.replace("?mark=1", "");
let renders = 0;
export function createPageHandler(call, report) {
  const page = (body, init) => new Response(body, init);
  return async (request, canonicalOrigin) => {
    const url = new URL(request.url);
    if (url.pathname === "/own") return page("own " + canonicalOrigin, { headers: { "content-type": "text/html" } });
    if (url.pathname === "/moved") return page("", { status: 302, headers: { location: "/songs" } });
    if (url.pathname === "/text") return page("<script>", { headers: { "content-type": "text/plain" } });
    if (url.pathname === "/styled") return page(
      '<head><link rel="stylesheet" href="/assets/app-1.css"/></head><script type="module" async="">m()</script>',
      { headers: { "content-type": "text/html" } },
    );
    if (url.pathname === "/called") {
      const status = await call("GET /api/categories", {}).then(() => 200, (error) => error.status);
      return page("<p>designed</p>", { status, headers: { "content-type": "text/html" } });
    }
    if (url.pathname === "/thrown") await call("GET /api/categories", {});
    if (url.pathname === "/broken") throw new Error("secret inside");
    const headers = { "content-type": "text/html; charset=utf-8", };
    if (url.pathname === "/framed") headers["content-security-policy"] = "frame-ancestors *";
    if (url.pathname === "/account") headers["cache-control"] = "private";
    if (url.pathname === "/partial") headers["cache-control"] = "no-store";
    const status = url.pathname === "/missing" ? 404 : 200;
    return page("<p>" + url.host + url.pathname + url.search + " #" + ++renders + "</p><script>" + url.pathname + "</script>" + " ".repeat(2000), { status, headers });
  };
}`;

let root: string;
let app: FastifyInstance;
let pages: Pages;
let version: number;
let cache: ResponseCache;

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), "pages-"));
  mkdirSync(path.join(root, "build/client/assets"), { recursive: true });
  mkdirSync(path.join(root, "build/server"));
  writeFileSync(path.join(root, "build/server/index.js"), entry);
  writeFileSync(path.join(root, "build/server/package.json"), '{"type":"module"}');
  writeFileSync(path.join(root, "build/client/assets/app-1.js"), "plain code, longer than compressed");
  writeFileSync(path.join(root, "build/client/assets/app-1.js.br"), "brotli");
  writeFileSync(path.join(root, "build/client/assets/app-1.css"), "one");
  writeFileSync(path.join(root, "build/client/assets/app-2.css"), "two");
  writeFileSync(path.join(root, "build/client/assets/app-1.js.gz"), "gzip");
  mkdirSync(path.join(root, "build/client/.vite"));
  writeFileSync(path.join(root, "build/client/.vite/manifest.json"), "{}");
  writeFileSync(path.join(root, "build/client/favicon.svg"), "<svg/>");
  version = 1;
  app = Fastify({ trustProxy: true, frameworkErrors: (_error, _request, reply) => void pages.sendNotFound(reply) });
  addSecurityHeaders(app, securityHeaders(undefined));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: "Không tìm thấy" }));
  app.get("/api/known", () => ({ ok: true }));
  handleErrors(app);
  cache = createResponseCache({ version: () => version }, ["catalogue"]);
  const call = (() => undefined) as unknown as CallInProcess;
  pages = await mountPages(app, { mode: "production", call, cache, root });
});
afterEach(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe("a page", () => {
  it("is rendered once, and again when the catalogue changes", async () => {
    const first = await get("/songs?page=2");
    expect(first.statusCode).toBe(200);
    expect(first.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect((await get("/songs?page=2")).body).toBe(first.body);
    expect((await get("/songs?page=3")).body).not.toBe(first.body);
    version = 2;
    expect((await get("/songs?page=2")).body).not.toBe(first.body);
  });
  it("is cached under its canonical URL", async () => {
    const first = await get("/songs");
    expect((await get("/songs?mark=1")).body).toBe(first.body);
    version = 2;
    expect((await get("/songs?mark=1")).body).toContain("/songs #");
  });
  it("has inlined styles and deferred scripts unless they are turned off", async () => {
    const other = Fastify();
    const cache = createResponseCache({ version: () => version }, ["catalogue"]);
    const call = (() => undefined) as unknown as CallInProcess;
    const changes = { inlineStyles: false, deferScripts: false };
    await mountPages(other, { mode: "production", call, cache, root, changes });
    const plain = (await other.inject("/styled")).body;
    expect(plain).toBe(
      '<head><link rel="stylesheet" href="/assets/app-1.css"/></head><script type="module" async="">m()</script>',
    );
    const { body } = await get("/styled");
    expect(body).toBe(deferScripts(inlineStyles(plain, () => "one")));
    expect(body).not.toBe(plain);
    await other.close();
  });
  it("an unreadable URL is a 404 page with the fallback links", async () => {
    const { statusCode, headers, body } = await get("/%zz");
    expect([statusCode, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain("<h1>Trang không tồn tại</h1>");
    expect(body.match(/<a [^]*?<\/a>/g)).toEqual(['<a href="/">Trang chủ</a>', '<a href="/songs">Thư viện</a>']);
  });
  it("has the policy of its own scripts when cached", async () => {
    await get("/songs");
    await get("/login");
    const policyOf = async (url: string) => (await get(url)).headers["content-security-policy"];
    expect(await policyOf("/songs")).toBe(contentSecurityPolicy("<script>/songs</script>"));
    expect(await policyOf("/login")).toBe(contentSecurityPolicy("<script>/login</script>"));
  });
  it("allows frames when its route does", async () => {
    const policy = contentSecurityPolicy("<script>/framed</script>", "frame-ancestors *");
    for (const { headers } of [await get("/framed"), await get("/framed")]) {
      expect(headers["content-security-policy"]).toBe(policy);
      expect(headers["x-frame-options"]).toBeUndefined();
    }
    expect((await get("/songs")).headers["x-frame-options"]).toBe("SAMEORIGIN");
  });
  it("is rendered and cached by origin", async () => {
    const one = await get("/songs", { host: "one.example:8080" });
    expect(one.body).toContain("one.example:8080");
    expect((await get("/songs", { host: "two.example" })).body).toContain("two.example");
    expect((await get("/songs", { host: "one.example:8080" })).body).toBe(one.body);
  });
  it("is cached for a few origins only, so that made-up hosts drop no page and fill no cache", async () => {
    const own = { host: "own.example" };
    const { body } = await get("/songs", own);
    const set = vi.spyOn(cache, "set");
    for (let i = 0; i < 1000; i += 1) {
      const made = await get("/songs", { host: `made-up-${i}.example` });
      expect(made.body).toContain(`made-up-${i}.example/songs`);
      if (i >= 3) expect(made.headers).toMatchObject({ "cache-control": "no-cache" });
    }
    expect(set).toHaveBeenCalledTimes(3);
    expect((await get("/songs", own)).body).toBe(body);
  });
  it("ignores X-Forwarded-Host and invalid hosts", async () => {
    expect((await get("/songs", { host: "one.example", "x-forwarded-host": "evil.example" })).body).not.toContain(
      "evil",
    );
    expect((await get("/songs", { host: 'evil"><script>' })).body).not.toContain("evil");
    for (const host of ["256.1.1.1", "[:::::]", "one.example:99999"]) {
      expect((await get("/songs", { host })).statusCode, host).toBe(200);
    }
  });
  it("has no address of its own under a name that a client may have made up", async () => {
    expect((await get("/own", { host: "evil.example" })).body).toBe("own undefined");
    expect((await get("/own", { host: "127.0.0.1:3000" })).body).toBe("own http://127.0.0.1:3000");
  });
  it("has the configured origin, whatever the host", async () => {
    const other = Fastify();
    const cache = createResponseCache({ version: () => version }, ["catalogue"]);
    const call = (() => undefined) as unknown as CallInProcess;
    await mountPages(other, { mode: "production", call, cache, root, publicUrl: "https://ngannga.example" });
    const page = await other.inject({ url: "/songs", headers: { host: "evil.example" } });
    expect(page.body).toContain("ngannga.example");
    expect(page.body).not.toContain("evil");
    expect((await other.inject({ url: "/own" })).body).toBe("own https://ngannga.example");
    await other.close();
  });
  it("is refused with 412 to If-Match with another tag, cached or not", async () => {
    for (const url of ["/songs", "/songs"]) {
      const answer = await get(url, { "if-match": '"other"' });
      expect(answer.statusCode).toBe(412);
      expect(answer.json()).toEqual({ detail: "Nội dung đã thay đổi so với bản bạn đang có" });
    }
    const { etag } = (await get("/songs")).headers;
    expect((await get("/songs", { "if-match": String(etag) })).statusCode).toBe(200);
  });
  it("is compressed, and 304 for a matching ETag", async () => {
    const plain = await get("/songs");
    const br = await get("/songs", { "accept-encoding": "gzip, deflate, br" });
    expect(br.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    const gzip = await get("/songs", { "accept-encoding": "gzip" });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    const current = { "accept-encoding": "br", "if-none-match": String(br.headers.etag) };
    expect(await get("/songs", current)).toMatchObject({ statusCode: 304, headers: { etag: br.headers.etag } });
    const again = await get("/songs", { "if-none-match": String(plain.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
  });
  it("is not cached when data is missing or the page is a 404", async () => {
    const first = await get("/partial");
    expect(first.headers["cache-control"]).toBe("no-store");
    expect((await get("/partial")).body).not.toBe(first.body);
    const missing = await get("/missing", { "accept-encoding": "br" });
    expect(missing.statusCode).toBe(404);
    expect(missing.headers).toMatchObject({ "content-encoding": "br", "cache-control": "no-cache" });
    expect(missing.headers.etag).toBeUndefined();
    const page = brotliDecompressSync(missing.rawPayload).toString();
    expect((await get("/missing")).body).not.toBe(page);
  });
  it("is not cached when it is personal", async () => {
    const first = await get("/account");
    expect(first.statusCode).toBe(200);
    expect(first.headers["cache-control"]).toBe("private");
    expect(first.headers.etag).toBeUndefined();
    expect((await get("/account")).body).not.toBe(first.body);
  });
  it("may redirect", async () => {
    const response = await get("/moved");
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe("/songs");
  });
  it("keeps the content type of a response that is not HTML", async () => {
    expect((await get("/text")).headers["content-type"]).toBe("text/plain");
    expect((await get("/text")).headers["content-type"]).toBe("text/plain");
  });
  it("has no body for HEAD", async () => {
    const head = await app.inject({ method: "HEAD", url: "/songs" });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe("");
  });
  it("is a 503 with Retry-After while the database is unavailable, and is not cached", async () => {
    const other = Fastify();
    const lines: string[] = [];
    other.log.error = (line: unknown) => void lines.push(String((line as { err: Error }).err.cause));
    let failure: Error | undefined = Object.assign(new Error("secret inside"), { code: "ECONNREFUSED" });
    const call = (async () => {
      if (failure) throw failure;
      return { data: [] };
    }) as unknown as CallInProcess;
    await mountPages(other, { mode: "production", call, cache, root });
    for (const [url, text] of [
      ["/called", "designed"],
      ["/thrown", "Có lỗi xảy ra"],
    ] as const) {
      const page = await other.inject(url);
      expect(page.statusCode, url).toBe(503);
      expect(page.headers, url).toMatchObject({
        "retry-after": "5",
        "content-type": expect.stringMatching("text/html"),
      });
      expect(page.body).toContain(text);
      expect(page.body).not.toContain("secret");
    }
    expect(lines).toEqual(["Error: secret inside"]);
    failure = new Error("a bug");
    const broken = await other.inject("/called");
    expect([broken.statusCode, broken.headers["retry-after"]]).toEqual([500, undefined]);
    failure = undefined;
    expect((await other.inject("/called")).statusCode).toBe(200);
    await other.close();
  });
  it("counts by address where it is rendered, and is a 429 page with Retry-After past the limit", async () => {
    const other = Fastify();
    const counted: string[] = [];
    const rateLimiter: RateLimiter = ({ name }) => ({
      onRequest: async ({ url }, reply) => {
        counted.push(`${name} ${url}`);
        if (counted.length < 3) return;
        reply.header("retry-after", 7);
        throw new ApiError("rate_limited");
      },
    });
    const call = (() => undefined) as unknown as CallInProcess;
    await mountPages(other, { mode: "production", call, cache, root, rateLimiter });
    for (const url of ["/songs", "/songs", "/songs?mark=1", "/?a=1"]) {
      expect((await other.inject(url)).statusCode).toBe(200);
    }
    const refused = await other.inject("/?a=2");
    expect([refused.statusCode, refused.headers["retry-after"], refused.headers["cache-control"]]).toEqual([
      429,
      "7",
      "no-store",
    ]);
    expect(refused.body).toContain("Bạn mở trang quá nhanh");
    expect((await other.inject("/songs")).statusCode).toBe(200);
    expect(counted).toEqual(["page /songs", "page /?a=1", "page /?a=2"]);
    await other.close();
  });

  it("is an error page in Vietnamese without details when rendering fails", async () => {
    const page = await get("/broken");
    expect(page.statusCode).toBe(500);
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.body).toContain("Có lỗi xảy ra");
    expect(page.body).not.toContain("secret");
  });
});

it("returns the indexable paths of the build", async () => {
  const other = Fastify();
  const cache = createResponseCache({ version: () => version }, ["catalogue"]);
  const call = (() => undefined) as unknown as CallInProcess;
  const { indexablePaths } = await mountPages(other, { mode: "production", call, cache, root });
  expect(await indexablePaths()).toEqual(["/", "/songs"]);
  await other.close();
});

describe("other URLs", () => {
  it.each([
    "/api",
    "/api/",
    "/api/unknown",
    "/api?x=1",
    "/uploads/none.mp3",
    "/assets/none.js",
  ])("%s is a 404 in JSON", async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ detail: "Không tìm thấy" });
  });
  it("/api/known is the API's, /apis is a page", async () => {
    expect((await get("/api/known")).json()).toEqual({ ok: true });
    expect((await get("/apis")).headers["content-type"]).toContain("text/html");
  });
  it("refuses a form sent to a page with 405 and a page", async () => {
    for (const type of ["application/x-www-form-urlencoded", "text/strange"]) {
      const sent = await app.inject({
        method: "POST",
        url: "/login",
        payload: "password=x",
        headers: { "content-type": type },
      });
      expect(sent.statusCode).toBe(405);
      expect(sent.headers.allow).toBe("GET, HEAD");
      expect(sent.body).toContain("JavaScript");
    }
    const api = await app.inject({ method: "POST", url: "/api/unknown", payload: {} });
    expect(api.statusCode).toBe(404);
    expect(api.json()).toEqual({ detail: "Không tìm thấy" });
  });
});

describe("build files", () => {
  it("refuse a name with a NUL", async () => {
    const answer = await get("/assets/app-1.js%00");
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([403, "no-store"]);
  });

  it("of another build are found once they are there, with their compressed forms", async () => {
    writeFileSync(path.join(root, "build/client/assets/app-9.js"), "code of the next build");
    writeFileSync(path.join(root, "build/client/assets/app-9.js.br"), "brotli");
    const answer = await get("/assets/app-9.js", { "accept-encoding": "br" });
    expect([answer.statusCode, answer.headers["content-encoding"]]).toEqual([200, "br"]);
    expect(answer.headers["cache-control"]).toContain("immutable");
  });

  const file = "/assets/app-1.js";

  it("are immutable with a hash in the name", async () => {
    const plain = await get(file);
    expect(plain.body).toBe("plain code, longer than compressed");
    expect(plain.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "application/javascript; charset=utf-8",
      "content-length": "34",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect((await get(`${file}?v=1`)).body).toBe(plain.body);
  });
  it.each([
    ["gzip, deflate, br", "br", "brotli"],
    ["gzip", "gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip", "gzip"],
    ["identity", undefined, "plain code, longer than compressed"],
  ])("have the encoding for Accept-Encoding: %s", async (accepted, encoding, body) => {
    const answer = await get(file, { "accept-encoding": accepted });
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.body).toBe(body);
    expect(answer.headers["content-length"]).toBe(String(body.length));
  });
  it("are 304 for a matching ETag", async () => {
    const { etag } = (await get(file)).headers;
    const again = await get(file, { "if-none-match": String(etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    expect(again.headers["cache-control"]).toContain("immutable");
    expect((await get(file, { "if-none-match": '"other"' })).statusCode).toBe(200);
  });
  it("are refused with 412 to If-Match with another tag", async () => {
    const answer = await get(file, { "if-match": '"other"' });
    expect(answer.statusCode).toBe(412);
    expect(answer.json()).toEqual({ detail: "Nội dung đã thay đổi so với bản bạn đang có" });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
  it("are revalidated after an hour without a hash in the name", async () => {
    const icon = await get("/favicon.svg");
    expect(icon.headers).toMatchObject({ "cache-control": "public, max-age=3600", "content-type": "image/svg+xml" });
  });
  it("have a length and no body for HEAD", async () => {
    const head = await app.inject({ method: "HEAD", url: file });
    expect(head.headers["content-length"]).toBe("34");
    expect(head.body).toBe("");
  });
  it.each([
    "/assets/app-2.js",
    "/assets/app-1.js.br",
    "/assets/",
    "/assets/..%2f..%2fserver/index.js",
  ])("%s is a 404", async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["cache-control"] ?? "").not.toContain("immutable");
  });
  it("are never outside the folder", async () => {
    const origin = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    for (const address of [
      "/assets/../../server/index.js",
      "/../server/index.js",
      "/%2e%2e/server/index.js",
      "//server/index.js",
    ]) {
      const body = await new Promise<string>((resolve, reject) => {
        const sent = request({ host: origin.hostname, port: origin.port, path: address, agent: false }, (answer) => {
          answer
            .setEncoding("utf8")
            .toArray()
            .then((parts) => resolve(parts.join("")), reject);
        });
        sent.on("error", reject).end();
      });
      expect(body, address).not.toContain("createPageHandler");
    }
  });
  it("do not include the build's manifest", async () => {
    expect((await get("/.vite/manifest.json")).headers["content-type"]).toContain("text/html");
  });
});

describe("an address that an endpoint has too", () => {
  const html = "text/html,application/xhtml+xml,*/*;q=0.8";

  beforeEach(() => {
    const router = createRouter(app, {
      authenticate: async (token) => (token === "right" ? { kind: "admin", id: 1, name: "a@b.co" } : undefined),
      authenticateAll: async () => new Map(),
      security: {},
      temporary: createTemporaryFiles(root),
      endpoints: { "GET /both": { access: ["admin"], tag: "Thử", summary: "Thử", reply: Done } } as const,
    });
    router.on("GET /both", () => ({ success: true as const }), { page: pages.send });
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
  });

  it("answers a browser that navigates with the page, rendered once", async () => {
    const first = await get("/both?page=2", { accept: html });
    expect(first.statusCode).toBe(200);
    expect(first.body).toContain("localhost/both?page=2");
    const second = await get("/both?page=2", { accept: html });
    expect(second.body).toBe(first.body);
    const { etag } = second.headers;
    expect((await get("/both?page=2", { accept: html, "if-none-match": String(etag) })).statusCode).toBe(304);
    const head = await app.inject({ method: "HEAD", url: "/both?page=2", headers: { accept: html } });
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, etag, ""]);
  });

  it("answers all others as the endpoint", async () => {
    const token = { authorization: "Bearer right" };
    for (const accept of ["application/json", "*/*", html]) {
      expect((await get("/both", { ...token, accept })).json()).toEqual({ success: true });
    }
    expect((await get("/both", { authorization: "Bearer wrong", accept: html })).statusCode).toBe(401);
    expect((await get("/both", { accept: "application/json" })).statusCode).toBe(401);
    expect((await get("/both")).statusCode).toBe(401);
  });
});
