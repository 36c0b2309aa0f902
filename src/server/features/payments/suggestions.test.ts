import { describe, expect, test } from "vitest";
import { fold } from "#contract/fold.ts";
import { isGuess, type ListedTransfer, type TransferDetail } from "#contract/payments.ts";
import { onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { type Sender, senderPrices, senders, strangers } from "#test/bank-senders.ts";
import { adminToken, makeOrder, makePackage, makeRequest, makeTransfer, makeUser } from "#test/factories.ts";
import { transferComes, withBank } from "#test/payments.ts";

const now = Date.parse("2026-11-20T08:00:00.000Z");
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();

/** Makes waiting and ended orders of other customers, of the same sums, over two months. */
async function withStrangers(app: TestApp, packages: readonly { id: number }[]): Promise<void> {
  const own = new Set(senders.map(({ customer }) => fold(customer)));
  const names = strangers(320).filter((name) => !own.has(fold(name)));
  for (const [n, user_name] of names.entries()) {
    const created_at = ago((n * 17) % 60);
    const ended = n % 4 === 3 ? ({ status: "cancelled", end_reason: "expired" } as const) : {};
    await makeOrder(app, { package_id: packages[(n * 3) % 4]?.id as number, user_name, created_at, ...ended });
  }
}

onOneEngine((engine) => {
  describe("suggestionsFor", () => {
    test("has the sender's order first for at least 66 of 69 transfers without a code", async () => {
      const app = await testApp(engine);
      const packages = [];
      for (const price of senderPrices) packages.push(await makePackage(app, { price }));
      await withStrangers(app, packages);
      const made: { id: number; code: string; sender: Sender }[] = [];
      for (const [n, sender] of senders.entries()) {
        const { kind, customer, amount, days, memo, sender_name } = sender;
        const package_id = packages[senderPrices.findIndex((price) => price === amount)]?.id as number;
        if (n % 10 === 0) {
          const expired = { status: "cancelled", end_reason: "expired" } as const;
          await makeOrder(app, { package_id, user_name: customer, created_at: ago(1), ...expired });
        }
        const requested = { customer_name: customer, agreed_price: amount, created_at: ago(days + 3) };
        const { code } =
          kind === "order"
            ? await makeOrder(app, { package_id, user_name: customer, created_at: ago(days) })
            : await makeRequest(app, { ...requested, accepted_at: ago(days) });
        const transfer = { state: "unmatched", amount, memo, sender_name, occurred_at: ago(0) } as const;
        made.push({ ...(await makeTransfer(app, transfer)), code, sender });
      }
      const token = await adminToken(app);
      const missed: string[] = [];
      const likeliest = new Map<number, string | undefined>();
      for (const { id, code, sender } of made) {
        const { suggestions } = (await app.send(`GET /api/admin/payments/${id}`, { token })).json<TransferDetail>();
        const others = suggestions.filter((one) => one.is_same_name && one.customer_name !== sender.customer);
        expect(others.map((one) => [sender.memo, one.customer_name])).toEqual([]);
        const [best] = suggestions;
        likeliest.set(id, best && !isGuess(best) && !best.is_ended ? best.code : undefined);
        const place = suggestions.findIndex((one) => one.code === code);
        if (place !== 0) missed.push(`${sender.customer} (${place}): ${suggestions[0]?.customer_name}`);
      }
      expect(senders).toHaveLength(69);
      expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(3);

      const query = { state: "exceptions", limit: "100" };
      const listed = (await app.send("GET /api/admin/payments", { token, query })).json<ListedTransfer[]>();
      expect(listed).toHaveLength(69);
      for (const { id, memo, sender_name, suggestion } of listed)
        expect(suggestion?.code, `${sender_name}: ${memo}`).toBe(likeliest.get(id));
    });

    test("the list names what has one code, and asks the database as often for many transfers as for two", async () => {
      let queries = 0;
      const app = await testApp(engine, {}, { onQuery: () => void queries++ });
      await withBank(app);
      const token = await adminToken(app);
      const { id: package_id, price: amount } = await makePackage(app);
      const order = await makeOrder(app, { package_id, user_name: "Bùi Thanh Nga" });
      const ended = await makeOrder(app, { package_id, status: "cancelled", end_reason: "expired" });
      const lan = await makeOrder(app, { package_id, user_name: "Trần Thị Lan", user_phone: "0912345678" });
      const paid = await makeOrder(app, { package_id, user_name: "Lan", user_phone: "0912 345 678" });
      const sender = { sender_name: "LE VAN CHONG", sender_account: "19036521170018" };
      await transferComes(app, { ...sender, amount, memo: `mua ${paid.code}`, provider: "casso" });
      const make = (fields: Parameters<typeof makeTransfer>[1]) =>
        makeTransfer(app, { state: "unmatched", amount, memo: "chuyen tien", ...fields });
      const wrong = `${order.code.slice(0, -1)}${order.code.endsWith("2") ? "3" : "2"}`;
      const expected = [
        { transfer: await make({ memo: `mua ${wrong}` }), code: order.code },
        { transfer: await make({ sender_name: "BUI THANH NGA" }), code: order.code },
        { transfer: await make(sender), code: lan.code },
        // Neither the sum alone, nor what has ended, nor what is left over of a transfer that names an order.
        { transfer: await make({}), code: undefined },
        { transfer: await make({ memo: `mua ${ended.code}` }), code: undefined },
        { transfer: await make({ order_id: order.id, sender_name: "BUI THANH NGA" }), code: undefined },
        { transfer: await make({ state: "ignored", sender_name: "BUI THANH NGA" }), code: undefined },
      ];
      const read = async (limit: number) => {
        const answer = await app.send("GET /api/admin/payments", { token, query: { limit: String(limit) } });
        expect(answer.statusCode, answer.body).toBe(200);
        return answer.json<ListedTransfer[]>();
      };
      const rows = await read(100);
      for (const { transfer, code } of expected)
        expect(rows.find(({ id }) => id === transfer.id)?.suggestion?.code, transfer.memo).toBe(code);

      for (let n = 0; n < 40; n++)
        await make({ sender_name: "BUI THANH NGA", sender_account: `1903652117${1000 + n}` });
      const asked = async (limit: number) => {
        queries = 0;
        await read(limit);
        return queries;
      };
      await asked(2);
      expect(await asked(40)).toBe(await asked(2));
    });

    test("does not take a remembered account for the payer of another customer", async () => {
      const app = await testApp(engine);
      await withBank(app);
      const token = await adminToken(app);
      const { id: package_id, price: amount } = await makePackage(app);
      const orderOf = async (user_name: string, user_phone: string) => {
        const { id: user_id, email: user_email } = await makeUser(app);
        return makeOrder(app, { package_id, user_id, user_name, user_phone, user_email });
      };
      const sender = {
        amount,
        sender_name: "LE VAN CHONG",
        sender_account: "19036521170018",
        provider: "casso",
      } as const;
      const lan = await orderOf("Trần Thị Lan", "0912 345 678");
      const first = await transferComes(app, { ...sender, memo: "chuyen tien" });
      const parts = [{ kind: "order", id: lan.id, amount }];
      const attached = await app.send(`POST /api/admin/payments/${first.id}/attach`, { token, json: { parts } });
      expect(attached.statusCode, attached.body).toBe(200);

      const { user_id, user_name, user_phone, user_email } = lan;
      const waiting = await makeOrder(app, { package_id, user_id, user_name, user_phone, user_email });
      const nga = await orderOf("Bùi Thanh Nga", "0987 654 321");
      const coded = await transferComes(app, { ...sender, memo: `mua ${nga.code} LAN` });
      expect(coded).toMatchObject({ state: "matched", order_id: nga.id });

      const ngaAgain = await orderOf("Bùi Thanh Nga", "0987 654 321");
      const named = await transferComes(app, { ...sender, memo: "BUI THANH NGA mua premium" });
      expect(named).toMatchObject({ state: "unmatched", order_id: null });
      const { suggestions } = (await app.send(`GET /api/admin/payments/${named.id}`, { token })).json<TransferDetail>();
      expect(suggestions.map((one) => [one.code, one.is_same_name, one.is_known_payer])).toEqual([
        [ngaAgain.code, true, true],
        [waiting.code, false, true],
      ]);
      const orders = app.db.selectFrom("premium_orders").select(["id", "payment_status"]).orderBy("id");
      expect(await orders.execute()).toEqual([
        { id: lan.id, payment_status: "paid" },
        { id: waiting.id, payment_status: "pending" },
        { id: nga.id, payment_status: "paid" },
        { id: ngaAgain.id, payment_status: "pending" },
      ]);
    });
  });
});
