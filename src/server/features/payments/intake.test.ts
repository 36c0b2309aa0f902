import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { checkSign } from "#contract/transfer-code.ts";
import type { BankEvent } from "#server/features/payment-providers/payment-providers.service.ts";
import { createOutbox } from "#server/platform/outbox.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { createIntake, type TakeIn } from "./intake.ts";
import { tellingsRepository } from "./tellings.repository.ts";
import { settleStatementTopic, settleTopic } from "./topics.ts";

const event = (values: Partial<BankEvent> = {}): BankEvent => ({
  provider: "sepay",
  providerId: "92704",
  direction: "in",
  amount: 99_000,
  memo: "MBVCB.2427229823.HM7K2QF9XA.CT tu 0071000999999",
  account: "0123499999",
  subAccount: null,
  senderName: "NGUYEN VAN A",
  senderAccount: "1027236393",
  senderBank: "ACB",
  reference: "FT24255276428461",
  balance: 1_000_000,
  occurredAt: "2026-11-20T07:02:37.000Z",
  ...values,
});

const code = `HM7K2QF9X${checkSign("7K2QF9X")}`;
const otherCode = `HM7K2QF9Y${checkSign("7K2QF9Y")}`;

const rowsOf = ({ db }: TestApp) => db.selectFrom("transfers").selectAll().orderBy("id").execute();

onBothEngines((engine) => {
  describe("an event", () => {
    test("is kept with what was sent and a message for the worker", async () => {
      const app = await testApp(engine);
      // Without handlers: the app's worker may have looked at it before it is read here.
      const outbox = createOutbox(app.database, pino({ enabled: false }));
      const takeIn = createIntake({ database: app.database, outbox });
      const intake = await takeIn([event()], { source: "webhook", raw: () => '{"id":92704}' });
      const [row] = await rowsOf(app);
      expect(intake).toEqual({ taken: [row?.id], known: [] });
      expect(row).toMatchObject({
        provider: "sepay",
        provider_id: "92704",
        source: "webhook",
        state: "new",
        amount: 99_000,
        allocated: 0,
        raw: '{"id":92704}',
        occurred_at: "2026-11-20T07:02:37.000Z",
      });
      expect(row?.search_text).toContain("hm7k2qf9xa.ct tu 0071000999999 99000 99.000 nguyen van a");
      const messages = await app.db.selectFrom("outbox").select("payload").where("topic", "=", settleTopic).execute();
      expect(messages).toEqual([{ payload: JSON.stringify({ id: row?.id }) }]);
    });

    test("has texts that both engines store", async () => {
      const app = await testApp(engine);
      const takeIn = createIntake(app);
      const raw = '{\n\t"a": "\u0000\ud800"}';
      const memo = `a\u0000b\ud800${"ộ".repeat(996)}\u{1F600}`;
      await takeIn([event({ memo, senderName: "\u0000", reference: "x".repeat(500) })], {
        source: "poll",
        raw: () => raw,
      });
      const [row] = await rowsOf(app);
      expect(row?.memo).toBe(`a b\ufffd${"ộ".repeat(996)}`);
      expect(row).toMatchObject({ sender_name: null, reference: "x".repeat(200), raw: '{\n\t"a": "\ufffd"}' });
    });

    test.each([0, -1, 1.5, Number.NaN, 2 ** 53])("is refused with the amount %s", async (amount) => {
      const app = await testApp(engine);
      const takeIn = createIntake(app);
      await expect(takeIn([event({ amount })], { source: "poll" })).rejects.toThrow(RangeError);
      expect(await rowsOf(app)).toEqual([]);
    });

    test("is one transfer when 4 connections tell of it 20 times", async () => {
      const app = await testApp(engine);
      // On SQLite two connections of one process would wait for each other.
      const others = engine === "sqlite" ? [] : [1, 2, 3].map(() => testApp(engine, {}, { beside: app }));
      const all = [app, ...(await Promise.all(others))].map((one) => createIntake(one));
      const told = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (all[n % all.length] as TakeIn)([event()], { source: "webhook" })),
      );
      expect(told.flatMap(({ taken }) => taken)).toHaveLength(1);
      expect(new Set(told.flatMap(({ taken, known }) => [...taken, ...known])).size).toBe(1);
      expect(await rowsOf(app)).toHaveLength(1);
      const messages = await app.db.selectFrom("outbox").select("id").where("topic", "=", settleTopic).execute();
      expect(messages).toHaveLength(1);
    });
  });

  test("of many the known ones and those told twice are found in and between transactions, up to one that is refused", async () => {
    const app = await testApp(engine);
    const takeIn = createIntake(app);
    const many = Array.from({ length: 260 }, (_, n) =>
      event({ providerId: `s${n}`, reference: `FT26325${n}`, amount: 50_000 + n }),
    );
    const { taken: known } = await takeIn(many.slice(95, 105), { source: "webhook" });
    const wrong = event({ providerId: "wrong", amount: 0 });
    const told = [...many.slice(0, 150), ...many.slice(90, 110), wrong, ...many.slice(150)];
    await expect(takeIn(told, { source: "poll" })).rejects.toThrow(RangeError);
    expect(await rowsOf(app)).toHaveLength(150);
    const rest = await takeIn(many, { source: "poll" });
    expect([rest.taken.length, rest.known.length]).toEqual([110, 150]);
    expect(rest.known).toEqual(expect.arrayContaining(known));
    expect((await rowsOf(app)).map(({ amount }) => amount).toSorted()).toEqual(many.map(({ amount }) => amount));
    const messages = await app.db.selectFrom("outbox").select("id").where("topic", "=", settleTopic).execute();
    expect(messages).toHaveLength(260);
  });

  describe("the same money", () => {
    const polled = { providerId: "7f1f2c1e-7f2a-4d4c-8a8d-1b2c3d4e5f60" };
    const bare = { reference: null };
    const digits = { reference: "12345678" };
    const later = { occurredAt: "2026-11-20T07:02:38.000Z" };
    /** Whether the second event, of another source, counts as the first one. */
    test.each<[string, boolean, Partial<BankEvent>, Partial<BankEvent>]>([
      ["webhook and poll with one reference", true, {}, { ...polled, memo: "another text" }],
      ["a reference in other letters and blanks", true, {}, { ...polled, reference: "ft 24255276428461" }],
      ["an account in other writing", true, { account: "V3CASSO1" }, { ...polled, account: "v3 casso-1" }],
      ["two services with one reference", true, {}, { provider: "casso", providerId: "5" }],
      ["a virtual account of one, the real one of another", true, { subAccount: "VA1" }, { ...polled, account: "VA1" }],
      ["a reference with an addition", true, {}, { ...polled, reference: "FT24255276428461\\BNK" }],
      ["a short reference with an addition", false, { reference: "FT24" }, { ...polled, reference: "FT24255276" }],
      ["another reference", false, {}, { ...polled, reference: "FT99" }],
      ["one reference a day later", true, {}, { ...polled, occurredAt: "2026-11-21T16:59:59.000Z" }],
      ["one reference two days later", false, {}, { ...polled, occurredAt: "2026-11-21T17:00:00.000Z" }],
      ["one reference and another order", false, { memo: code }, { ...polled, memo: otherCode }],
      ["a reference of digits, another memo and time", false, digits, { ...polled, ...digits, memo: "x", ...later }],
      ["a reference of digits, another memo", true, digits, { ...polled, ...digits, memo: "x" }],
      ["a reference of digits, another time", false, digits, { ...polled, ...digits, ...later }],
      ["a reference of digits that begins alike", false, digits, { ...polled, reference: "123456789" }],
      ["another amount", false, {}, { ...polled, amount: 99_001 }],
      ["another direction", false, {}, { ...polled, direction: "out" }],
      ["another account", false, {}, { ...polled, account: "999" }],
      ["no reference, the same content", true, bare, { ...polled, ...bare }],
      ["one without a reference", true, {}, { ...polled, ...bare }],
      ["a reference that is none", true, { reference: "-" }, { ...polled, reference: "N/A" }],
      ["a day without a time", true, bare, { ...polled, ...bare, occurredAt: "2026-11-19T17:00:00.000Z" }],
      ["another day without a time", false, bare, { ...polled, ...bare, occurredAt: "2026-11-20T17:00:00.000Z" }],
      ["another second", false, bare, { ...polled, ...bare, occurredAt: "2026-11-20T07:02:38.000Z" }],
      ["another memo", false, bare, { ...polled, ...bare, memo: "khác" }],
    ])("%s: %s", async (_name, isKnown, first, second) => {
      const app = await testApp(engine);
      const takeIn = createIntake(app);
      const { taken } = await takeIn([event(first)], { source: "webhook" });
      const intake = await takeIn([event(second)], { source: "poll", raw: () => "{}" });
      const again = await tellingsRepository(app.db).of(taken[0] as number);
      expect(again.map(({ provider_id, source }) => [provider_id, source])).toEqual(
        isKnown ? [[second.providerId, "poll"]] : [],
      );
      if (isKnown) expect(intake).toEqual({ taken: [], known: taken });
      else expect(intake).toMatchObject({ taken: [expect.any(Number)], known: [] });
    });

    test("is not what a service tells under an id that it used for other money", async () => {
      const app = await testApp(engine);
      const takeIn = createIntake(app);
      await takeIn([event()], { source: "webhook" });
      const other = event({ amount: 50_000, reference: "FT777" });
      const { taken } = await takeIn([other], { source: "webhook" });
      expect(await takeIn([other], { source: "webhook" })).toEqual({ taken: [], known: taken });
      expect((await rowsOf(app)).map(({ amount }) => amount)).toEqual([99_000, 50_000]);
    });

    test.each([
      "3516",
      "FT24255276428461",
      null,
    ])("two ids of one source with the reference %s are two transfers", async (reference) => {
      const app = await testApp(engine);
      const takeIn = createIntake(app);
      const tell = (providerId: string, values: Partial<BankEvent> = {}) =>
        takeIn([event({ providerId, reference, ...values })], { source: "webhook" });
      await tell("1");
      await tell("2");
      await tell("3", { memo: code, occurredAt: "2026-11-22T07:02:37.000Z" });
      await tell("2");
      expect((await rowsOf(app)).map((row) => row.provider_id)).toEqual(["1", "2", "3"]);
      expect(await app.db.selectFrom("transfer_tellings").selectAll().execute()).toEqual([]);
    });

    test("two ids of one source without a reference are two transfers, and the poll's two are the same two", async () => {
      const app = await testApp(engine);
      const takeIn = createIntake(app);
      const two = (a: string, b: string) => [event({ ...bare, providerId: a }), event({ ...bare, providerId: b })];
      expect((await takeIn(two("1", "2"), { source: "webhook" })).taken).toHaveLength(2);
      expect((await takeIn(two("a", "b"), { source: "poll" })).known).toHaveLength(2);
      expect(await rowsOf(app)).toHaveLength(2);
    });

    test("a later id of one source without a reference is a second transfer", async () => {
      const app = await testApp(engine);
      const takeIn = createIntake(app);
      const tell = (providerId: string) => takeIn([event({ ...bare, providerId })], { source: "webhook" });
      expect([(await tell("1")).taken, (await tell("2")).taken]).toEqual([[expect.any(Number)], [expect.any(Number)]]);
    });

    test("a statement's rows wait under a topic of their own, behind no call of a service", async () => {
      const app = await testApp(engine);
      const { taken } = await createIntake(app)([event({ provider: "statement" })], { source: "statement", by: "Lan" });
      const messages = await app.db.selectFrom("outbox").select(["topic", "payload"]).execute();
      const settling = messages.filter(({ topic }) => topic.startsWith("payments.settle"));
      expect(settling).toEqual([{ topic: settleStatementTopic, payload: JSON.stringify({ ids: taken }) }]);
      expect((await rowsOf(app))[0]?.told_by).toBe("Lan");
    });

    test("an intake ends between two transactions when its client has left, and keeps what it has", async () => {
      const app = await testApp(engine);
      const leaving = new AbortController();
      const many = Array.from({ length: 60 }, (_, n) =>
        event({ provider: "statement", providerId: `${n}`, amount: 1000 + n }),
      );
      const raw = ({ providerId }: BankEvent) => {
        if (providerId === "30") leaving.abort();
        return "";
      };
      const options = { source: "statement", raw, signal: leaving.signal } as const;
      expect((await createIntake(app)(many, options)).taken).toHaveLength(35);
      expect(await rowsOf(app)).toHaveLength(35);
    });

    test("of which the webhook told once, and the poll twice, comes in twice however often it is told", async () => {
      const app = await testApp(engine);
      const takeIn = createIntake(app);
      const one = (providerId: string) => event({ ...bare, providerId });
      await takeIn([one("1")], { source: "webhook" });
      await takeIn([one("a"), one("b")], { source: "poll" });
      await takeIn([one("b"), one("a")], { source: "poll" });
      await takeIn([one("2")], { source: "webhook" });
      await takeIn([one("a"), one("b")], { source: "poll" });
      expect((await rowsOf(app)).map((row) => row.provider_id)).toEqual(["1", "b"]);
    });
  });
});
