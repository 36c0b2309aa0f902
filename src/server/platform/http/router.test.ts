import Fastify from "fastify";
import { describe, expect, it, vi } from "vitest";
import { type ApiKey, api } from "#contract/api.ts";
import type { Category } from "#contract/catalogue.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { testApp } from "#test/app.ts";
import { adminToken, userToken } from "#test/factories.ts";
import { createResponseCache } from "./replies/response-cache.ts";
import { createRouter } from "./router.ts";

const genre = (id: number): Category => ({
  id,
  name: `Loại ${id}`,
  description: null,
  icon_url: null,
  category_type: "entertainment",
  is_active: true,
  is_featured: false,
  created_at: "2024-01-01T00:00:00.000Z",
});

function serve() {
  let version = 1;
  const router = createRouter(Fastify(), { authenticate: async () => undefined, security: {} });
  const cache = createResponseCache({ version: () => version }, ["catalogue"]);
  const list = vi.fn(async () => ({ rows: [genre(1), genre(2)], total: 2 }));
  router.on("GET /api/categories", list as never, { cache });
  return { list, ask: async () => (await router.call("GET /api/categories", {})).data, change: () => (version += 1) };
}

describe("a page's call of an endpoint in-process", () => {
  it("returns the same data until it changes", async () => {
    const { list, ask, change } = serve();
    const first = await ask();
    expect(first.map(({ name }) => name)).toEqual(["Loại 1", "Loại 2"]);
    expect(await ask()).toBe(first);
    expect(list).toHaveBeenCalledTimes(1);
    change();
    expect(await ask()).not.toBe(first);
    expect(list).toHaveBeenCalledTimes(2);
  });

  it("returns data that cannot be changed", async () => {
    const { ask } = serve();
    const data = await ask();
    expect(() => data.reverse()).toThrow(TypeError);
    expect(() => Object.assign(data[0] as object, { name: "" })).toThrow(TypeError);
  });
});

describe("a body", () => {
  const kB = 1024;
  const withBody = Object.entries<Endpoint>(api).filter(([, { body, bodyType }]) => body && bodyType !== "multipart");

  it.each(withBody)("of %s is refused with 413 beyond its limit, and read up to it", async (key, { bodyLimit }) => {
    const app = await testApp("sqlite");
    const token = await adminToken(app);
    const limit = bodyLimit ?? 64 * kB;
    const url = key.replace("{id}", "1") as ApiKey;
    const send = (bytes: number) => app.send(url, { token, json: { filler: "a".repeat(bytes - 13) } });
    expect((await send(limit)).statusCode).not.toBe(413);
    const refused = await send(limit + 1);
    expect([refused.statusCode, refused.json()]).toEqual([413, { detail: "Dữ liệu gửi lên quá lớn" }]);
  });

  it("may have 1 MB for songs and settings alone", () => {
    const large = withBody.filter(([, { bodyLimit }]) => bodyLimit === kB * kB).map(([key]) => key);
    expect(large).toEqual([
      "POST /api/songs",
      "PUT /api/songs/{id}",
      "PUT /api/admin/config/song-pricing",
      "PUT /api/admin/config/cloudflare-r2",
      "POST /api/admin/config/cloudflare-r2/test-connection",
    ]);
    expect(withBody.filter(([, { bodyLimit }]) => bodyLimit !== undefined)).toHaveLength(large.length);
  });
});

describe("an empty body with a JSON content type", () => {
  const writing = Object.entries<Endpoint>(api).filter(([key, { bodyType }]) => !key.startsWith("GET ") && !bodyType);

  it.each(writing)("of %s is refused only where the endpoint has a body", async (key, { access, body }) => {
    const app = await testApp("sqlite");
    const token = access === "user" ? await userToken(app) : await adminToken(app);
    const [method = "", path = ""] = key.split(" ");
    const answer = await app.http.inject({
      method: method as "POST",
      url: path.replace("{id}", "1"),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    });
    expect(answer.json().detail === "Thiếu nội dung gửi lên").toBe(body !== undefined);
  });
});
