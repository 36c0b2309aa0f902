import Fastify from "fastify";
import { describe, expect, it, vi } from "vitest";
import type { Category } from "#contract/catalogue.ts";
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
