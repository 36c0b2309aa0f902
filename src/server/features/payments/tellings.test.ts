import { expect, test } from "vitest";
import type { TransferDetail } from "#contract/payments.ts";
import type { BankEvent } from "#server/features/payment-providers/payment-providers.service.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makePackage } from "#test/factories.ts";
import { expectSums, ownAccount, withBank } from "#test/payments.ts";
import { createIntake } from "./intake.ts";

const path = "/api/admin/payments";

const event = (values: Partial<BankEvent> = {}): BankEvent => ({
  provider: "sepay",
  providerId: "1",
  direction: "in",
  amount: 70_000,
  memo: "chuyen tien",
  account: ownAccount,
  subAccount: null,
  senderName: "NGUYEN VAN A",
  senderAccount: null,
  senderBank: null,
  reference: null,
  balance: null,
  occurredAt: "2026-11-20T07:02:37.000Z",
  ...values,
});

const transfers = ({ db }: TestApp) => db.selectFrom("transfers").selectAll().orderBy("id").execute();

/** A site on which a service told of a movement, and its list of the same again. */
async function toldTwice(engine: TestApp["engine"], memo = "chuyen tien") {
  const app = await testApp(engine);
  await withBank(app);
  const token = await adminToken(app);
  const takeIn = createIntake(app);
  await takeIn([event({ memo })], { source: "webhook" });
  const polled = event({ memo, providerId: "a", senderName: "TRAN THI B" });
  await takeIn([polled], { source: "poll", raw: () => '{"id":"a"}' });
  await app.outbox.flush();
  const [{ id }] = (await transfers(app)) as unknown as [{ id: number }];
  const detail = async () => (await app.send(`GET ${path}/${id}`, { token })).json<TransferDetail>();
  return { app, token, takeIn, polled, id, detail };
}

onBothEngines((engine) => {
  test("what was told again is shown with its transfer, and becomes one of its own", async () => {
    const { app, token, takeIn, polled, id, detail } = await toldTwice(engine);
    const [telling] = (await detail()).tellings;
    expect(telling).toMatchObject({ provider: "sepay", source: "poll", told_by: null, can_split: true });
    const split = await app.send(`POST ${path}/tellings/${telling?.id ?? 0}/split`, { token });
    expect(split.json<TransferDetail>()).toMatchObject({ amount: 70_000, sender_name: "TRAN THI B", source: "poll" });
    await app.outbox.flush();
    expect((await detail()).tellings).toEqual([]);
    const rows = await transfers(app);
    expect(rows.map(({ provider_id, state, raw }) => [provider_id, state, raw])).toEqual([
      ["1", "unmatched", null],
      ["a", "unmatched", '{"id":"a"}'],
    ]);
    // Told once more, it is that transfer.
    expect(await takeIn([polled], { source: "poll" })).toEqual({ taken: [], known: [rows[1]?.id] });
    const trail = await app.db
      .selectFrom("audit_log")
      .select("summary")
      .where("entity", "=", "transfer")
      .orderBy("id")
      .execute();
    expect(trail.map(({ summary }) => summary).join("\n")).toMatch(
      new RegExp(`tách ra giao dịch số ${rows[1]?.id}[\\s\\S]*tách từ giao dịch số ${id}`),
    );
  });

  test("split off, it pays the order that it names like any other money", async () => {
    const app = await testApp(engine);
    await withBank(app);
    const token = await adminToken(app);
    const { id: package_id } = await makePackage(app, { price: 70_000 });
    const order = await makeOrder(app, { package_id });
    const takeIn = createIntake(app);
    const [first, second] = [event({ memo: order.code }), event({ memo: order.code, providerId: "a" })];
    await takeIn([first], { source: "webhook" });
    await takeIn([second], { source: "poll" });
    await app.outbox.flush();
    const [telling] = await app.db.selectFrom("transfer_tellings").select("id").execute();
    await app.send(`POST ${path}/tellings/${telling?.id ?? 0}/split`, { token });
    await app.outbox.flush();
    expect((await transfers(app)).map(({ state }) => state)).toEqual(["matched", "duplicate"]);
    await expectSums(app);
  });
});

onOneEngine((engine) => {
  test("the same id by another way is the transfer itself, and no other", async () => {
    const { app, token, takeIn, detail } = await toldTwice(engine);
    await takeIn([event({ provider: "casso", providerId: "5" })], { source: "webhook" });
    await takeIn([event({ provider: "casso", providerId: "5" })], { source: "poll" });
    const { tellings } = await detail();
    expect(tellings.map(({ provider, source }) => `${provider} ${source}`)).toEqual([
      "sepay poll",
      "casso webhook",
      "casso poll",
    ]);
    const own = event({ providerId: "2", amount: 10_000 });
    await takeIn([own], { source: "webhook" });
    await takeIn([own], { source: "poll" });
    const last = await app.db.selectFrom("transfer_tellings").select("id").orderBy("id", "desc").executeTakeFirst();
    const refused = await app.send(`POST ${path}/tellings/${last?.id ?? 0}/split`, { token });
    expect([refused.statusCode, refused.json().detail]).toEqual([409, expect.stringContaining("cùng mã")]);
    expect((await app.send(`POST ${path}/tellings/999/split`, { token })).statusCode).toBe(404);
    expect((await app.send(`POST ${path}/tellings/${last?.id ?? 0}/split`, {})).statusCode).toBe(401);
  });

  test("an order's history names the transfer that paid it, its source and who imported it", async () => {
    const app = await testApp(engine);
    await withBank(app);
    const token = await adminToken(app, { email: "lan@example.com" });
    const { id: package_id } = await makePackage(app, { price: 70_000 });
    const [paid, imported] = [await makeOrder(app, { package_id }), await makeOrder(app, { package_id })];
    await createIntake(app)([event({ memo: paid.code })], { source: "webhook" });
    const text = `Ngày,Nội dung,Số tiền\n20/11/2026,${imported.code},70000`;
    await app.send(`POST ${path}/statement`, { token, json: { text } });
    await app.outbox.flush();
    const trail = async (id: number) =>
      (
        await app.db
          .selectFrom("audit_log")
          .select("summary")
          .where("entity", "=", "order")
          .where("entity_id", "=", id)
          .orderBy("id")
          .execute()
      )
        .map(({ summary }) => summary)
        .join("\n");
    expect(await trail(paid.id)).toMatch(/từ giao dịch số \d+ \(SePay\)/);
    expect(await trail(imported.id)).toMatch(/từ giao dịch số \d+ \(sao kê, lan@example\.com nhập\)/);
  });
});
