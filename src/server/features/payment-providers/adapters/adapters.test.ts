import { describe, expect, test } from "vitest";
import {
  cassoData,
  cassoListed,
  payosData,
  type SimulatedCall,
  sepayBody,
  signedCasso,
  signedPayos,
  signedSepay,
  simulatedCall,
  tokenCasso,
} from "../simulator.ts";
import type { Call } from "./call.ts";
import { cassoJson, cassoSignature, readCasso } from "./casso.ts";
import { readPayos } from "./payos.ts";
import { readSepay, sepaySignature } from "./sepay.ts";

const secret = "a-secret-key";
const now = Date.parse("2026-11-20T07:05:00Z");
const transfer = {
  amount: 99_000,
  memo: "MBVCB.2427229823.HM7K2QF9XA.CT tu 1027236393 NGUYỄN VĂN A / ACB",
  account: "0123499999",
  id: 92_704,
  reference: "FT24255276428461",
  occurredAt: now - 60_000,
};
const signing = { secret, at: now };

const callOf = ({ body, headers }: Pick<SimulatedCall, "body" | "headers">, values: Partial<Call> = {}): Call => ({
  body: Buffer.from(body),
  headers,
  secret,
  now,
  ...values,
});
const wrong = { kind: "wrong_signature" };

const event = {
  amount: 99_000,
  direction: "in",
  memo: transfer.memo,
  account: "0123499999",
  reference: "FT24255276428461",
  occurredAt: "2026-11-20T07:04:00.000Z",
};

describe("SePay", () => {
  const read = (call: Call) => readSepay(call, "hmac");
  const signed = (values: object, at = now) =>
    callOf(signedSepay(JSON.stringify({ ...sepayBody(transfer), ...values }), { secret, at }));

  test("reads a signed transfer, with the virtual account and the balance", () => {
    const call = callOf(simulatedCall("sepay", { ...transfer, subAccount: "VQRQ0001" }, signing));
    expect(read(call)).toEqual({
      kind: "events",
      events: [
        {
          raw: call.body.toString(),
          event: expect.objectContaining({
            ...event,
            provider: "sepay",
            providerId: "92704",
            subAccount: "VQRQ0001",
            balance: 19_077_000,
          }),
        },
      ],
    });
  });

  test("knows its own scheme: HMAC-SHA256 of time, point and body", () => {
    const headers = {
      "x-sepay-timestamp": "1700000000",
      // printf '1700000000.{"id":1}' | openssl dgst -sha256 -hmac test-secret
      "x-sepay-signature": "sha256=7e20f4d04901c5d68deb886cfd7eec01a01825b08d20aeffeb37820a7ee2c068",
    };
    const call = { body: Buffer.from('{"id":1}'), headers, secret: "test-secret", now: 1_700_000_000_000 };
    expect(read(call).kind).toBe("unreadable");
  });

  test.each([
    ["five minutes old", -5 * 60_000, true],
    ["replayed later", -5 * 60_000 - 1000, false],
    ["five minutes ahead", 5 * 60_000, true],
    ["from a later time", 5 * 60_000 + 1000, false],
  ])("a signature that is %s (%i ms): %s", (_name, offset, isRight) => {
    expect(read(signed({}, now + offset)).kind).toBe(isRight ? "events" : "wrong_signature");
  });

  test.each<[string, (call: Call) => Partial<Call>]>([
    ["another secret", () => ({ secret: "another" })],
    [
      "a body that was written anew",
      ({ body }) => ({ body: Buffer.from(JSON.stringify(JSON.parse(`${body}`), null, 1)) }),
    ],
    ["a truncated body", ({ body }) => ({ body: body.subarray(0, -1) })],
    ["no signature", ({ headers }) => ({ headers: { ...headers, "x-sepay-signature": undefined } })],
    ["no time", ({ headers }) => ({ headers: { ...headers, "x-sepay-timestamp": undefined } })],
    ["a time with a sign", ({ headers }) => ({ headers: { ...headers, "x-sepay-timestamp": "+1" } })],
    ["two signatures", ({ headers }) => ({ headers: { ...headers, "x-sepay-signature": ["a", "b"] } })],
    ["a key in place of a signature", () => ({ headers: { authorization: `Apikey ${secret}` } })],
  ])("refuses %s", (_name, change) => {
    const call = signed({});
    expect(read({ ...call, ...change(call) })).toEqual(wrong);
  });

  test("takes a key where that is its method, and no signature then", () => {
    const call = callOf(simulatedCall("sepay", transfer, { ...signing, method: "apikey" }));
    expect(readSepay(call, "apikey").kind).toBe("events");
    expect(readSepay({ ...call, headers: { authorization: `Apikey ${secret}x` } }, "apikey")).toEqual(wrong);
    expect(readSepay({ ...call, headers: { authorization: `Bearer ${secret}` } }, "apikey")).toEqual(wrong);
    expect(readSepay(signed({}), "apikey")).toEqual(wrong);
  });

  test.each<[string, object]>([
    ["a part of a đồng", { transferAmount: 99_000.5 }],
    ["a negative amount", { transferAmount: -1 }],
    ["a huge amount", { transferAmount: 1e15 + 1 }],
    ["an amount beyond all numbers", { transferAmount: 1e300 }],
    ["an amount in words", { transferAmount: "99k" }],
    ["thousands of Vietnam", { transferAmount: "99.000" }],
    ["no amount", { transferAmount: undefined }],
    ["an id that JSON rounds", { id: 2 ** 53 }],
    ["no id", { id: null }],
    ["a list as id", { id: [1] }],
    ["neither in nor out", { transferType: "both" }],
    ["no account", { accountNumber: "", subAccount: null }],
    ["no time and no reference", { transactionDate: "hôm qua", referenceCode: "" }],
  ])("can't read %s, and says so", (_name, values) => {
    expect(read(signed(values))).toEqual({ kind: "unreadable", reason: expect.any(String), events: [] });
  });

  test.each<[string, object, object]>([
    ["money that left", { transferType: "OUT" }, { direction: "out" }],
    ["an amount as text", { transferAmount: "99000.00" }, { amount: 99_000 }],
    ["an id as text", { id: "7f1f2c1e" }, { providerId: "7f1f2c1e" }],
    ["a virtual account alone", { accountNumber: null, subAccount: "VA1" }, { account: "VA1", subAccount: null }],
    ["no content", { content: "" }, { memo: `BankAPINotify ${transfer.memo}` }],
    ["no text at all", { content: null, description: {} }, { memo: "" }],
    [
      "a strange time with a reference",
      { transactionDate: "2026-02-30 10:00:00" },
      { occurredAt: "2026-11-20T07:05:00.000Z" },
    ],
    ["a day alone", { transactionDate: "2026-11-20" }, { occurredAt: "2026-11-19T17:00:00.000Z" }],
    ["an unknown balance", { accumulated: 0 }, { balance: null }],
    ["names of prototypes", JSON.parse('{"__proto__": {"id": 5}, "constructor": 1}'), { providerId: "92704" }],
  ])("reads %s", (_name, values, found) => {
    expect(read(signed(values))).toMatchObject({ kind: "events", events: [{ event: found }] });
  });

  test("of 0 đ is no event", () => {
    expect(read(signed({ transferAmount: 0 }))).toEqual({ kind: "events", events: [] });
  });

  test.each<[string, Buffer]>([
    ["no JSON", Buffer.from("{")],
    ["nothing", Buffer.alloc(0)],
    ["not UTF-8", Buffer.from('{"id":1,"content":"\xff"}', "latin1")],
    ["a field twice", Buffer.from('{"id":1,"transferAmount":1,"transferAmoun\\u0074":2}')],
    ["deep nesting", Buffer.from(`{"id":${"[".repeat(30_000)}${"]".repeat(30_000)}}`)],
    ["a list", Buffer.from("[]")],
    ["null", Buffer.from("null")],
  ])("signed %s is unreadable", (_name, body) => {
    const headers = { "x-sepay-timestamp": "1763622300", "x-sepay-signature": "" };
    headers["x-sepay-signature"] = sepaySignature(body, headers["x-sepay-timestamp"], secret);
    expect(read({ body, headers, secret, now: 1_763_622_300_000 })).toMatchObject({ kind: "unreadable", events: [] });
  });
});

describe("Casso", () => {
  const read = (call: Call) => readCasso(call, "signature");
  const signed = (values: object, at = now) =>
    callOf(signedCasso({ error: 0, data: { ...cassoData(transfer), ...values } }, { secret, at }));

  /** Published with its signature by Casso; the key is an example. */
  const published = {
    secret: "mgExMrjj4i7a1p8Cs6LmFbpCd8lbw4sSX4LZXPag7TKazeIogtR90tvWYTkwQbvs",
    at: 1_727_948_258_788,
    signature:
      "ed0a4bd2e826d5cb69988cdb141e6c1a080e21f3b57eb72cd78192220042b9e7dde0868fc667faea8e224900fa7904e7c88dfa098032fb2d6b6996856e8b7ff3",
    data: {
      id: 0,
      reference: "MA_GIAO_DICH_THU_NGHIEM",
      description: "giao dich thu nghiem",
      amount: 599_000,
      runningBalance: 25_000_000,
      transactionDateTime: "2024-10-03 15:06:37",
      accountNumber: "88888888",
      bankName: "VPBank",
      bankAbbreviation: "VPB",
      virtualAccountNumber: "",
      virtualAccountName: "",
      counterAccountName: "NGUYEN VAN A",
      counterAccountNumber: "8888888888",
      counterAccountBankId: "970415",
      counterAccountBankName: "VietinBank",
    },
  };
  const publishedCall = (body: unknown = { error: 0, data: published.data }): Call => ({
    body: Buffer.from(JSON.stringify(body)),
    headers: { "x-casso-signature": `t=${published.at},v1=${published.signature}` },
    secret: published.secret,
    now: published.at + 1000,
  });

  test("knows the published signature, of a test call", () => {
    expect(read(publishedCall())).toEqual({ kind: "test" });
    const reordered = { data: Object.fromEntries(Object.entries(published.data).reverse()), error: 0 };
    expect(read(publishedCall(reordered))).toEqual({ kind: "test" });
    expect(read(publishedCall({ error: 0, data: { ...published.data, amount: 599_001 } }))).toEqual(wrong);
  });

  test("reads a signed transfer of Vietnamese letters and slashes", () => {
    const call = callOf(simulatedCall("casso", transfer, signing));
    expect(read(call)).toEqual({
      kind: "events",
      events: [
        {
          raw: call.body.toString(),
          event: expect.objectContaining({
            ...event,
            provider: "casso",
            providerId: "92704",
            subAccount: null,
            senderName: "NGUYEN VAN A",
            senderAccount: "8888888888",
            senderBank: "VietinBank",
            balance: 25_000_000,
          }),
        },
      ],
    });
  });

  test("takes the JSON of PHP, which escapes both", () => {
    const body = { error: 0, data: { ...cassoData(transfer), description: "Thử / ộ" } };
    const json = cassoJson(body).replace("Thử / ộ", "Th\\u1eed \\/ \\u1ed9");
    const signature = cassoSignature(json, String(now), secret);
    const call = callOf({ body: JSON.stringify(body), headers: { "x-casso-signature": `t=${now},v1=${signature}` } });
    expect(read(call)).toMatchObject({ kind: "events", events: [{ event: { memo: "Thử / ộ" } }] });
  });

  test.each([
    ["a day old", -24 * 3600_000, true],
    ["older", -25 * 3600_000 - 1000, false],
    ["five minutes ahead", 5 * 60_000, true],
    ["from a later time", 5 * 60_000 + 1000, false],
  ])("a signature that is %s (%i ms): %s", (_name, offset, isRight) => {
    expect(read(signed({}, now + offset)).kind).toBe(isRight ? "events" : "wrong_signature");
  });

  test.each<[string, (call: Call) => Partial<Call>]>([
    ["another secret", () => ({ secret: "another" })],
    ["a changed body", ({ body }) => ({ body: Buffer.from(body.toString().replace("99000", "990000")) })],
    ["a truncated body", ({ body }) => ({ body: body.subarray(0, -1) })],
    ["an empty body", () => ({ body: Buffer.alloc(0) })],
    ["no UTF-8", ({ body }) => ({ body: Buffer.from(body.toString(), "latin1") })],
    ["no signature", () => ({ headers: {} })],
    ["a signature of another length", () => ({ headers: { "x-casso-signature": `t=${now},v1=ab` } })],
    ["deep nesting", () => ({ body: Buffer.from(`${"[".repeat(30_000)}${"]".repeat(30_000)}`) })],
    ["the key in place of a signature", () => ({ headers: { "secure-token": secret } })],
  ])("refuses %s", (_name, change) => {
    const call = signed({});
    expect(read({ ...call, ...change(call) })).toEqual(wrong);
  });

  test.each<[string, object, object]>([
    ["money that left", { amount: -99_000 }, { direction: "out", amount: 99_000 }],
    ["a virtual account", { virtualAccountNumber: "V3CASS0001" }, { subAccount: "V3CASS0001" }],
    ["new fields", { new_field: { deep: [1, { b: 1, a: 2 }] } }, { amount: 99_000 }],
  ])("reads %s", (_name, values, found) => {
    expect(read(signed(values))).toMatchObject({ kind: "events", events: [{ event: found }] });
  });

  test("can't read a signed call with a field twice, or of another kind", () => {
    const call = signed({});
    const twice = call.body.toString().replace('"amount":', '"amount":1,"amount":');
    expect(read({ ...call, body: Buffer.from(twice) })).toMatchObject({ kind: "unreadable" });
    expect(read(callOf(signedCasso({ error: 0 }, signing)))).toMatchObject({ kind: "unreadable" });
    expect(read(callOf(signedCasso([], signing)))).toMatchObject({ kind: "unreadable" });
    expect(read(signed({ amount: 1.5 }))).toMatchObject({ kind: "unreadable" });
    expect(read(signed({ amount: 0 }))).toEqual({ kind: "events", events: [] });
  });

  describe("of the older version", () => {
    const readOld = (data: unknown, values: Partial<Call> = {}) =>
      readCasso(callOf(tokenCasso(data, { secret }), values), "secure_token");
    const listed = (values: object) => ({ ...cassoListed(transfer), ...values });

    test("reads all transfers of its list, and passes over tests", () => {
      const reading = readOld([
        listed({ id: 1, tid: "A001" }),
        listed({ id: 0 }),
        listed({ id: 2, tid: "A002", amount: -5 }),
      ]);
      expect(reading).toMatchObject({
        kind: "events",
        events: [
          {
            event: { ...event, provider: "casso", providerId: "1", reference: "A001" },
            raw: expect.stringContaining("A001"),
          },
          { event: { direction: "out", amount: 5, reference: "A002" }, raw: expect.not.stringContaining("A001") },
        ],
      });
      expect(readOld([listed({ id: 0 })])).toEqual({ kind: "test" });
    });

    test("keeps the readable ones of a list, and tells that one is not", () => {
      expect(readOld([listed({}), listed({ id: 2, amount: "?" })])).toMatchObject({
        kind: "unreadable",
        events: [{ event: { providerId: "92704" } }],
      });
    });

    test("refuses another key and none, and a signature is no key", () => {
      expect(readOld([listed({})], { secret: "another" })).toEqual(wrong);
      expect(readOld([listed({})], { headers: {} })).toEqual(wrong);
      expect(readCasso(signed({}), "secure_token")).toEqual(wrong);
    });

    test.each<[string, unknown]>([
      ["no list", "x"],
      ["nothing", undefined],
      ["a list of numbers", [1]],
      ["too long a list", Array.from({ length: 501 }, (_, id) => listed({ id: id + 1 }))],
    ])("can't read %s", (_name, data) => {
      expect(readOld(data)).toMatchObject({ kind: "unreadable", events: [] });
    });
  });
});

describe("payOS", () => {
  const signed = (values: object) => callOf(signedPayos({ ...payosData(transfer), ...values }, signing));

  /** Both published with their signatures: in the tests of its library, and in its documentation. */
  const inLibrary = {
    secret: "test_checksum_key",
    signature: "302b3becca1672dff99daafae2965f40e48ea3ca39453e4bf37fbcc26807a0e8",
    data: {
      accountNumber: "0123456789",
      amount: 20_000,
      description: "thanh toan",
      reference: "FT-REFERENCE",
      transactionDateTime: "2025-12-12 09:00:00",
      virtualAccountNumber: "",
      counterAccountBankId: "01202001",
      counterAccountBankName: "",
      counterAccountName: "NGUYEN VAN A",
      counterAccountNumber: "9876543210",
      virtualAccountName: "",
      currency: "VND",
      orderCode: 0,
      paymentLinkId: "payment-link-id",
      code: "00",
      desc: "success",
    },
  };
  const inDocumentation = {
    secret: "1a54716c8f0efb2744fb28b6e38b25da7f67a925d98bc1c18bd8faaecadd7675",
    signature: "412e915d2871504ed31be63c8f62a149a4410d34c4c42affc9006ef9917eaa03",
    data: {
      orderCode: 123,
      amount: 3000,
      description: "VQRIO123",
      accountNumber: "12345678",
      reference: "TF230204212323",
      transactionDateTime: "2023-02-04 18:25:00",
      currency: "VND",
      paymentLinkId: "124c33293c43417ab7879e14c8d9eb18",
      code: "00",
      desc: "Thành công",
      counterAccountBankId: "",
      counterAccountBankName: "",
      counterAccountName: "",
      counterAccountNumber: "",
      virtualAccountName: "",
      virtualAccountNumber: "",
    },
  };
  const publishedCall = ({ data, signature, secret }: { data: object; signature: string; secret: string }): Call => ({
    body: Buffer.from(JSON.stringify({ code: "00", desc: "success", success: true, data, signature })),
    headers: {},
    secret,
    now,
  });

  test("knows the published signatures", () => {
    expect(readPayos(publishedCall(inLibrary))).toMatchObject({
      kind: "events",
      events: [
        {
          event: {
            provider: "payos",
            providerId: "0:FT-REFERENCE",
            providerOrder: 0,
            amount: 20_000,
            occurredAt: "2025-12-12T02:00:00.000Z",
            senderBank: "01202001",
          },
        },
      ],
    });
    expect(readPayos(publishedCall({ ...inLibrary, data: { ...inLibrary.data, amount: 20_001 } }))).toEqual(wrong);
  });

  test("takes the documentation's sample, which registering sends, for a test", () => {
    expect(readPayos(publishedCall(inDocumentation))).toEqual({ kind: "test" });
    const nulls = Object.fromEntries(Object.entries(inDocumentation.data).map(([key, value]) => [key, value || null]));
    expect(readPayos(publishedCall({ ...inDocumentation, data: nulls }))).toEqual({ kind: "test" });
  });

  test("takes a body that was written anew, or in another order", () => {
    const call = signed({});
    const { data, ...rest } = JSON.parse(call.body.toString());
    const reordered = { data: Object.fromEntries(Object.entries(data).reverse()), ...rest };
    const body = Buffer.from(JSON.stringify(reordered, null, 2));
    expect(readPayos({ ...call, body })).toMatchObject({ kind: "events", events: [{ event }] });
  });

  test("reads a signed transfer, also with fields that nobody knows yet and of an unknown link", () => {
    const call = signed({ orderCode: 9_007_199_254_740_991, note: "a & b = ộ", zero: 0, list: [{ b: 1, a: 2 }] });
    expect(readPayos(call)).toMatchObject({
      kind: "events",
      events: [{ event: { ...event, providerId: "9007199254740991:FT24255276428461", providerOrder: 2 ** 53 - 1 } }],
    });
  });

  test.each<[string, (call: Call) => Partial<Call>]>([
    ["another secret", () => ({ secret: "another" })],
    ["a changed body", ({ body }) => ({ body: Buffer.from(body.toString().replace("99000", "990000")) })],
    ["a truncated body", ({ body }) => ({ body: body.subarray(0, -1) })],
    ["no UTF-8", ({ body }) => ({ body: Buffer.from(body.toString(), "latin1") })],
    ["no data", () => ({ body: Buffer.from('{"code":"00","signature":""}') })],
    ["no signature", ({ body }) => ({ body: Buffer.from(body.toString().replace('"signature"', '"sign"')) })],
    [
      "a signature that is no text",
      ({ body }) => ({ body: Buffer.from(body.toString().replace(/"signature":"\w+"/, '"signature":[1]')) }),
    ],
  ])("refuses %s", (_name, change) => {
    const call = signed({});
    expect(readPayos({ ...call, ...change(call) })).toEqual(wrong);
  });

  test.each<[string, object]>([
    ["an order code as text", { orderCode: "5" }],
    ["an order code that JSON rounds", { orderCode: 2 ** 53 }],
    ["another currency", { currency: "USD" }],
    ["a transfer that failed", { code: "01" }],
    ["a negative amount", { amount: -5 }],
    ["neither reference nor time", { reference: null, transactionDateTime: null }],
  ])("can't read %s", (_name, values) => {
    expect(readPayos(signed(values))).toMatchObject({ kind: "unreadable", events: [] });
  });
});

/** Values that a field may have in a call with a right signature. */
const strange = [
  null,
  true,
  0,
  -0,
  -1,
  0.1,
  1e15,
  2 ** 53,
  -(2 ** 53),
  1e308,
  "",
  " ",
  "0",
  "-1",
  "1e5",
  "0x10",
  "٣",
  "\u0000",
  "\ud800",
  "ộ".repeat(9000),
  "2026-02-30",
  "2026-11-20 24:00:00",
  "9999-12-31 00:00:00",
  "2026-11-20T10:00:00+99:99",
  [],
  {},
  [[]],
  { id: 1 },
  ["in"],
];

describe.each([
  [
    "SePay",
    sepayBody(transfer),
    (data: object) => readSepay(callOf(signedSepay(JSON.stringify(data), signing)), "hmac"),
  ],
  [
    "Casso",
    cassoData(transfer),
    (data: object) => readCasso(callOf(signedCasso({ error: 0, data }, signing)), "signature"),
  ],
  [
    "Casso's list",
    cassoListed(transfer),
    (data: object) => readCasso(callOf(tokenCasso([data], signing)), "secure_token"),
  ],
  ["payOS", payosData(transfer), (data: object) => readPayos(callOf(signedPayos({ ...data }, signing)))],
])("%s", (_name, fields, readFields) => {
  test.each(
    Object.keys(fields),
  )("with any value of %s is an event that can be kept, a test, or unreadable", (field) => {
    for (const value of strange) {
      const reading = readFields({ ...fields, [field]: value });
      expect(["events", "test", "unreadable"]).toContain(reading.kind);
      if (reading.kind !== "events") continue;
      for (const { event: found } of reading.events) {
        expect(Number.isSafeInteger(found.amount) && found.amount > 0, JSON.stringify({ [field]: value })).toBe(true);
        expect(found.occurredAt).toBe(new Date(found.occurredAt).toISOString());
        expect([found.providerId, found.account]).not.toContain("");
        expect(["in", "out"]).toContain(found.direction);
      }
    }
  });
});
