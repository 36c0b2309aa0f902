import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { PayableOrder } from "#contract/orders.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { createRateLimiter } from "#server/platform/http/limits/rate-limits.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { fixture } from "#test/audio.ts";
import { adminToken, makeOrder, makeRequest, makeTransfer, userToken } from "#test/factories.ts";
import { pixelsOf } from "#test/pictures.ts";

const picture = fixture("cover.png");
const megabyte = 1024 ** 2;

function claim(app: TestApp, address: string, receipt?: Buffer, remoteAddress = "203.0.113.7") {
  const multipart = new FormData();
  if (receipt) multipart.append("receipt", new File([new Uint8Array(receipt)], "biên nhận.png"));
  return app.send(`POST /api/${address}/claim`, { multipart, remoteAddress });
}

const claims = (app: TestApp) => app.db.selectFrom("transfer_claims").selectAll().orderBy("id").execute();
const stored = ({ place }: TestApp) => readdirSync(path.join(place.dataDir, "uploads", "receipts"));
const shownOrder = async (app: TestApp, token: string) =>
  (await app.send(`GET /api/orders/${token}`)).json<PayableOrder>();

onBothEngines((engine) => {
  test("a claim is kept once, a picture replaces the one before, and only administrators see it", async () => {
    const app = await testApp(engine);
    const order = await makeOrder(app);
    const address = `orders/${order.page_token}`;
    const first = await claim(app, address);
    expect([first.statusCode, first.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(first.json()).toEqual({ claimed_at: expect.any(String), has_receipt: false });
    expect((await claim(app, address)).json()).toEqual(first.json());
    const withPicture = await claim(app, address, picture);
    expect(withPicture.json()).toEqual({ ...first.json(), has_receipt: true });
    const [before] = await claims(app);
    await app.db.updateTable("transfer_claims").set({ closed_at: "2026-01-01T00:00:00.000Z" }).execute();
    await claim(app, address, picture);
    await app.outbox.flush();
    const [after, ...others] = await claims(app);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ order_id: order.id, request_id: null, closed_at: null });
    expect(after?.receipt_file).toMatch(/^receipts\/[0-9a-f]{32}\.png$/);
    expect(stored(app)).toEqual([after?.receipt_file?.slice("receipts/".length)]);
    expect(before?.receipt_file).not.toBe(after?.receipt_file);
    expect((await shownOrder(app, order.page_token)).claim).toEqual(withPicture.json());

    const file = `GET /uploads/${after?.receipt_file}` as const;
    expect((await app.send(file)).statusCode).toBe(401);
    expect((await app.send(file, { token: await userToken(app) })).statusCode).toBe(403);
    const { rawPayload } = await app.send(file, { token: await adminToken(app) });
    expect(await pixelsOf(rawPayload)).toEqual(await pixelsOf(picture));
  });

  test("a request that waits for its payment takes a claim, and a paid one takes none", async () => {
    const app = await testApp(engine);
    const request = await makeRequest(app, { agreed_price: 299_000, accepted_at: new Date().toISOString() });
    const address = `requests/${request.page_token}`;
    expect((await claim(app, address, picture)).json()).toMatchObject({ has_receipt: true });
    const shown = (await app.send(`GET /api/${address}`)).json<CustomerRequest>();
    expect(shown.claim).toMatchObject({ has_receipt: true });
    await app.db.updateTable("song_requests").set({ paid_at: new Date().toISOString() }).execute();
    expect((await claim(app, address)).statusCode).toBe(409);
    const fresh = await makeRequest(app, { agreed_price: 299_000 });
    expect((await claim(app, `requests/${fresh.page_token}`)).statusCode).toBe(409);
  });

  test("what is no picture, too large, unknown, paid or erased is refused and leaves nothing", async () => {
    const app = await testApp(engine);
    const time = new Date().toISOString();
    const { page_token } = await makeOrder(app);
    const paid = await makeOrder(app, { payment_status: "paid", status: "confirmed" });
    const erased = await makeOrder(app, { erased_at: time });
    const answers = [
      await claim(app, `orders/${page_token}`, Buffer.from("<svg onload=alert(1)>")),
      await claim(app, `orders/${page_token}`, Buffer.concat([picture, Buffer.alloc(5 * megabyte)])),
      await claim(app, `orders/${page_token.slice(1)}`, picture),
      await claim(app, `orders/${paid.page_token}`, picture),
      await claim(app, `orders/${erased.page_token}`, picture),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([415, 413, 404, 409, 404]);
    expect(answers[0]?.json().detail).toBe("Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP");
    expect(await claims(app)).toEqual([]);
    expect(stored(app)).toEqual([]);
    // An order that expired may well have been paid.
    const expired = await makeOrder(app, { status: "cancelled", end_reason: "expired" });
    expect((await claim(app, `orders/${expired.page_token}`)).statusCode).toBe(200);
  });

  test("twenty claims of one order at once are one", async () => {
    const app = await testApp(engine);
    const { page_token } = await makeOrder(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => claim(app, `orders/${page_token}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(await claims(app)).toHaveLength(1);
  });

  test("the picture goes with its order and its request", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const order = await makeOrder(app);
    const request = await makeRequest(app, { agreed_price: 299_000, accepted_at: new Date().toISOString() });
    await claim(app, `orders/${order.page_token}`, picture);
    await claim(app, `requests/${request.page_token}`, picture);
    const files = stored(app).map((name) => path.join(app.place.dataDir, "uploads", "receipts", name));
    expect(files).toHaveLength(2);
    expect((await app.send(`DELETE /api/premium-orders/${order.id}`, { token })).statusCode).toBe(200);
    expect((await app.send(`DELETE /api/song-requests/${request.id}`, { token })).statusCode).toBe(200);
    await app.outbox.flush();
    expect(await claims(app)).toEqual([]);
    expect(files.map((file) => existsSync(file))).toEqual([false, false]);
    expect(await app.db.selectFrom("file_claims").selectAll().execute()).toEqual([]);
  });

  test("the page says how much came that pays nothing", async () => {
    const app = await testApp(engine);
    const order = await makeOrder(app, { payment_status: "paid", status: "confirmed", received_amount: 49_000 });
    const of = { order_id: order.id, amount: 60_000 };
    await makeTransfer(app, { ...of, state: "over", allocated: 49_000, refunded: 1_000 });
    await makeTransfer(app, { ...of, state: "ignored" });
    await makeTransfer(app, { ...of, state: "outgoing", direction: "out" });
    expect(await shownOrder(app, order.page_token)).toMatchObject({ received_amount: 49_000, excess_amount: 10_000 });
  });
});

test("one network may leave 300 MB a day, and claims without a picture go on", async () => {
  const app = await testApp("postgres", { RATE_LIMITS: "on" });
  const { countBytes } = createRateLimiter(app.database, app.http.log, app.accounts, app.config.secrets.key);
  expect(await countBytes("203.0.113.7", 300 * megabyte - picture.length)).toBe(0);
  const { page_token } = await makeOrder(app);
  const address = `orders/${page_token}`;
  expect((await claim(app, address, Buffer.from("no picture"))).statusCode).toBe(415);
  expect((await claim(app, address, picture)).statusCode).toBe(200);
  expect((await claim(app, address, picture)).statusCode).toBe(429);
  expect((await claim(app, address)).statusCode).toBe(200);
  expect((await claim(app, address, picture, "198.51.100.9")).statusCode).toBe(200);
});
