import { readFileSync } from "node:fs";
import path from "node:path";
import jsQR from "jsqr";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { BankConfig, PaymentDetails } from "#contract/bank.ts";
import { banks } from "#contract/banks.ts";
import { codesIn } from "#contract/order-search.ts";
import type { PayableOrder } from "#contract/orders.ts";
import { recordWithoutMessages } from "#server/features/audit/audit.service.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeBank, makeOrder, makeRequest, userToken } from "#test/factories.ts";
import { createBank } from "./bank.service.ts";
import { vietQr } from "./vietqr.ts";

const own = "/api/bank-config";
const account = { bank_name: "Vietcombank", account_number: "0123456789", account_holder: "NGUYEN THI NGA" };
const png = readFileSync(path.resolve(import.meta.dirname, "../../../../test/fixtures/audio/cover.png"));

const add = async (app: TestApp, json: object, token?: string) =>
  app.send(`POST ${own}`, { token: token ?? (await adminToken(app)), json });

onBothEngines((engine) => {
  test("of two accounts added at once one is kept, and the other is a 409", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const answers = await Promise.all([add(app, account, token), add(app, account, token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const again = await add(app, account, token);
    expect(again.json()).toEqual({ detail: "Đã có tài khoản ngân hàng, bạn hãy sửa tài khoản đó" });
  });

  test("the schema holds one account at most", async () => {
    const app = await testApp(engine);
    await makeBank(app);
    await expect(makeBank(app)).rejects.toThrow();
  });

  test.each([
    [undefined, { makesLinks: false, isInstant: false }, "none"],
    [undefined, { makesLinks: false, isInstant: true }, "none"],
    [undefined, { makesLinks: true, isInstant: true }, "instant"],
    [{ is_active: false }, { makesLinks: true, isInstant: true }, "none"],
    [{ is_active: true }, { makesLinks: false, isInstant: false }, "by_hand"],
    [{ is_active: true }, { makesLinks: false, isInstant: true }, "instant"],
  ] as const)("with the account %j and the options %j customers pay so: %s", async (row, options, way) => {
    const app = await testApp(engine);
    if (row) await makeBank(app, row);
    const bank = createBank({
      database: app.database,
      files: app.files,
      links: { make: async () => {}, accountOf: async () => undefined },
      recordSensitive: recordWithoutMessages,
      pictures: { ofTransfer: async () => Buffer.of() },
      transferOptions: async () => ({ hasAppLinks: false, ...options }),
    });
    expect(await bank.paymentWay()).toBe(way);
  });

  test("is removed and can be added anew", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = (await add(app, account, token)).json<BankConfig>();
    expect((await app.send(`DELETE ${own}/${id}`, { token })).json()).toEqual({ success: true });
    expect((await app.send(`GET ${own}`)).statusCode).toBe(404);
    const second = (await add(app, account, token)).json<BankConfig>();
    expect(second.id).not.toBe(id);
  });
});

onOneEngine((engine) => {
  test("is tried out by 1.000 ₫ with a content that is no code, also while it is switched off", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const address = `GET ${own}/test-payment` as const;
    expect((await app.send(address, { token })).statusCode).toBe(404);
    const bank = await makeBank(app, { bank_bin: "970436", is_active: false });
    expect((await app.send(address)).statusCode).toBe(401);
    expect((await app.send(address, { token: await userToken(app) })).statusCode).toBe(403);

    const payment = (await app.send(address, { token })).json<PaymentDetails>();
    expect(payment).toMatchObject({ account_number: bank.account_number, amount: 1_000, app_links: [] });
    const expected = { bankBin: "970436", accountNumber: bank.account_number, purpose: payment.transfer_content };
    expect(payment.vietqr).toBe(vietQr({ ...expected, amount: 1_000 }));
    const picture = await sharp(Buffer.from(payment.qr_svg ?? ""), { density: 300 })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const scanned = jsQR(new Uint8ClampedArray(picture.data), picture.info.width, picture.info.height);
    expect(scanned?.data).toBe(payment.vietqr);
    expect(codesIn(payment.transfer_content)).toEqual([]);
  });

  test("an account without a bank of NAPAS has no code to try out", async () => {
    const app = await testApp(engine);
    await makeBank(app, { bank_bin: null });
    const payment = await app.send(`GET ${own}/test-payment`, { token: await adminToken(app) });
    expect(payment.json()).toMatchObject({ amount: 1_000, vietqr: null, qr_svg: null });
  });

  test("is public while active; administrators see an inactive one too", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    expect((await app.send(`GET ${own}/`)).statusCode).toBe(404);
    const { id } = (await add(app, account, token)).json<BankConfig>();
    const shown = await app.send(`GET ${own}/`);
    expect(shown.json()).toMatchObject({ ...account, id, is_active: true, bank_bin: null, updated_by: null });
    expect(shown.headers.etag).toBeDefined();
    await app.send(`PUT ${own}/${id}`, { token, json: { is_active: false } });
    expect((await app.send(`GET ${own}`)).statusCode).toBe(404);
    expect((await app.send(`GET ${own}`, { token: await userToken(app) })).statusCode).toBe(404);
    expect((await app.send(`GET ${own}`, { token })).json()).toMatchObject({
      is_active: false,
      updated_by: expect.stringContaining("@"),
    });
  });

  test("switched off it is shown to nobody who pays: on no private page and in no picture", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = (await add(app, { ...account, bank_bin: "970436" }, token)).json<BankConfig>();
    const { page_token: order } = await makeOrder(app, { payment_amount: 99_000 });
    const { page_token: request } = await makeRequest(app, {
      status: "completed",
      agreed_price: 299_000,
      accepted_at: new Date().toISOString(),
    });
    const pages = [`/api/orders/${order}`, `/api/requests/${request}`];
    const shown = async () => {
      const states: unknown[] = [];
      for (const page of pages) {
        const { payment } = (await app.send(`GET ${page}`)).json();
        states.push([payment?.account_number ?? null, (await app.send(`GET ${page}/qr.png`)).statusCode]);
      }
      return states;
    };
    const { account_number } = account;
    expect(await shown()).toEqual([
      [account_number, 200],
      [account_number, 200],
    ]);
    await app.send(`PUT ${own}/${id}`, { token, json: { is_active: false } });
    expect(await shown()).toEqual([
      [null, 404],
      [null, 404],
    ]);
    for (const page of pages) expect((await app.send(`GET ${page}`)).body).not.toContain(account_number);
  });

  test("managing it needs an administrator", async () => {
    const app = await testApp(engine);
    const { id } = await makeBank(app);
    for (const call of [`POST ${own}`, `PUT ${own}/${id}`, `DELETE ${own}/${id}`] as const) {
      expect((await app.send(call)).statusCode, call).toBe(401);
      expect((await app.send(call, { token: await userToken(app) })).statusCode, call).toBe(403);
    }
  });

  test("blanks and dots of an account number are removed, and fields that are left out stay", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const body = {
      ...account,
      account_number: " 0123.456 789 ",
      bank_bin: "970436",
      branch: " Hà Nội ",
      swift_code: "",
    };
    const { id, ...made } = (await add(app, body, token)).json<BankConfig>();
    expect(made).toMatchObject({
      account_number: "0123456789",
      bank_bin: "970436",
      branch: "Hà Nội",
      swift_code: null,
    });
    const changed = await app.send(`PUT ${own}/${id}`, { token, json: { account_number: "VQRQ00012abc" } });
    expect(changed.json()).toMatchObject({ account_number: "VQRQ00012abc", bank_bin: "970436", branch: "Hà Nội" });
    const entries = await app.db.selectFrom("audit_log").selectAll().where("entity", "=", "bank_account").execute();
    expect(entries.map(({ action, summary }) => `${action} ${summary}`)).toEqual([
      "create Vietcombank (số tài khoản: 0123…6789)",
      "update Vietcombank (số tài khoản: 0123…6789 → VQRQ…2abc)",
    ]);
  });

  test.each([
    [{ bank_name: "" }, "bank_name", "Vui lòng nhập tên ngân hàng"],
    [{ account_number: " . " }, "account_number", "Vui lòng nhập số tài khoản"],
    [{ account_number: "1234-5678" }, "account_number", "Số tài khoản chỉ gồm chữ cái và chữ số, nhiều nhất 19 ký tự"],
    [
      { account_number: "1".repeat(20) },
      "account_number",
      "Số tài khoản chỉ gồm chữ cái và chữ số, nhiều nhất 19 ký tự",
    ],
    [{ account_holder: undefined }, "account_holder", "Vui lòng nhập tên chủ tài khoản"],
    [{ bank_bin: "000000" }, "bank_bin", "Mã BIN không phải của một ngân hàng trong danh sách"],
    [{ qr_code_image: "không phải ảnh" }, "qr_code_image", "Không đọc được ảnh QR, vui lòng chọn ảnh khác"],
  ])("refuses %o", async (values, field, message) => {
    const app = await testApp(engine);
    const answer = await add(app, { ...account, ...values });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([{ field, message }]);
  });

  test("an image in base64 is stored as a file that ends with the account", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const image = png.toString("base64");
    const { id, qr_code_url } = (
      await add(app, { ...account, qr_code_image: `data:image/png;base64,${image}` }, token)
    ).json<BankConfig>();
    expect(qr_code_url).toMatch(/^\/uploads\/images\/[0-9a-f]{32}\.png$/);
    expect((await app.send(`GET ${qr_code_url}`)).rawPayload.equals(png)).toBe(true);
    const replaced = await app.send(`PUT ${own}/${id}`, { token, json: { qr_code_image: image } });
    const second = replaced.json<BankConfig>().qr_code_url;
    expect(second).not.toBe(qr_code_url);
    await app.outbox.flush();
    expect((await app.send(`GET ${qr_code_url}`)).statusCode).toBe(404);
    expect((await app.send(`GET ${second}`)).statusCode).toBe(200);
    await app.send(`DELETE ${own}/${id}`, { token });
    await app.outbox.flush();
    expect((await app.send(`GET ${second}`)).statusCode).toBe(404);
  });

  test("an account that does not exist is neither changed nor removed", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeBank(app);
    expect((await app.send(`PUT ${own}/${id + 1}`, { token, json: { branch: "Huế" } })).statusCode).toBe(404);
    expect((await app.send(`DELETE ${own}/${id + 1}`, { token })).statusCode).toBe(404);
    expect((await app.send(`GET ${own}`)).json()).toMatchObject({ id, branch: null });
  });

  test("refuses what is no image, too large, or a missing file, and keeps nothing", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const text = Buffer.from("<svg onload='alert(1)'/>").toString("base64");
    const wrong = await add(app, { ...account, qr_code_image: text }, token);
    expect([wrong.statusCode, wrong.json().detail]).toEqual([415, "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP"]);
    const large = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]).toString("base64");
    const tooLarge = await add(app, { ...account, qr_code_image: large }, token);
    expect([tooLarge.statusCode, tooLarge.json().detail]).toEqual([413, "File ảnh không được vượt quá 5MB"]);
    const missing = `/uploads/images/${"0".repeat(32)}.png`;
    expect((await add(app, { ...account, qr_code_url: missing }, token)).json().errors[0].field).toBe("qr_code_url");
    await makeBank(app);
    expect((await add(app, { ...account, qr_code_image: png.toString("base64") }, token)).statusCode).toBe(409);
    expect(await app.db.selectFrom("files").select("key").execute()).toEqual([]);
  });
});

test("banks have numbers of their own", () => {
  expect(new Set(banks.map(({ bin }) => bin)).size).toBe(banks.length);
  for (const { bin } of banks) expect(bin).toMatch(/^\d{6}$/);
  const bin = Object.fromEntries(banks.map((bank) => [bank.code, bank.bin]));
  expect(bin).toMatchObject({ VCB: "970436", CTG: "970415", BID: "970418", AGRIBANK: "970405", TCB: "970407" });
  expect(bin).toMatchObject({ MBB: "970422", ACB: "970416", VPB: "970432", TPB: "970423", STB: "970403" });
  expect(bin).toMatchObject({ VIB: "970441", SHB: "970443", HDB: "970437", MSB: "970426", OCB: "970448" });
});

onOneEngine((engine) => {
  test("the saved picture explains itself, and scans to what is missing now", async () => {
    const app = await testApp(engine);
    await makeBank(app, { bank_bin: "970436" });
    const { page_token } = await makeOrder(app, { received_amount: 9_000 });
    const { payment } = (await app.send(`GET /api/orders/${page_token}`)).json<PayableOrder>();
    expect(payment?.amount).toBe(40_000);
    const picture = await app.send(`GET /api/orders/${page_token}/qr.png`);
    const { data, info } = await sharp(picture.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([900, 1260]);
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(payment?.vietqr);
  });
});
