import { describe, expect, it } from "vitest";
import { testApp } from "#test/app.ts";
import { dataHeaders } from "./security.ts";

describe("security headers", () => {
  it("are on every reply of the API: cached, refused, unknown and failed", async () => {
    const app = await testApp("sqlite");
    for (const [call, status] of [
      ["GET /api/songs", 200],
      ["GET /api/songs", 200],
      ["GET /api/health", 200],
      ["GET /api/user/me", 401],
      ["GET /api/nowhere", 404],
      ["GET /api/songs?limit=0", 422],
      ["GET /uploads/audio/nowhere.mp3", 404],
    ] as const) {
      const reply = await app.send(call);
      expect(reply.statusCode, call).toBe(status);
      expect(reply.headers, call).toMatchObject(dataHeaders);
      expect(reply.headers, call).not.toHaveProperty("x-powered-by");
      expect(reply.headers, call).not.toHaveProperty("strict-transport-security");
    }
    const seen = await app.send("GET /api/songs");
    const fresh = await app.send("GET /api/songs", { headers: { "if-none-match": String(seen.headers.etag) } });
    expect(fresh.statusCode).toBe(304);
    expect(fresh.headers).toMatchObject({ "x-content-type-options": "nosniff" });
  });

  it("hold browsers to https if the public URL has it", async () => {
    const secure = await testApp("sqlite", { PUBLIC_URL: "https://ngan-nga.example" });
    // The second answer to a list comes from the cache.
    for (const path of ["/api/health", "/api/songs", "/api/songs", "/robots.txt", "/sitemap.xml", "/share.jpg"]) {
      const { headers } = await secure.send(`GET ${path}`);
      expect(headers["strict-transport-security"], path).toBe("max-age=31536000");
    }
    const plain = await testApp("sqlite", { PUBLIC_URL: "http://ngan-nga.example" });
    expect((await plain.send("GET /api/health")).headers).not.toHaveProperty("strict-transport-security");
  });
});
