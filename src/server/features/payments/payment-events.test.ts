import { expect, onTestFinished, test } from "vitest";
import type { OrderPaymentState, RequestPaymentState } from "#contract/payment-state.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { makeOrder, makePackage, makeRequest, makeTransfer } from "#test/factories.ts";

/** Opens a stream over HTTP; `next` waits for its next event, undefined at its end. */
async function listen(app: TestApp, path: string) {
  const url = app.http.server.listening
    ? `http://127.0.0.1:${(app.http.server.address() as { port: number }).port}`
    : await app.http.listen({ host: "127.0.0.1", port: 0 });
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(url + path, { signal: controller.signal });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  async function next<T>(): Promise<T | undefined> {
    for (;;) {
      const found = /^data: (.*)\n\n/m.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return JSON.parse(found[1] ?? "") as T;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  }
  return { response, next, close: () => controller.abort() };
}

const setOrder = (app: TestApp, id: number, values: object) =>
  app.db.updateTable("premium_orders").set(values).where("id", "=", id).execute();

onBothEngines((engine) => {
  test("an order's page is told of its payment at once, and of each change, also by another process", async () => {
    const app = await testApp(engine, { ANSWER_TIMEOUT_SECONDS: "0.2" });
    const other = await testApp(engine, {}, { beside: app });
    const { id: package_id } = await makePackage(app, { price: 99_000 });
    const order = await makeOrder(app, { package_id });
    const { response, next } = await listen(app, `/api/orders/${order.page_token}/events`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store, no-transform"]);
    const first = await next<OrderPaymentState>();
    // Nothing personal.
    expect(first).toEqual({
      code: order.code,
      status: "pending",
      payment_status: "pending",
      received_amount: 0,
      missing: 99_000,
      excess_amount: 0,
      premium_granted_at: null,
      premium_expires_at: null,
    });
    await setOrder(other, order.id, { received_amount: 40_000 });
    expect(await next()).toMatchObject({ received_amount: 40_000, missing: 59_000 });
    const paid = { payment_status: "paid", status: "confirmed", received_amount: 99_000 } as const;
    await setOrder(other, order.id, paid);
    expect(await next()).toMatchObject({ ...paid, missing: 0 });
    await makeTransfer(other, { order_id: order.id, state: "duplicate", amount: 99_000 });
    expect(await next()).toMatchObject({ excess_amount: 99_000 });
  });

  test("a request's page is told of its payment, and the stream ends with the request", async () => {
    const app = await testApp(engine);
    const request = await makeRequest(app, { agreed_price: 299_000, accepted_at: new Date().toISOString() });
    const { next } = await listen(app, `/api/requests/${request.page_token}/events`);
    expect(await next<RequestPaymentState>()).toEqual({
      code: request.code,
      status: "new",
      received_amount: 0,
      missing: 299_000,
      excess_amount: 0,
      paid_at: null,
    });
    const paid_at = new Date().toISOString();
    const set = (values: object) =>
      app.db.updateTable("song_requests").set(values).where("id", "=", request.id).execute();
    await set({ paid_at, received_amount: 299_000 });
    expect(await next()).toMatchObject({ paid_at, missing: 0 });
    await app.db.deleteFrom("song_requests").where("id", "=", request.id).execute();
    expect(await next()).toBeUndefined();
  });

  test("unknown and erased addresses are a 404, without a stream", async () => {
    const app = await testApp(engine);
    const erased_at = new Date().toISOString();
    const order = await makeOrder(app, { erased_at });
    const request = await makeRequest(app, { erased_at });
    for (const path of [
      "/api/orders/khong-co/events",
      "/api/requests/khong-co/events",
      `/api/orders/${order.page_token}/events`,
      `/api/requests/${request.page_token}/events`,
    ]) {
      const answer = await app.send(`GET ${path}`);
      expect([answer.statusCode, answer.headers["content-type"]], path).toEqual([404, expect.stringContaining("json")]);
    }
  });
});

onOneEngine((engine) => {
  test("one network has sixty streams at most, and a closed one makes room", async () => {
    const app = await testApp(engine);
    const { page_token } = await makeOrder(app);
    const path = `/api/orders/${page_token}/events`;
    const streams = await Promise.all(Array.from({ length: 60 }, () => listen(app, path)));
    expect(streams.map(({ response }) => response.status)).toEqual(Array(60).fill(200));
    expect((await listen(app, path)).response.status).toBe(429);
    streams[0]?.close();
    await expect.poll(async () => (await listen(app, path)).response.status).toBe(200);
  });
});
