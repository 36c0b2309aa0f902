import { describe, expect, test } from "vitest";
import { type ApiKey, api } from "#contract/api.ts";
import { linesOfText } from "#contract/lyrics/lyrics-text.ts";
import { emptyPaymentConfig } from "#contract/payment-config.ts";
import type { TransferDetail } from "#contract/payments.ts";
import { emptyStorageConfig } from "#contract/storage.ts";
import { isVersioned } from "#contract/version.ts";
import { emptyZaloConfig } from "#contract/zalo.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import {
  adminToken,
  makeAdmin,
  makeBank,
  makeCategory,
  makeContact,
  makeExample,
  makeOrder,
  makePackage,
  makeRequest,
  makeSession,
  makeSong,
  makeStaff,
  makeUser,
  staffToken,
} from "#test/factories.ts";
import { transferComes, withBank } from "#test/payments.ts";

type PutKey = Extract<ApiKey, `PUT ${string}`>;
type TransferKey = Extract<ApiKey, `POST /api/admin/payments/{id}/${string}`>;
type Reply = Record<string, unknown> & { version: string };

interface Case {
  /** Adds the record. Returns its id, and the token that changes it where that is not an administrator's. */
  make?(app: TestApp): Promise<{ id: number; token?: string }>;
  /** Two changes, of different fields where the record has several. */
  one: Record<string, unknown>;
  other: Record<string, unknown>;
  /** Fields without which the endpoint takes no change. */
  rest?: Record<string, unknown>;
}

const storage = { ...emptyStorageConfig, account_id: "abc", access_key_id: "k", secret_access_key: "s" };

/** A request that a member works on. */
async function taken(app: TestApp, isSupervisor: boolean) {
  const member = await makeStaff(app, { is_supervisor: isSupervisor });
  const { id } = await makeRequest(app, { staff_id: member.id, status: "processing" });
  return { id, token: await staffToken(app, { member }) };
}

/** A view of all, which both administrators change. */
async function makeView(app: TestApp): Promise<{ id: number; token: string }> {
  const token = await adminToken(app);
  const json = { screen: "/admin/orders", name: "Đơn lớn", query: {}, is_shared: true };
  const { id } = (await app.send("POST /api/account/views", { token, json })).json<{ id: number }>();
  return { id, token };
}

const linesOf = (text: string) => linesOfText(text).document;

const cases: Partial<Record<PutKey, Case>> = {
  "PUT /api/premium-orders/{id}": {
    make: makeOrder,
    one: { admin_notes: "Gọi lại" },
    other: { payment_note: "Sáng mai" },
  },
  "PUT /api/admin/users/{id}": { make: makeUser, one: { full_name: "Lan" }, other: { is_active: false } },
  "PUT /api/admin/staff/{id}": { make: makeStaff, one: { notes: "Ca sáng" }, other: { phone: "0901 234 567" } },
  "PUT /api/admin/premium-packages/{id}": { make: makePackage, one: { price: 12_345 }, other: { sort_order: 7 } },
  "PUT /api/admin/premium-packages/order": {
    make: (app) => makePackage(app, { id: 1 }),
    one: { first: 2 },
    other: { first: 1 },
    rest: { ids: [1], first: 0 },
  },
  "PUT /api/bank-config/{id}": { make: makeBank, one: { branch: "Huế" }, other: { swift_code: "BFTVVNVX" } },
  "PUT /api/categories/{id}": { make: makeCategory, one: { description: "Lời quê" }, other: { is_featured: true } },
  "PUT /api/songs/{id}": { make: makeSong, one: { artist: "Lan" }, other: { is_featured: true } },
  "PUT /api/songs/{id}/lines": {
    make: makeSong,
    one: { document: linesOf("Một") },
    other: { document: linesOf("Hai") },
    rest: { document: linesOf("Ba") },
  },
  "PUT /api/songs/{id}/lines/draft": {
    make: makeSong,
    one: { document: linesOf("Một") },
    other: { document: linesOf("Hai") },
    rest: { document: linesOf("Ba") },
  },
  "PUT /api/admin/support/{id}": { make: makeContact, one: { description: "Buổi tối" }, other: { sort_order: 7 } },
  "PUT /api/admin/examples/{id}": { make: makeExample, one: { occasion: "Xin lỗi" }, other: { sort_order: 7 } },
  "PUT /api/song-requests/{id}": { make: makeRequest, one: { admin_notes: "Gấp" }, other: { agreed_price: 500_000 } },
  "PUT /api/staff/requests/{id}/update-status": {
    make: (app) => taken(app, false),
    one: { staff_notes: "Đang thu" },
    other: { status: "completed" },
  },
  "PUT /api/staff/requests/{id}": {
    make: (app) => taken(app, true),
    one: { agreed_price: 300_000 },
    other: { staff_notes: "Đang thu" },
  },
  "PUT /api/account/views/{id}": {
    make: makeView,
    one: { name: "Đơn to" },
    other: { query: { tab: "done" } },
  },
  "PUT /api/admin/config/song-pricing": { one: { base_price: 310_000 }, other: { description: "Viết riêng" } },
  "PUT /api/admin/config/social-links": {
    one: { facebook: "https://facebook.com/ngannga" },
    other: { zalo: "https://zalo.me/ngannga" },
  },
  "PUT /api/admin/config/orders": { one: { unpaid_days: 5 }, other: { unpaid_days: 9 }, rest: { unpaid_days: 7 } },
  "PUT /api/admin/config/retention": { one: { orders_months: 36 }, other: { audit_months: null } },
  "PUT /api/admin/config/notifications": { one: { quiet_hours: false }, other: { admin_emails: ["don@ngannga.vn"] } },
  "PUT /api/admin/config/cloudflare-r2": {
    one: { private_bucket_name: "rieng" },
    other: { region: "eu" },
    rest: storage,
  },
  "PUT /api/admin/config/payments": {
    one: { tolerance: 500 },
    other: { has_app_links: false },
    rest: emptyPaymentConfig,
  },
  "PUT /api/admin/config/receipts": { one: { address: "Hà Nội" }, other: { tax_code: "0101248141" } },
  "PUT /api/admin/config/zalo": { one: { app_id: "12" }, other: { oa_id: "34" }, rest: emptyZaloConfig },
};
const keys = Object.keys(cases) as PutKey[];

interface Paying {
  /** A paid or unpaid order of a user that costs 49,000 đ. */
  order_id: number;
  /** Lets a part of the transfer pay it. @returns the allocation's id */
  attach(amount: number): Promise<number>;
}

/** What each action takes for a transfer of 60,000 đ that pays nothing, once what it needs is attached. */
const actions: Partial<Record<TransferKey, (paying: Paying) => Promise<Record<string, unknown>>>> = {
  "POST /api/admin/payments/{id}/attach": async ({ order_id }) => ({
    parts: [{ kind: "order", id: order_id, amount: 49_000 }],
  }),
  "POST /api/admin/payments/{id}/accept": async ({ order_id, attach }) => {
    await attach(20_000);
    return { kind: "order", id: order_id };
  },
  "POST /api/admin/payments/{id}/extend": async ({ order_id, attach }) => {
    await attach(49_000);
    return { order_id, days: 3 };
  },
  "POST /api/admin/payments/{id}/refund": async () => ({ amount: 2_000, reason: "Chuyển thừa" }),
  "POST /api/admin/payments/{id}/ignore": async () => ({ reason: "Tiền của việc khác" }),
  "POST /api/admin/payments/{id}/undo": async ({ attach }) => ({
    what: { kind: "allocation", id: await attach(49_000), take_back_premium: true },
  }),
};
const actionKeys = Object.keys(actions) as TransferKey[];

/** Tried in `order-refunds.test.ts`. */
const refundKeys = [
  "POST /api/premium-orders/{id}/refunds",
  "POST /api/premium-orders/{id}/refunds/{refund_id}/undo",
] as const satisfies ApiKey[];

async function open(app: TestApp, key: PutKey) {
  const { make, rest = {} } = cases[key] as Case;
  const made = await make?.(app);
  const [, path = ""] = key.split(" ");
  const token = made?.token ?? (await adminToken(app));
  return {
    save: (json: object, by = token) =>
      app.send(`PUT ${path.replace("{id}", String(made?.id))}`, { token: by, json: { ...rest, ...json } }),
    isStaff: made?.token !== undefined,
  };
}

describe("the table", () => {
  test("has every endpoint whose changes name a version", () => {
    const versioned = (Object.keys(api) as ApiKey[]).filter((key) => isVersioned(api[key]));
    expect(versioned.toSorted()).toEqual([...keys, ...actionKeys, ...refundKeys].toSorted());
  });
});

onOneEngine((engine) => {
  test.each(keys)("%s refuses a change of an older version, and takes one without", async (key) => {
    const app = await testApp(engine);
    const { one, other, rest } = cases[key] as Case;
    const { save, isStaff } = await open(app, key);
    const first = (await save({})).json<Reply>();
    expect(first.version).toBeTypeOf("string");

    const saved = await save({ ...one, version: first.version });
    expect(saved.statusCode, saved.body).toBe(200);
    const record = saved.json<Reply>();
    expect(record.version).not.toBe(first.version);

    const admin = await makeAdmin(app, { email: "khac@example.com" });
    const colleague = isStaff ? undefined : await makeSession(app, "admin", admin.id);
    const refused = await save({ ...other, version: first.version }, colleague);
    expect(refused.statusCode, refused.body).toBe(409);
    const { detail, current, changed_by } = refused.json<{ detail: string; current: Reply; changed_by?: string }>();
    expect(detail).toMatch(/sau khi bạn mở, nên chưa lưu gì$/);
    expect(changed_by === undefined).toBe(isStaff);
    const kept = Object.fromEntries(
      Object.keys(one)
        .filter((name) => !(name in other))
        .map((name) => [name, record[name]]),
    );
    expect(current).toMatchObject({ ...kept, version: record.version });
    expect(Object.keys(current).toSorted()).toEqual(Object.keys(record).toSorted());

    const merged = await save({ ...(rest && one), ...other, version: current.version }, colleague);
    expect(merged.statusCode, merged.body).toBe(200);
    const both = merged.json<Reply>();
    expect(both).toMatchObject(kept);
    expect(both.version).not.toBe(record.version);

    const whole = await save({ ...one, ...other });
    expect(whole.statusCode, whole.body).toBe(200);
    expect(whole.json<Reply>().version).toBe(both.version);
  });

  test.each(actionKeys)("%s refuses to act on an older version, and acts on the present one", async (key) => {
    const app = await testApp(engine);
    await withBank(app);
    const token = await adminToken(app);
    const { id: package_id } = await makePackage(app, { price: 49_000, duration_days: 30 });
    const { id: order_id } = await makeOrder(app, { package_id, user_id: (await makeUser(app)).id });
    const { id } = await transferComes(app, { amount: 60_000, memo: "khong ma" });
    const address = `/api/admin/payments/${id}`;
    const act = (name: string, json: object, by = token) => app.send(`POST ${address}/${name}`, { token: by, json });
    const read = async () => (await app.send(`GET ${address}`, { token })).json<TransferDetail>();
    const json = await actions[key]?.({
      order_id,
      async attach(amount) {
        const attached = await act("attach", { parts: [{ kind: "order", id: order_id, amount }] });
        return attached.json<TransferDetail>().allocations[0]?.id ?? 0;
      },
    });
    const { version } = await read();

    const admin = await makeAdmin(app, { email: "khac@example.com" });
    const colleague = await makeSession(app, "admin", admin.id);
    const refunded = await act("refund", { amount: 1_000, reason: "Chuyển thừa", version }, colleague);
    expect(refunded.statusCode, refunded.body).toBe(200);
    const current = await read();
    expect(current.version).not.toBe(version);

    const name = key.slice(key.lastIndexOf("/") + 1);
    const refused = await act(name, { ...json, version });
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({ current });
    expect(refused.json()).toHaveProperty("changed_by");
    expect(await read()).toEqual(current);

    const acted = await act(name, { ...json, version: current.version });
    expect(acted.statusCode, acted.body).toBe(200);
    expect(acted.json<TransferDetail>().version).not.toBe(current.version);
  });

  test("replies to the public have no version", async () => {
    const app = await testApp(engine);
    const { id } = await makeSong(app);
    await makeBank(app);
    await makePackage(app);
    const addresses = [`/api/songs/${id}`, "/api/songs", "/api/categories", "/api/categories/with-song-count"];
    const others = ["/api/bank-config", "/api/premium-packages", "/api/song-requests/public/pricing", "/api/retention"];
    for (const address of [...addresses, ...others]) {
      const answer = await app.send(`GET ${address}`);
      expect(answer.statusCode, address).toBe(200);
      expect(answer.body, address).not.toContain('"version"');
    }
  });

  test("a version of another kind is a 422", async () => {
    const app = await testApp(engine);
    const { save } = await open(app, "PUT /api/premium-orders/{id}");
    for (const version of [1, "x".repeat(101), {}]) expect((await save({ version })).statusCode).toBe(422);
  });
});

onBothEngines((engine) => {
  test("of two changes in one version one is saved, and the other is a 409", async () => {
    const app = await testApp(engine);
    for (const key of ["PUT /api/premium-orders/{id}", "PUT /api/admin/config/retention"] as const) {
      const { one, other } = cases[key] as Case;
      const { save } = await open(app, key);
      const { version } = (await save({})).json<Reply>();
      const answers = await Promise.all([save({ ...one, version }), save({ ...other, version })]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted(), key).toEqual([200, 409]);
    }
  });
});
