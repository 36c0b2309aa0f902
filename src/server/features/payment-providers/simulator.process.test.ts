import { expect, test } from "vitest";
import { emptyPaymentConfig } from "#contract/payment-config.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import { recordWithoutMessages } from "#server/features/audit/audit.service.ts";
import { environmentOf, listeningApp, type TestApp } from "#test/app.ts";
import { adminToken, makeBank, makeOrder, makeRequest } from "#test/factories.ts";
import { type Ended, runScript } from "#test/processes.ts";
import { createPaymentSettings, isSimulatorSecret, signingSecretOf } from "./payment-settings.ts";

/** A listening server, and the command against it. */
async function site() {
  const { app, port } = await listeningApp();
  await makeBank(app, { account_number: "0071000999999" });
  const order = await makeOrder(app, { payment_amount: 49_000, payment_status: "pending", status: "pending" });
  const pay = (...args: string[]): Promise<Ended> =>
    runScript("scripts/pay.ts", args, { ...environmentOf(app), PORT: String(port) });
  return { app, order, pay };
}

const rowsOf = ({ db }: TestApp) =>
  db.selectFrom("transfers").select(["provider", "amount", "memo", "account", "direction"]).orderBy("id").execute();

test("the simulator pays an order with a secret of its own, as each service would", async () => {
  const { app, order, pay } = await site();
  const none = await pay("--order", order.code);
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("--setup")]);

  const providers: PaymentProvider[] = ["sepay", "casso", "payos"];
  for (const [n, provider] of providers.entries()) {
    const { code, out, err } = await pay(
      "--order",
      order.code,
      "--provider",
      provider,
      "--setup",
      "--amount",
      `${n + 1}`,
    );
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`/api/payments/${provider}, ${n + 1} đ, "${order.code}": 200 {"success":true}`);
  }
  const paid = { memo: order.code, account: "0071000999999", direction: "in" };
  expect(await rowsOf(app)).toEqual(providers.map((provider, n) => ({ ...paid, provider, amount: n + 1 })));
  const again = await pay("--setup");
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("đã có khóa ký")]);
});

test("the simulator mangles contents, repeats, splits, replays, and stays silent", async () => {
  const { app, order, pay } = await site();
  const request = await makeRequest(app);
  expect((await pay("--setup")).code).toBe(0);
  const run = async (...args: string[]) => {
    const before = (await rowsOf(app)).length;
    const { code, out, err } = await pay(...args);
    expect([code, err], out).toEqual([0, ""]);
    return { out, rows: (await rowsOf(app)).slice(before) };
  };
  const byOrder = ["--order", order.code.toLowerCase()];
  const missing = await run(...byOrder, "--memo", "wallet", "--duplicate", "3");
  expect(missing.out.match(/200/g)).toHaveLength(3);
  expect(missing.rows).toMatchObject([{ memo: expect.stringMatching(/-CHUYEN TIEN-.*-MOMO$/) }]);

  const parts = await run(...byOrder, "--amount", "5", "--out-of-order", "--account", "VA01");
  expect(parts.rows.map(({ amount, account }) => [amount, account])).toEqual([
    [3, "VA01"],
    [2, "VA01"],
  ]);
  const left = await run("--request", request.code, "--amount", "7", "--outgoing", "--memo", "hoàn tiền");
  expect(left.rows).toMatchObject([{ direction: "out", amount: 7, memo: "hoàn tiền" }]);
  const replayed = await run(...byOrder, "--amount", "9", "--replay");
  expect([replayed.out, replayed.rows]).toEqual([expect.stringContaining("401"), []]);
  const silent = await run(...byOrder, "--amount", "9", "--silence");
  expect([silent.out, silent.rows]).toEqual([expect.stringContaining("Không gửi gì"), []]);
});

test("the simulator refuses a real secret, unless forced, and what it can't do", async () => {
  const { app, order, pay } = await site();
  const token = await adminToken(app);
  const json = { ...emptyPaymentConfig, sepay: { method: "apikey", secret: "a-real-key", api_token: "" } };
  expect((await app.send("PUT /api/admin/config/payments", { token, json })).statusCode).toBe(200);
  const refused = await pay("--order", order.code);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("khóa thật")]);
  expect((await pay("--order", order.code, "--secret", "simulator-x")).code).toBe(1);
  expect(await rowsOf(app)).toEqual([]);
  const forced = await pay("--order", order.code, "--force");
  expect([forced.code, forced.out]).toEqual([0, expect.stringContaining("49.000 đ")]);
  expect(forced.out + refused.err).not.toContain("a-real-key");

  for (const args of [
    [],
    ["--order", order.code, "--request", order.code],
    ["--order", order.code, "--amount", "0"],
    ["--order", order.code, "--provider", "momo"],
    ["--order", order.code, "--url", "ftp://example.com"],
    ["--unknown"],
  ]) {
    expect((await pay(...args)).code).toBe(2);
  }
  expect((await pay("--order", "HM22222222", "--force")).err).toContain("Không tìm thấy HM22222222");
  const nowhere = await pay("--order", order.code, "--force", "--amount", "5", "--url", "http://127.0.0.1:1");
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining("Không gửi được")]);
});

test("a secret of the simulator is made where there is none, and is known as such", async () => {
  const { app } = await listeningApp();
  const settings = createPaymentSettings({
    database: app.database,
    ...app.config.secrets,
    recordSensitive: recordWithoutMessages,
  });
  await settings.addSimulatorSecret("payos");
  expect(isSimulatorSecret(signingSecretOf(await settings.current(), "payos"))).toBe(true);
  await expect(settings.addSimulatorSecret("payos")).rejects.toMatchObject({ code: "conflict" });
});
