import { expect, test } from "vitest";
import { emptyPaymentConfig } from "#contract/payment-config.ts";
import { environmentOf, onBothEngines, testApp } from "#test/app.ts";
import { adminToken } from "#test/factories.ts";
import { startServer } from "#test/processes.ts";
import { simulatedCall } from "./simulator.ts";

const secret = "a-signing-key";
const connections = 4;
const callsOfEach = 5;

onBothEngines((engine) => {
  test("20 deliveries of one event by 4 connections, to 2 processes on PostgreSQL, are one transfer", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const json = { ...emptyPaymentConfig, sepay: { method: "hmac", secret, api_token: "" } };
    expect((await app.send("PUT /api/admin/config/payments", { token, json })).statusCode).toBe(200);
    const servers = Array.from({ length: engine === "postgres" ? 2 : 1 }, () => startServer(environmentOf(app)));
    const origins = await Promise.all(servers.map((server) => server.origin()));
    const transfer = {
      amount: 49_000,
      memo: "HM7K2QF9XA",
      account: "0071000999999",
      id: 92_704,
      reference: "FT24255276428461",
      occurredAt: Date.now(),
    };
    const deliver = async (n: number) => {
      const { path, body, headers } = simulatedCall("sepay", transfer, { secret, at: Date.now() });
      const answers = [];
      for (let call = 0; call < callsOfEach; call++) {
        const answer = await fetch(`${origins[n % origins.length]}${path}`, { method: "POST", body, headers });
        answers.push(`${answer.status} ${await answer.text()}`);
      }
      return answers;
    };
    const answers = (await Promise.all(Array.from({ length: connections }, (_, n) => deliver(n)))).flat();
    expect(answers).toEqual(Array.from({ length: connections * callsOfEach }, () => '200 {"success":true}'));
    expect(await app.db.selectFrom("transfers").select("provider_id").execute()).toEqual([{ provider_id: "92704" }]);
    const messages = app.db.selectFrom("outbox").select("payload").where("topic", "=", "payments.settle");
    expect(await messages.execute()).toHaveLength(1);
  });
});
