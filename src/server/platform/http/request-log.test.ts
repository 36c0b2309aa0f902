import { describe, expect, it } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { testApp } from "#test/app.ts";
import { makeGift, makeOrder, makeRequest } from "#test/factories.ts";

interface Line {
  level: number;
  msg: string;
  [field: string]: unknown;
}

/** A log at the given level and what it has written. */
function recorded(level: string) {
  const written: string[] = [];
  const log = createLog(level, { write: (line) => written.push(line) });
  const lines = () => written.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === "request");
  return { log, lines, text: () => written.join("") };
}

describe("the request log", () => {
  it("holds method, path without query, status, time and kind of caller", async () => {
    const { log, lines } = recorded("debug");
    const app = await testApp("sqlite", {}, { log });
    await app.send("GET /api/songs?search=bi-mat");
    await app.send("GET /api/user/me");
    const [first, second] = lines();
    expect(first).toMatchObject({ level: 20, method: "GET", path: "/api/songs", status: 200, caller: "anonymous" });
    expect(first?.reqId).toMatch(/^[0-9a-f]{10}-1$/);
    expect(first?.ms).toBeTypeOf("number");
    expect(second).toMatchObject({ level: 30, path: "/api/user/me", status: 401 });
    expect(second?.reqId).not.toBe(first?.reqId);
  });

  it("leaves out successful reads at level info", async () => {
    const { log, lines } = recorded("info");
    const app = await testApp("sqlite", {}, { log });
    await app.send("GET /api/songs");
    await app.send("GET /api/songs/0");
    expect(lines().map((line) => line.status)).toEqual([422]);
  });

  it("never holds a password, a token or a signature", async () => {
    const { log, lines, text } = recorded("trace");
    const app = await testApp("sqlite", {}, { log });
    const password = "mat-khau-rat-bi-mat";
    const account = { username: "lan", email: "lan@example.com" };
    await app.send("POST /api/user/register", { json: { ...account, password } });
    const login = await app.send("POST /api/user/login-json", { json: { username: "lan", password } });
    const { access_token } = login.json() as { access_token: string };
    await app.send("POST /api/user/login", { form: { username: "lan", password: `${password}-sai` } });
    await app.send("POST /api/user/login-json", { json: { username: "lan", password: [password] } });
    await app.send("GET /api/user/me", { token: access_token });
    await app.send("GET /api/songs", { headers: { cookie: `token=${access_token}` } });
    await app.send("GET /uploads/audio/khong-co.mp3?expires=9999999999&signature=chu-ky-bi-mat");
    await app.send("GET /nowhere?signature=chu-ky-bi-mat");
    expect(lines()).toHaveLength(8);
    expect(text()).not.toContain(password);
    expect(text()).not.toContain(access_token);
    expect(text()).not.toContain("chu-ky-bi-mat");
    expect(text()).not.toContain("lan@example.com");
  });

  it("never holds the address of a private page", async () => {
    const { log, lines, text } = recorded("trace");
    const app = await testApp("sqlite", {}, { log });
    const { page_token } = await makeOrder(app);
    await app.send(`GET /api/orders/${page_token}`);
    await app.send(`GET /api/orders/${page_token}/qr.png?x=1`);
    await app.send(`GET /orders/${page_token}`);
    const request = await makeRequest(app);
    await app.send(`POST /api/requests/${request.page_token}/accept`, { json: { version_id: 1, agreed_price: 0 } });
    await app.send(`GET /requests/${request.page_token}`);
    const gift = await makeGift(app, { request_id: request.id });
    await app.send(`GET /api/gifts/${gift.secret}`);
    await app.send(`POST /api/gifts/${gift.secret}/opening`);
    await app.send(`GET /g/${gift.secret}`);
    await app.send(`GET /share/gifts/${gift.secret}.jpg`);
    expect(lines().map(({ path }) => path)).toEqual([
      "/api/orders/…",
      "/api/orders/…/qr.png",
      "/orders/…",
      "/api/requests/…/accept",
      "/requests/…",
      "/api/gifts/…",
      "/api/gifts/…/opening",
      "/g/…",
      "/share/gifts/…",
    ]);
    const longer = [".data", ".", ")", "x", "/", "%2E", "/_.data", "//", "/qr.png/more"];
    for (const end of longer) {
      await app.send(`GET /orders/${page_token}${end}`);
      await app.send(`GET //orders/${page_token}${end}`);
      await app.send(`GET /%6Frders/${page_token}${end}`);
      await app.send(`GET /G/${gift.secret}${end}`);
      await app.send(`GET /share//gifts/${gift.secret}${end}`);
      await app.send(`GET /api/Requests/${request.page_token.slice(0, 21)}${end}`);
    }
    await app.send(`GET /orders/${page_token}%`);
    expect(text()).not.toContain(page_token);
    expect(text()).not.toContain(gift.secret);
    expect(text()).not.toContain(request.page_token.slice(0, 21));
  });

  it("has the X-Request-Id of a 500, and alone knows its cause", async () => {
    const { log, text } = recorded("info");
    const broken = () => Promise.reject(new Error("the inside"));
    const app = await testApp("sqlite", {}, { log, passwords: { hash: broken, verify: broken } });
    const json = { username: "lan", email: "lan@example.com", password: "mat-khau" };
    const reply = await app.send("POST /api/user/register", { json });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({ detail: "Máy chủ gặp sự cố, vui lòng thử lại sau" });
    const requestId = reply.headers["x-request-id"];
    expect(requestId).toMatch(/^[0-9a-f]{10}-\w+$/);
    expect(text()).toContain(`"reqId":"${requestId}"`);
    expect(text()).toContain('"status":500');
    expect(text()).toContain("the inside");
  });
});
