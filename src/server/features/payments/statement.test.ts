import { describe, expect, test } from "vitest";
import { type StatementColumns, type StatementPreview, statementLimit } from "#contract/payments.ts";
import { checkSign } from "#contract/transfer-code.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { stopClock } from "#test/clock.ts";
import { adminToken, makeBank } from "#test/factories.ts";
import { createIntake } from "./intake.ts";
import { guessLayout } from "./statement-columns.ts";
import { statementAmount, statementTime } from "./statement-values.ts";

const code = `HM7K2QF9X${checkSign("7K2QF9X")}`;
const vietcombank = [
  "\uFEFFNGÂN HÀNG TMCP NGOẠI THƯƠNG VIỆT NAM,,,,,",
  "Số tài khoản: 0123456789,,,,,",
  ",,,,,",
  'STT,"Ngày\nTNX Date/ Số CT/ Doc No",Số tiền ghi nợ/ Debit,Số tiền ghi có/ Credit,Số dư/ Balance,Nội dung chi tiết/ Transactions in detail',
  `1,"01/11/2026\n5213 - 83012",,"99,000","1,099,000",MBVCB.2427229823.174242.${code}.CT tu 1027236393 NGUYEN VAN A`,
  '2,"02/11/2026\n5214 - 83013","50,000",,"1,049,000",PHI DICH VU',
  'Tổng số,,"50,000","99,000",,',
].join("\r\n");
const techcombank = [
  "Ngày giao dịch/ Transaction date;Đối tác/ Remitter;NH Đối tác/ Remitter bank;Diễn giải/ Description;Số bút toán/ Transaction No;Nợ/ Debit;Có/ Credit;Số dư/ Running balance",
  `01/11/2026;NGUYEN VAN A;ACB;${code};FT26305123456789;;99.000;1.099.000`,
  "02/11/2026;CONG TY B;VCB;Thanh toan;FT26306123456789;50.000;;1.049.000",
].join("\n");
const mb = [
  "STT\tNgày giao dịch\tSố bút toán\tPhát sinh nợ\tPhát sinh có\tSố dư\tNội dung\tTên người chuyển",
  `1\t01/11/2026 08:30:11\tFT26305000001\t0\t99,000.00\t1,099,000.00\t${code} chuyen tien\tNGUYEN VAN A`,
].join("\r\n");
const acb = [
  "Ngày hiệu lực,Ngày giao dịch,Số GD,Nội dung giao dịch,Rút ra,Gửi vào,Số dư",
  `2026-11-01,2026-11-01 08:30:11,7012,${code} GD 174242,,99000,1099000`,
].join("\n");
const signed = ["Thời gian,Số tiền,Mô tả", `01-11-2026 08:30,+99.000 VND,${code}`, "1.11.2026,-50.000 đ,phi"].join(
  "\n",
);

test.each<[string, string, string, Partial<StatementColumns>]>([
  [
    "Vietcombank",
    vietcombank,
    ",",
    { occurred_at: 1, amount_out: 2, amount_in: 3, balance: 4, memo: 5, reference: null, skip_rows: 3 },
  ],
  [
    "Techcombank",
    techcombank,
    ";",
    { occurred_at: 0, sender_name: 1, memo: 3, reference: 4, amount_out: 5, amount_in: 6, balance: 7, skip_rows: 1 },
  ],
  [
    "MB",
    mb,
    "\t",
    { occurred_at: 1, reference: 2, amount_out: 3, amount_in: 4, balance: 5, memo: 6, sender_name: 7, skip_rows: 1 },
  ],
  ["ACB", acb, ",", { occurred_at: 1, reference: 2, memo: 3, amount_out: 4, amount_in: 5, balance: 6, skip_rows: 1 }],
  [
    "a list with signs",
    signed,
    ",",
    { occurred_at: 0, amount_in: 1, amount_out: null, memo: 2, reference: null, skip_rows: 1 },
  ],
])("the columns of %s are guessed", (_bank, text, delimiter, columns) => {
  expect(guessLayout(text)).toMatchObject({ delimiter, columns });
});

test.each([
  ["99000", 99_000],
  ["99.000", 99_000],
  ["1,234,567", 1_234_567],
  ["1.234.567,00", 1_234_567],
  ["1,234,567.0", 1_234_567],
  ["99000.00", 99_000],
  ["+99 000 VND", 99_000],
  ["- 50.000đ", -50_000],
  ["(50,000)", -50_000],
  ["", 0],
  ["-", 0],
  ["0.00", 0],
  ["1.2345", undefined],
  ["1,234.567,00", undefined],
  ["99.5", undefined],
  ["=1+1", undefined],
  ["1e9", undefined],
  ["9".repeat(17), undefined],
  ["٩٩", undefined],
])("the amount %j is %j", (text, amount) => {
  expect(statementAmount(text)).toBe(amount);
});

test.each([
  ["01/11/2026", "2026-10-31T17:00:00.000Z"],
  ["1/1/2026 8:05", "2026-01-01T01:05:00.000Z"],
  ["01-11-2026 08:30:11", "2026-11-01T01:30:11.000Z"],
  ["2026-11-01T08:30:11.5", "2026-11-01T01:30:11.000Z"],
  ["2026/11/01", "2026-10-31T17:00:00.000Z"],
  ["01/11/2026 5213 - 83012", "2026-10-31T17:00:00.000Z"],
  ["31/02/2026", undefined],
  ["13/13/2026", undefined],
  ["01/11/26", undefined],
  ["Tổng cộng", undefined],
  ["01/11/2026x", undefined],
])("the time %j is %j", (text, time) => {
  expect(statementTime(text)).toBe(time);
});

const path = "/api/admin/payments/statement";
const transfers = ({ db }: TestApp) => db.selectFrom("transfers").selectAll().orderBy("id").execute();

async function site(engine: TestApp["engine"]) {
  stopClock(Date.parse("2026-11-20T05:00:00Z"));
  const app = await testApp(engine);
  await makeBank(app);
  const token = await adminToken(app);
  return {
    app,
    async preview(text: string, columns?: StatementColumns) {
      return (await app.send(`POST ${path}/preview`, { token, json: { text, columns } })).json<StatementPreview>();
    },
    async take(text: string, columns?: StatementColumns) {
      return (await app.send(`POST ${path}`, { token, json: { text, columns } })).json<object>();
    },
    send: (text: unknown) => app.send(`POST ${path}`, { token, json: { text } }),
  };
}

onBothEngines((engine) => {
  test.each([
    ["Vietcombank", vietcombank, 2, 1],
    ["Techcombank", techcombank, 2, 0],
    ["MB", mb, 1, 0],
    ["ACB", acb, 1, 0],
    ["a list with signs", signed, 2, 0],
  ])("a statement of %s is shown, then taken once", async (_bank, text, count, wrong) => {
    const { app, preview, take } = await site(engine);
    const before = await preview(text);
    expect(before.counts).toEqual({ new: count, known: 0, wrong });
    expect(before.rows[0]).toMatchObject({ direction: "in", amount: 99_000, code, state: "new" });
    expect(await transfers(app)).toEqual([]);
    expect(await take(text)).toEqual({ taken: count, known: 0, wrong });
    expect((await preview(text)).counts).toEqual({ new: 0, known: count, wrong });
    expect(await take(text)).toEqual({ taken: 0, known: count, wrong });
    const [first, second] = await transfers(app);
    expect(first).toMatchObject({
      provider: "statement",
      source: "statement",
      amount: 99_000,
      direction: "in",
      account: "0123456789",
    });
    if (second) expect(second).toMatchObject({ amount: 50_000, direction: "out" });
  });

  test("names the line of what can't be read", async () => {
    const { preview } = await site(engine);
    const { rows } = await preview(vietcombank);
    expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
      [6, null],
      [8, null],
      [10, "Không đọc được ngày giao dịch"],
    ]);
  });

  test("equal rows of one file are transfers of their own, also when a part of them comes again", async () => {
    const { app, take } = await site(engine);
    const [header = "", row = ""] = signed.split("\n");
    expect(await take([header, row, row].join("\n"))).toEqual({ taken: 2, known: 0, wrong: 0 });
    expect(await take([header, row].join("\n"))).toEqual({ taken: 0, known: 1, wrong: 0 });
    expect(await take([header, row, row, row].join("\n"))).toEqual({ taken: 1, known: 2, wrong: 0 });
    expect(await transfers(app)).toHaveLength(3);
  });

  describe("a row that a webhook told of", () => {
    const told = (app: TestApp, values: object = {}) =>
      createIntake(app)(
        [
          {
            provider: "sepay",
            providerId: "92704",
            direction: "in",
            amount: 99_000,
            memo: code,
            account: "0123456789",
            subAccount: null,
            senderName: null,
            senderAccount: null,
            senderBank: null,
            reference: "FT26305123456789",
            balance: null,
            occurredAt: "2026-11-01T01:30:11.000Z",
            ...values,
          },
        ],
        { source: "webhook" },
      );

    test.each([
      ["by its reference", { memo: "khac" }],
      ["by account, amount, day and memo", { reference: null }],
      ["by the memo where references are written in two ways", { reference: "5213 - 83012" }],
      ["by its virtual account", { account: "5555555555", subAccount: "0123456789", memo: "khac" }],
    ])("is known %s", async (_how, values) => {
      const { app, preview, take } = await site(engine);
      await told(app, values);
      expect((await preview(techcombank)).rows.map(({ state }) => state)).toEqual(["known", "new"]);
      expect(await take(techcombank)).toEqual({ taken: 1, known: 1, wrong: 0 });
    });

    test.each([
      ["amount", { amount: 98_000 }],
      ["direction", { direction: "out" }],
      ["day", { reference: null, occurredAt: "2026-10-31T16:59:59.000Z" }],
      ["account", { account: "5555555555" }],
      ["memo, without a reference", { memo: "khac", reference: null }],
    ])("with another %s is no other's", async (_what, values) => {
      const { app, preview } = await site(engine);
      await told(app, values);
      expect((await preview(techcombank)).rows[0]?.state).toBe("new");
    });

    test("stands for one of two equal rows", async () => {
      const { app, take } = await site(engine);
      await told(app, { reference: null });
      const [header = "", row = ""] = signed.split("\n");
      expect(await take([header, row, row].join("\n"))).toEqual({ taken: 1, known: 1, wrong: 0 });
      expect(await take([header, row, row].join("\n"))).toEqual({ taken: 0, known: 2, wrong: 0 });
    });
  });

  test("chosen columns are remembered, and left where they fit nothing", async () => {
    const { preview, take } = await site(engine);
    const columns = {
      occurred_at: 2,
      memo: 0,
      amount_in: 1,
      amount_out: null,
      reference: null,
      balance: null,
      sender_name: null,
      skip_rows: 0,
    };
    const text = `${code},99000,01/11/2026\nkhac,98000,01/11/2026`;
    expect(await preview(text)).toMatchObject({
      columns: null,
      rows: [],
      head: [
        [code, "99000", "01/11/2026"],
        ["khac", "98000", "01/11/2026"],
      ],
    });
    expect((await preview(text, columns)).counts).toEqual({ new: 2, known: 0, wrong: 0 });
    expect((await preview(text)).columns).toBeNull();
    await take(text, columns);
    expect(await preview(text)).toMatchObject({ columns, counts: { new: 0, known: 2, wrong: 0 } });
    expect((await preview(acb)).columns).toMatchObject({ occurred_at: 1, amount_in: 5 });
  });
});

onOneEngine((engine) => {
  const wide = ["Ngày,Nội dung,Số tiền", `01/11/2026,${"x".repeat(500_000)},99000`].join("\n");

  test.each([
    [
      "a cell of all letters",
      `Ngày,Nội dung,Số tiền\n01/11/2026,"${"x".repeat(899_000)}",99000`,
      { new: 1, known: 0, wrong: 0 },
    ],
    ["a long cell", wide, { new: 1, known: 0, wrong: 0 }],
    [
      "a million columns",
      `Ngày,Nội dung,Số tiền\n01/11/2026,a,99000${",".repeat(890_000)}`,
      { new: 1, known: 0, wrong: 0 },
    ],
    ["nothing but delimiters", ",".repeat(statementLimit), { new: 0, known: 0, wrong: 0 }],
    ["nothing but quotes", '"'.repeat(statementLimit), { new: 0, known: 0, wrong: 0 }],
    ["a formula", "Ngày,Nội dung,Số tiền\n01/11/2026,=cmd|'/c calc'!A1\u0007,99000", { new: 1, known: 0, wrong: 0 }],
    ["half a sign", "Ngày,Nội dung,Số tiền\n01/11/2026,a\ud800,99000", { new: 1, known: 0, wrong: 0 }],
    ["a future day", "Ngày,Nội dung,Số tiền\n01/11/2027,a,99000", { new: 0, known: 0, wrong: 1 }],
    ["both amounts", "Ngày,Nội dung,Ghi nợ,Ghi có\n01/11/2026,a,1,2", { new: 0, known: 0, wrong: 1 }],
    ["no amount", "Ngày,Nội dung,Ghi nợ,Ghi có\n01/11/2026,a,0,", { new: 0, known: 0, wrong: 1 }],
  ])("%s does no harm", async (_what, text, counts) => {
    const { preview, send } = await site(engine);
    expect((await preview(text)).counts).toEqual(counts);
    expect([200, 422]).toContain((await send(text)).statusCode);
  });

  test("a formula stays a text", async () => {
    const { app, take } = await site(engine);
    await take('Ngày,Nội dung,Mã giao dịch,Số tiền\n01/11/2026,=1+1\u0007,="0123",99000');
    expect(await transfers(app)).toMatchObject([{ memo: "=1+1", reference: "0123" }]);
  });

  test("too many rows, and none that can be guessed, are refused", async () => {
    const { send } = await site(engine);
    const many = await send(`Ngày,Nội dung,Số tiền\n${"01/11/2026,a,1\n".repeat(5001)}`);
    expect(many.statusCode).toBe(422);
    expect(many.body).toContain("Sao kê có hơn 5.000 dòng");
    const unknown = await send("a,b\n1,2");
    expect(unknown.statusCode).toBe(422);
    expect(unknown.body).toContain("hãy chọn cột");
    expect((await send("x".repeat(statementLimit + 1))).statusCode).toBe(422);
    expect((await send("")).statusCode).toBe(422);
    expect((await send(`${signed}\0`)).statusCode).toBe(422);
  });

  test("without an account of the site nothing is taken", async () => {
    const { app, send } = await site(engine);
    await app.db.deleteFrom("bank_config").execute();
    expect((await send(signed)).statusCode).toBe(422);
  });

  test("is for administrators and accountants, and stands in the trail", async () => {
    const { app, take } = await site(engine);
    expect((await app.send(`POST ${path}`, { json: { text: signed } })).statusCode).toBe(401);
    await take(signed);
    const [entry] = await app.db
      .selectFrom("audit_log")
      .selectAll()
      .where("entity", "=", "transfer")
      .orderBy("id")
      .execute();
    expect(entry?.summary).toBe("Sao kê: 2 giao dịch mới, 0 đã có, 0 dòng không đọc được");
  });
});
