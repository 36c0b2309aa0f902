import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import {
  type Payable,
  type Transfer,
  type TransferClaim,
  type TransferDay,
  type TransferDetail,
  TransferListQuery,
  type TransferStats,
} from "#contract/payments.ts";
import { orderPayablesReader } from "#server/features/orders/orders.repository.ts";
import { requestPayablesReader } from "#server/features/requests/requests.repository.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, rowsForPlans, withoutPage } from "#test/explain.ts";
import {
  adminToken,
  makeTransfer as makeAny,
  makeOrder,
  makePackage,
  makeRequest,
  staffToken,
  userToken,
} from "#test/factories.ts";
import { rowsOfXlsx } from "#test/xlsx.ts";
import { inboxRepository, transferListReader } from "./transfer-list.repository.ts";

const own = "/api/admin/payments";

/** A transfer that nobody knows for what. */
const makeTransfer = (app: TestApp, values: Parameters<typeof makeAny>[1] = {}) =>
  makeAny(app, { state: "unmatched", ...values });

async function read<T>(app: TestApp, path: string, query: Record<string, string> = {}): Promise<T> {
  const answer = await app.send(`GET ${own}${path}`, { token: await adminToken(app), query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}
const list = (app: TestApp, query: Record<string, string> = {}) => read<Transfer[]>(app, "", query);
const detail = (app: TestApp, id: number) => read<TransferDetail>(app, `/${id}`);
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

onBothEngines((engine) => {
  describe("the list of transfers", () => {
    test("is newest first, and has its exceptions, states, providers, days and orders", async () => {
      const app = await testApp(engine);
      const { id: order_id } = await makeOrder(app);
      const at = (day: string) => `2026-05-${day}T08:00:00.000Z`;
      const matched = await makeTransfer(app, { state: "matched", occurred_at: at("01"), order_id });
      const under = await makeTransfer(app, { state: "under", occurred_at: at("03"), amount: 10_000 });
      const unmatched = await makeTransfer(app, { occurred_at: at("02"), provider: "casso", amount: 99_000 });
      const out = await makeTransfer(app, { state: "outgoing", direction: "out", occurred_at: at("04") });
      expect(idsOf(await list(app))).toEqual(idsOf([out, under, unmatched, matched]));
      expect(idsOf(await list(app, { state: "exceptions" }))).toEqual(idsOf([under, unmatched]));
      expect(idsOf(await list(app, { state: "matched" }))).toEqual([matched.id]);
      expect(idsOf(await list(app, { provider: "casso" }))).toEqual([unmatched.id]);
      expect(idsOf(await list(app, { order_id: String(order_id) }))).toEqual([matched.id]);
      expect(idsOf(await list(app, { from: "2026-05-02", to: "2026-05-03" }))).toEqual(idsOf([under, unmatched]));
      expect(idsOf(await list(app, { sort_by: "amount", state: "exceptions" }))).toEqual(idsOf([unmatched, under]));
      const page = await app.send(`GET ${own}`, { token: await adminToken(app), query: { limit: "1", skip: "1" } });
      expect([idsOf(page.json()), page.headers["x-total-count"]]).toEqual([[under.id], "4"]);
    });

    test("narrows a group to one of its states, and counts the others whole", async () => {
      const app = await testApp(engine);
      const make = async (state: Transfer["state"], n = 1) =>
        Promise.all(Array.from({ length: n }, () => makeTransfer(app, { state })));
      const under = await make("under", 2);
      await make("late");
      await make("matched", 3);
      const outgoing = await make("outgoing");
      const ignored = await make("ignored", 2);
      const sorted = (rows: readonly { id: number }[]) => idsOf(rows).sort((a, b) => a - b);
      expect(sorted(await list(app, { state: "exceptions", only: "under" }))).toEqual(sorted(under));
      expect(sorted(await list(app, { state: "aside" }))).toEqual(sorted([...outgoing, ...ignored]));
      expect(sorted(await list(app, { state: "aside", only: "outgoing" }))).toEqual(sorted(outgoing));
      expect(await list(app, { state: "aside", only: "under" })).toHaveLength(3);
      expect(await list(app, { state: "matched", only: "under" })).toHaveLength(3);
      const { states, total } = await read<TransferStats>(app, "/stats", { only: "under" });
      expect(states).toMatchObject({ under: 2, late: 0, matched: 3, outgoing: 1, ignored: 2 });
      expect(total).toBe(8);
      expect((await read<TransferStats>(app, "/stats", { only: "ignored" })).states).toMatchObject({
        late: 1,
        outgoing: 0,
        ignored: 2,
      });
    });

    test("is searched by memo, amount, sender, reference and code", async () => {
      const app = await testApp(engine);
      const { id } = await makeTransfer(app, {
        memo: "MBVCB.5551.NGUYEN THI LAN chuyen khoan HM 7K2Q F9XG",
        amount: 399_000,
        sender_name: "Đặng Thị Mỹ",
        reference: "FT26325088172",
        code: "HM7K2QF9XG",
      });
      await makeTransfer(app, { memo: "khac", amount: 1_000 });
      for (const search of [
        "lan chuyen",
        "399.000",
        "399k",
        "dang thi my",
        "ft26325088172",
        "HM7K2QF9XG",
        "HM7K2QF9XJ",
      ])
        expect(idsOf(await list(app, { search })), search).toEqual([id]);
      expect(await list(app, { search: "không có" })).toEqual([]);
      expect((await read<TransferStats>(app, "/stats", { search: "399.000" })).total).toBe(1);
    });

    test("has no secrets, and a version that decisions change", async () => {
      const app = await testApp(engine);
      const { id } = await makeTransfer(app, { raw: '{"secret":1}', money_key: "key" });
      const [before] = await list(app);
      expect(before).not.toHaveProperty("raw");
      expect(before).not.toHaveProperty("search_text");
      await app.db.updateTable("transfers").set({ updated_at: "2026-01-01T00:00:00.000Z" }).execute();
      expect((await list(app))[0]?.version).toBe(before?.version);
      await app.db.updateTable("transfers").set({ state: "ignored" }).execute();
      expect((await list(app))[0]?.version).not.toBe(before?.version);
      expect((await detail(app, id)).version).toBe((await list(app))[0]?.version);
    });
  });

  test("the sums count incoming money, and states in both directions", async () => {
    const app = await testApp(engine);
    await makeTransfer(app, { state: "matched", amount: 100_000, allocated: 100_000 });
    await makeTransfer(app, { state: "over", amount: 60_000, allocated: 49_000, refunded: 1_000 });
    await makeTransfer(app, { state: "ignored", amount: 5_000 });
    await makeTransfer(app, { state: "outgoing", direction: "out", amount: 70_000 });
    const stats = await read<TransferStats>(app, "/stats");
    expect(stats).toMatchObject({ total: 4, received: 165_000, allocated: 149_000, refunded: 1_000, open: 10_000 });
    expect(stats.states).toEqual({
      new: 0,
      matched: 1,
      under: 0,
      over: 1,
      late: 0,
      duplicate: 0,
      unmatched: 0,
      outgoing: 1,
      ignored: 1,
    });
    expect((await read<TransferStats>(app, "/stats", { state: "exceptions" })).total).toBe(1);
  });

  describe("the days", () => {
    const days = (app: TestApp, query = { from: "2026-05-01", to: "2026-05-31" }) =>
      read<TransferDay[]>(app, "/days", query);
    /** A transfer at an hour of Vietnam. */
    const at = (day: string, hour: string) => new Date(`2026-05-${day}T${hour}:00:00+07:00`).toISOString();

    test("are those of Vietnam, and tell what the balance can't explain", async () => {
      const app = await testApp(engine);
      await makeTransfer(app, { occurred_at: at("02", "06"), amount: 100, balance: 1_100, allocated: 100 });
      await makeTransfer(app, { occurred_at: at("02", "23"), amount: 50 });
      await makeTransfer(app, { occurred_at: at("03", "01"), amount: 30, direction: "out", state: "outgoing" });
      await makeTransfer(app, { occurred_at: at("03", "09"), amount: 10, balance: 1_130 });
      await makeTransfer(app, { occurred_at: at("04", "09"), amount: 5, balance: 935, state: "ignored" });
      await makeTransfer(app, { occurred_at: at("05", "09"), amount: 7 });
      expect(await days(app)).toEqual([
        { day: "2026-05-05", received: 7, sent: 0, allocated: 0, open: 7, balance: null, gap: null },
        { day: "2026-05-04", received: 5, sent: 0, allocated: 0, open: 0, balance: 935, gap: -200 },
        { day: "2026-05-03", received: 10, sent: 30, allocated: 0, open: 10, balance: 1_130, gap: 0 },
        { day: "2026-05-02", received: 150, sent: 0, allocated: 100, open: 50, balance: 1_100, gap: null },
      ]);
      const later = await days(app, { from: "2026-05-03", to: "2026-05-03" });
      expect(later, "the balance before the range counts").toMatchObject([{ day: "2026-05-03", gap: 0 }]);
    });

    test("know accounts apart, and the order of transfers that the bank tells at one moment", async () => {
      const app = await testApp(engine);
      await makeTransfer(app, { occurred_at: at("02", "00"), amount: 10, balance: 110 });
      // As in a statement: the latest first, all at midnight.
      await makeTransfer(app, { occurred_at: at("03", "00"), amount: 5, balance: 135 });
      await makeTransfer(app, { occurred_at: at("03", "00"), amount: 20, balance: 130 });
      await makeTransfer(app, { occurred_at: at("03", "00"), amount: 1, balance: 1_001, account: "VA99" });
      expect(await days(app)).toMatchObject([
        { day: "2026-05-03", balance: 1_136, gap: 0 },
        { day: "2026-05-02", balance: 110, gap: null },
      ]);
    });

    test("are at most 92, and the last 30 without a range", async () => {
      const app = await testApp(engine);
      vi.useFakeTimers({ now: Date.parse("2026-06-30T20:00:00Z"), toFake: ["Date"] });
      try {
        for (const day of ["2026-02-01", "2026-04-15", "2026-06-02", "2026-07-01"])
          await makeTransfer(app, { occurred_at: `${day}T05:00:00.000Z` });
        expect((await read<TransferDay[]>(app, "/days")).map(({ day }) => day)).toEqual(["2026-07-01", "2026-06-02"]);
      } finally {
        vi.useRealTimers();
      }
      const all = await days(app, { from: "2026-01-01", to: "2026-07-01" });
      expect(all.map(({ day }) => day)).toEqual(["2026-07-01", "2026-06-02", "2026-04-15"]);
    });
  });

  describe("a transfer", () => {
    test("has its allocations, refunds and the code marked in its memo", async () => {
      const app = await testApp(engine);
      const order = await makeOrder(app, { code: "HM7K2QF9XG", user_name: "Lan" });
      const request = await makeRequest(app, { agreed_price: 20_000, request_content: "Bài hát\nmừng cưới" });
      const memo = "MBVCB.1234 hm 7k2q.F9Xg CHUYEN";
      const { id } = await makeTransfer(app, { memo, code: order.code, order_id: order.id, allocated: 20_000 });
      const outgoing = await makeTransfer(app, { direction: "out", state: "outgoing" });
      const made = { transfer_id: id, created_at: "2026-05-01T08:00:00.000Z", created_by: "Hệ thống" };
      const undone = { undone_at: "2026-05-02T08:00:00.000Z", undone_by: "An" };
      await app.db
        .insertInto("transfer_allocations")
        .values([
          { ...made, order_id: order.id, request_id: null, amount: 49_000, ...undone },
          { ...made, order_id: null, request_id: request.id, amount: 20_000, undone_at: null, undone_by: null },
          { ...made, order_id: null, request_id: null, amount: 1, ...undone },
        ])
        .execute();
      await app.db
        .insertInto("transfer_refunds")
        .values({
          ...made,
          amount: 9_000,
          reference: "FT1",
          reason: "thừa",
          outgoing_id: outgoing.id,
          undone_at: null,
          undone_by: null,
        })
        .execute();
      const found = await detail(app, id);
      expect(found.marks.map(({ from, to }) => memo.slice(from, to))).toEqual(["hm 7k2q.F9Xg"]);
      expect(found.allocations.map(({ amount, payable, undone_by }) => [amount, payable?.code, undone_by])).toEqual([
        [1, undefined, "An"],
        [20_000, request.code, null],
        [49_000, order.code, "An"],
      ]);
      expect(found.allocations[1]?.payable).toMatchObject({
        kind: "request",
        title: "Bài hát mừng cưới",
        price: 20_000,
        is_paid: false,
        state_text: "Khách chưa nhận bài",
      });
      expect(found.refunds).toMatchObject([{ amount: 9_000, reason: "thừa", outgoing_id: outgoing.id }]);
      expect((await app.send(`GET ${own}/${outgoing.id + 9}`, { token: await adminToken(app) })).statusCode).toBe(404);
    });

    test("suggests by code, then amount, then name, then time", async () => {
      const app = await testApp(engine);
      const { id: package_id } = await makePackage(app, { price: 49_000 });
      const now = Date.parse("2026-05-20T08:00:00.000Z");
      const ago = (hours: number) => ({ created_at: new Date(now - hours * 3_600_000).toISOString(), package_id });
      const near = await makeOrder(app, { ...ago(300), code: "HM7K2QF9XG", payment_amount: 99_000 });
      const recent = await makeOrder(app, ago(2));
      const named = await makeOrder(app, { ...ago(50), user_name: "Đặng Thị Mỹ" });
      const older = await makeOrder(app, ago(30));
      const request = await makeRequest(app, {
        agreed_price: 49_000,
        created_at: ago(40).created_at,
        accepted_at: ago(1).created_at,
      });
      await makeOrder(app, { ...ago(15 * 24) });
      await makeOrder(app, { ...ago(1), payment_status: "paid" });
      await makeOrder(app, { ...ago(1), erased_at: ago(1).created_at });
      const { id } = await makeTransfer(app, {
        occurred_at: new Date(now).toISOString(),
        memo: "HM7K2QF9XJ DANG THI MY",
        sender_name: "DANG THI MY",
      });
      const { suggestions } = await detail(app, id);
      expect(suggestions.map(({ code }) => code)).toEqual([
        near.code,
        named.code,
        recent.code,
        older.code,
        request.code,
      ]);
      expect(suggestions.map((one) => [one.code_distance, one.is_same_amount, one.is_same_name])).toEqual([
        [1, false, false],
        [null, true, true],
        [null, true, false],
        [null, true, false],
        [null, true, false],
      ]);
      await app.db.updateTable("transfers").set({ allocated: 49_000, state: "matched" }).where("id", "=", id).execute();
      expect((await detail(app, id)).suggestions).toEqual([]);
    });

    test("finds the sender's order among all that wait, whatever its age, before strangers' and before what has ended", async () => {
      const app = await testApp(engine);
      const { id: package_id } = await makePackage(app, { price: 49_000 });
      const now = Date.parse("2026-05-20T08:00:00.000Z");
      const ago = (days: number) => ({ created_at: new Date(now - days * 86_400_000).toISOString(), package_id });
      const old = await makeOrder(app, { ...ago(58), user_name: "Bùi Thanh Nga" });
      const ended = { status: "cancelled", end_reason: "expired" } as const;
      const expired = await makeOrder(app, { ...ago(1), ...ended, user_name: "Bùi Thanh Nga" });
      for (let n = 0; n < 25; n++) await makeOrder(app, { ...ago(2), user_name: `Khách ${n}` });
      const cheaper = await makeOrder(app, { ...ago(40), user_name: "Bùi Thanh Nga", payment_amount: 20_000 });
      const song = await makeRequest(app, {
        customer_name: "Bùi Thanh Nga",
        agreed_price: 49_000,
        created_at: ago(50).created_at,
        accepted_at: ago(45).created_at,
      });
      const occurred_at = new Date(now).toISOString();
      const bySender = await makeTransfer(app, { occurred_at, memo: "chuyen tien", sender_name: "BUI THANH NGA" });
      const byMemo = await makeTransfer(app, { occurred_at, memo: "BUI THANH NGA chuyen tien ngan nga" });
      for (const { id } of [bySender, byMemo]) {
        const { suggestions } = await detail(app, id);
        expect(suggestions.slice(0, 3).map(({ code }) => code)).toEqual([song.code, old.code, cheaper.code]);
        expect(suggestions.slice(0, 3).map((one) => [one.is_same_name, one.is_same_amount, one.is_ended])).toEqual([
          [true, true, false],
          [true, true, false],
          [true, false, false],
        ]);
        const codes = suggestions.map(({ code }) => code);
        expect(codes.includes(expired.code) && codes.at(-1) !== expired.code).toBe(false);
      }
    });

    test("remembers for whom an account paid, by phone or e-mail, until that is undone", async () => {
      const app = await testApp(engine);
      const { id: package_id } = await makePackage(app, { price: 49_000 });
      const lan = { user_name: "Lan", user_phone: "0912 345 678", user_email: "lan@example.org", package_id };
      const paid = await makeOrder(app, { ...lan, payment_status: "paid" });
      const sender = { sender_name: "TRAN VAN CHONG", sender_account: "0071000123456" };
      const earlier = await makeTransfer(app, { ...sender, state: "matched", allocated: 49_000 });
      const values = { transfer_id: earlier.id, order_id: paid.id, request_id: null, amount: 49_000, created_by: "An" };
      const created_at = "2026-05-01T08:00:00.000Z";
      await app.db
        .insertInto("transfer_allocations")
        .values({ ...values, created_at, undone_at: null, undone_by: null })
        .execute();
      const stranger = await makeOrder(app, { package_id });
      const again = await makeOrder(app, { ...lan, user_phone: "+84912345678", user_email: "khac@example.org" });
      const song = await makeRequest(app, {
        customer_email: "LAN@example.org",
        customer_phone: null,
        agreed_price: 20_000,
        accepted_at: created_at,
      });
      const { id } = await makeTransfer(app, sender);
      const payersOf = async () =>
        (await detail(app, id)).suggestions.map(({ code, is_known_payer }) => [code, is_known_payer]);
      expect(await payersOf()).toEqual([
        [again.code, true],
        [song.code, true],
        [stranger.code, false],
      ]);
      await app.db.updateTable("transfer_allocations").set({ undone_at: created_at, undone_by: "An" }).execute();
      expect((await payersOf()).filter(([, isKnown]) => isKnown)).toEqual([]);
      const hidden = { ...sender, sender_account: "XXXXXX123456" };
      await app.db.updateTable("transfer_allocations").set({ undone_at: null, undone_by: null }).execute();
      await app.db.updateTable("transfers").set({ sender_account: hidden.sender_account }).execute();
      expect((await payersOf()).filter(([, isKnown]) => isKnown)).toEqual([]);
    });

    test("an amount is the same only if it is what is missing, and one word of a memo is nobody's name", async () => {
      const app = await testApp(engine);
      const { id: package_id } = await makePackage(app, { price: 129_000 });
      const part = await makeOrder(app, { package_id, code: "HM7K2QF9XG", user_name: "Nga", received_amount: 119_000 });
      const { id } = await makeTransfer(app, { amount: 129_000, memo: `${part.code} Nga` });
      expect((await detail(app, id)).suggestions).toMatchObject([
        { code: part.code, is_same_amount: false, is_same_name: false },
      ]);
    });
  });

  test("payables are found by code, name, e-mail, phone and amount, unpaid ones first", async () => {
    const app = await testApp(engine);
    const { id: package_id } = await makePackage(app, { price: 77_000 });
    const paid = await makeOrder(app, {
      package_id,
      user_name: "Trần Lan",
      user_phone: "0901 234 567",
      payment_status: "paid",
    });
    const open = await makeOrder(app, {
      package_id,
      user_name: "Trần Lan",
      status: "cancelled",
      end_reason: "expired",
    });
    const request = await makeRequest(app, {
      customer_name: "Trần Lan",
      agreed_price: 77_000,
      accepted_at: "2026-05-01T08:00:00.000Z",
      created_at: "2026-05-01T08:00:00.000Z",
    });
    const find = async (search: string) =>
      (await read<Payable[]>(app, "/payables", { search })).map(({ code, state_text }) => [code, state_text]);
    const openLook = [open.code, "Hết hạn"];
    const requestLook = [request.code, "Chờ thanh toán"];
    expect(await find("tran lan")).toEqual([openLook, requestLook, [paid.code, "Đã thanh toán"]]);
    expect(await find(`ck ${paid.code}`)).toEqual([[paid.code, "Đã thanh toán"]]);
    expect(await find(request.code)).toEqual([requestLook]);
    expect(await find("77.000")).toEqual([openLook, requestLook]);
    expect(await find("0901234567")).toContainEqual([paid.code, "Đã thanh toán"]);
    expect(await find(open.user_email)).toEqual([openLook]);
    expect(await read(app, "/payables")).toEqual([]);
  });

  test("claims of unpaid orders are listed, the oldest first, with a link to the picture", async () => {
    const app = await testApp(engine);
    const [first, second, paid, closed] = await Promise.all([
      makeOrder(app),
      makeRequest(app),
      makeOrder(app, { payment_status: "paid" }),
      makeOrder(app),
    ]);
    const claim = (values: object, minute: number) => ({
      order_id: null,
      request_id: null,
      receipt_file: null,
      created_at: `2026-05-01T08:0${minute}:00.000Z`,
      closed_at: null,
      closed_by: null,
      ...values,
    });
    await app.db
      .insertInto("transfer_claims")
      .values([
        claim({ request_id: second?.id }, 2),
        claim({ order_id: first?.id, receipt_file: "images/abc.png" }, 1),
        claim({ order_id: paid?.id }, 3),
        claim({ order_id: closed?.id, closed_at: "2026-05-01T09:00:00.000Z", closed_by: "An" }, 0),
      ])
      .execute();
    const answer = await app.send(`GET ${own}/claims`, { token: await adminToken(app) });
    const claims = answer.json<TransferClaim[]>();
    expect(answer.headers["x-total-count"]).toBe("2");
    expect(claims.map(({ payable }) => payable.code)).toEqual([first?.code, second?.code]);
    expect(claims[0]?.receipt_url).toMatch(/^\/uploads\/images\/abc\.png\?/);
    expect(claims[1]?.receipt_url).toBeNull();
  });

  test("lists, sums and details are read along indexes", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    const { types } = app.database.dialect;
    const { id: order_id } = await makeOrder(app);
    await sql`insert into transfers (provider, provider_id, source, direction, amount, memo, account, occurred_at, received_at, state,
        code, order_id, updated_at, search_text)
      with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(rowsForPlans(engine))})
      select case i % 3 when 0 then 'casso' else 'sepay' end, 'p' || i, 'webhook', case i % 9 when 0 then 'out' else 'in' end,
        49000 + i % 500 * 1000, 'n' || i, '01', cast('2026-0' || (1 + i % 9) || '-1' || (i / 7 % 10) || 'T0' || (i / 3 % 10) || ':00:00.000Z' as ${types.time}),
        cast('2026-05-01T08:00:00.000Z' as ${types.time}),
        case i % 50 when 0 then 'unmatched' when 1 then 'over' when 2 then 'ignored' else 'matched' end,
        case when i % 7 = 0 then 'HM' || i end, case when i % 5000 = 0 then cast(${order_id} as bigint) end,
        cast('2026-05-01T08:00:00.000Z' as ${types.time}), 'n' || i from counting`.execute(app.db);
    if (engine === "postgres") await sql`vacuum analyze transfers`.execute(app.db);
    const plans = async (query: Record<string, string>) => {
      const parsed = TransferListQuery.parse({ ...query, skip: "60" });
      const made = await plansOf(
        app,
        async ({ db, dialect }) => {
          const reader = transferListReader(db, dialect);
          let batches = 0;
          for await (const _ of reader.batches(parsed)) if (++batches === 2) break;
          await reader.page(parsed);
        },
        { isLarge: true },
      );
      return made.filter((plan) => !/count|Aggregate|found/i.test(plan)).map(withoutPage);
    };
    const filters: Record<string, string>[] = [
      {},
      { state: "matched" },
      { state: "unmatched" },
      { state: "exceptions" },
      { state: "aside" },
      { provider: "casso" },
    ];
    for (const sort_by of ["occurred_at", "amount"]) {
      for (const sort_order of ["asc", "desc"]) {
        for (const filter of filters) {
          for (const plan of await plans({ ...filter, sort_by, sort_order })) {
            expect(plan, JSON.stringify({ filter, sort_by })).toMatch(/transfers_(by_|exceptions)/);
            expect(plan, JSON.stringify({ filter, sort_by })).not.toMatch(/Seq Scan/);
            // The few of one state, that pay nothing, or that wait for a person, may be sorted.
            const isOfFew =
              filter.state === "unmatched" ||
              filter.state === "aside" ||
              (sort_by === "amount" && filter.state === "exceptions");
            if (!isOfFew) expect(plan, JSON.stringify({ filter, sort_by })).not.toMatch(/TEMP B-TREE|Sort/);
          }
        }
      }
    }
    for (const plan of await plans({ state: "exceptions" })) expect(plan).toContain("transfers_exceptions");
    // These sort the few rows that they find.
    for (const plan of await plans({ order_id: String(order_id) })) expect(plan).toMatch(/transfers_by_(order|time)/);
    for (const plan of await plans({ search: "n1234" })) expect(plan).toMatch(/transfers_search/);
    for (const plan of await plans({ search: "HM7K2QF9XG" })) expect(plan).toMatch(/transfers_by_code/);
    const others = await plansOf(
      app,
      async ({ db, dialect }) => {
        const repository = inboxRepository(db, dialect);
        await repository.accountDays("2026-03-10T00:00:00.000Z", "2026-03-12T00:00:00.000Z");
        await repository.lastBalances("2026-03-10T00:00:00.000Z", "2026-03-12T00:00:00.000Z");
        await repository.allocations(1);
        await repository.refunds(1);
        await repository.sums({});
      },
      { isLarge: true },
    );
    expect(others[0]).toMatch(/transfers_by_time/);
    expect(others[1]).toMatch(/transfers_by_time/);
    if (engine === "sqlite") expect(others[4]).toMatch(/COVERING INDEX transfers_by_state/);
    const few = await plansOf(app, async ({ db, dialect }) => {
      const repository = inboxRepository(db, dialect);
      await repository.allocations(1);
      await repository.refunds(1);
      await repository.claims({ skip: 0, limit: 20 });
      await repository.paidFrom("0071000123456", 1);
      await repository.paidFromAny(["0071000123456", "0071000123457"]);
      const times = ["2026-03-10T00:00:00.000Z", "2026-03-12T00:00:00.000Z"] as const;
      await orderPayablesReader(db).unpaidOf(49_000, ...times, 20);
      await orderPayablesReader(db).byCode(["HM7K2QF9XG"]);
      await requestPayablesReader(db).unpaidOf(49_000, ...times, 20);
      await requestPayablesReader(db).byCode(["HR7K2QF9XG"]);
    });
    const expected = [
      /transfer_allocations_by_transfer/,
      /transfer_refunds_by_transfer/,
      /transfer_claims_open/,
      /transfer_claims_open/,
      /transfers_by_sender/,
      /transfers_by_sender/,
      /premium_orders_by_amount/,
      /premium_orders_code_key|sqlite_autoindex_premium_orders|premium_orders_by_code/,
      /song_requests_awaited/,
      /song_requests_code|sqlite_autoindex_song_requests/,
    ];
    for (const [index, pattern] of expected.entries()) expect(few[index], String(pattern)).toMatch(pattern);
  });

  test("the export has all transfers of a filter, over several batches", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (let i = 0; i < 600; i++) await makeTransfer(app, i % 6 === 0 ? { state: "matched" } : {});
    await makeTransfer(app, { direction: "out", state: "outgoing", memo: "=1+1", amount: 5_000 });
    const rows = async (query: Record<string, string>) => {
      const answer = await app.send(`GET ${own}/export`, { token, query });
      expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename=giao-dich-\d{4}-\d\d-\d\d\.xlsx$/);
      return rowsOfXlsx(answer.rawPayload);
    };
    const [header, first, ...others] = await rows({});
    expect(header?.slice(0, 4)).toEqual(["Số", "Thời gian", "Số tiền (VND)", "Nội dung"]);
    expect(first).toEqual(expect.arrayContaining(["-5000", "'=1+1", "Tiền ra", "SePay"]));
    expect(others).toHaveLength(600);
    expect(await rows({ state: "exceptions" })).toHaveLength(501);
  });
});

onOneEngine((engine) => {
  const calls = ["", "/stats", "/days", "/claims", "/payables", "/export", "/1"];

  test("administrators and accountants alone read transfers", async () => {
    const app = await testApp(engine);
    const accountant = await adminToken(app, { role: "accountant" });
    await makeTransfer(app, { sender_account: "1027236393" });
    for (const path of calls) {
      const call = `GET ${own}${path}` as const;
      expect((await app.send(call)).statusCode, path).toBe(401);
      for (const token of [await userToken(app), await staffToken(app, { isSupervisor: true })])
        expect((await app.send(call, { token })).statusCode, path).toBe(403);
      expect([200, 404], path).toContain((await app.send(call, { token: accountant })).statusCode);
    }
    const [row] = (await app.send(`GET ${own}`, { token: accountant })).json<Transfer[]>();
    expect(row?.sender_account).toBe("1027236393");
    const link = await app.send(`POST ${own}/export/link`, { token: accountant });
    const { url } = link.json<{ url: string }>();
    expect((await app.send(`GET ${url}`)).statusCode).toBe(200);
    // The link of another list opens nothing here.
    const orders = await app.send("POST /api/premium-orders/export/link", { token: await adminToken(app) });
    const other = new URL(orders.json<{ url: string }>().url, "http://x").search;
    expect((await app.send(`GET ${own}/export/file${other}`)).statusCode).toBe(403);
    expect((await app.send(`GET ${own}/export/file?link=x`)).statusCode).toBe(403);
  });

  test.each([
    { state: "x" },
    { state: "exceptions," },
    { only: "matched" },
    { provider: "mb" },
    { sort_by: "memo" },
    { sort_order: "up" },
    { from: "2026-13-01" },
    { from: "2026-05-02", to: "2026-05-01" },
    { order_id: "0" },
    { order_id: "1e3" },
    { request_id: "-1" },
    { limit: "101" },
    { skip: "x" },
    { search: "x".repeat(501) },
  ])("the query %j is refused", async (query) => {
    const app = await testApp(engine);
    const answer = await app.send(`GET ${own}`, { token: await adminToken(app), query: query as never });
    expect(answer.statusCode).toBe(422);
  });

  test.each([
    "%",
    "_",
    "'",
    '"',
    "\\",
    "\u0000",
    "😀".repeat(200),
    "HM".repeat(250),
    "9".repeat(500),
    "\u0301",
    ")) or 1=1 --",
  ])("the search %j is answered", async (search) => {
    const app = await testApp(engine);
    await makeTransfer(app, { memo: "HM".repeat(500) });
    for (const path of ["", "/stats", "/payables"]) {
      const answer = await app.send(`GET ${own}${path}`, { token: await adminToken(app), query: { search } });
      expect([200, 422], `${path} ${answer.body}`).toContain(answer.statusCode);
    }
  });

  test("days of wrong ranges are refused, and ids that are none", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const path of ["/days?from=x", "/days?from=2026-05-02&to=2026-05-01", "/0", "/x", "/99999999999999999999"])
      expect((await app.send(`GET ${own}${path}`, { token })).statusCode, path).toBe(422);
  });

  test("all codes of a memo are marked when it names several orders", async () => {
    const app = await testApp(engine);
    const [one, two] = [await makeOrder(app, { code: "HM7K2QF9XG" }), await makeOrder(app)];
    const memo = `${one.code} va ${two.code}`;
    const { id } = await makeTransfer(app, { memo, code: one.code, reason: "several" });
    const { marks } = await detail(app, id);
    expect(marks.map(({ from, to }) => memo.slice(from, to))).toEqual([one.code, two.code]);
  });

  test("a memo full of codes is answered", async () => {
    const app = await testApp(engine);
    const { id } = await makeTransfer(app, { memo: "HM7K2QF9XG ".repeat(90), code: "HM7K2QF9XG" });
    expect((await detail(app, id)).marks).toHaveLength(90);
  });
});
