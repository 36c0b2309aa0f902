/** Pages whose HTML is sent as it was rendered, without inlined styles, without deferred scripts, or without both. */
import Fastify from "fastify";
import { mountPages } from "../../src/server/platform/http/pages/pages.ts";
import { createResponseCache } from "../../src/server/platform/http/replies/response-cache.ts";
import type { CallInProcess } from "../../src/server/platform/http/router.ts";
import { expect, open, test } from "../support/test.ts";

/** A server of pages alone, whose API is that of `origin`. */
async function servePages(origin: string, changes: { inlineStyles: boolean; deferScripts: boolean }) {
  // A browser opens connections ahead, which would keep the server from closing.
  const app = Fastify({ forceCloseConnections: true });
  const call = async (key: string, { params = {}, query = {} }: { params?: object; query?: object }) => {
    let path = key.split(" ")[1] ?? "";
    for (const [name, value] of Object.entries(params)) path = path.replace(`{${name}}`, String(value));
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const response = await fetch(`${origin}${path}?${new URLSearchParams(given)}`);
    return { data: await response.json(), total: Number(response.headers.get("x-total-count")) || undefined };
  };
  app.get("/api/*", async (request, reply) => {
    const response = await fetch(origin + request.url);
    return reply
      .code(response.status)
      .type("application/json")
      .send(await response.text());
  });
  const cache = createResponseCache({ version: () => 1 }, ["catalogue"]);
  await mountPages(app, { mode: "production", call: call as CallInProcess, cache, changes });
  return { address: await app.listen({ port: 0, host: "127.0.0.1" }), close: () => app.close() };
}

for (const [what, changes] of [
  ["inlined styles", { inlineStyles: false, deferScripts: true }],
  ["deferred scripts", { inlineStyles: true, deferScripts: false }],
  ["both", { inlineStyles: false, deferScripts: false }],
] as const) {
  test(`a page without ${what} looks the same and responds`, async ({ page, site }) => {
    const server = await servePages(site.origin, changes);
    try {
      await open(page, `${site.origin}/songs`);
      const headline = page.getByRole("heading", { level: 1 });
      const usual = await headline.boundingBox();
      await open(page, `${server.address}/songs`);
      expect(await headline.boundingBox()).toEqual(usual);
      await page.getByRole("searchbox").fill("không có bài nào như thế");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Không tìm thấy bài hát nào" })).toBeVisible();
    } finally {
      // Parts that come when the page is idle would be refused by a server that closes.
      await page.goto("about:blank");
      await server.close();
    }
  });
}
