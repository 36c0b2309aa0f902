import { describe, expect, test } from "vitest";
import { type ApiKey, api } from "#contract/api.ts";
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
  makeOrder,
  makePackage,
  makeRequest,
  makeSession,
  makeSong,
  makeStaff,
  makeUser,
  staffToken,
} from "#test/factories.ts";

type PutKey = Extract<ApiKey, `PUT ${string}`>;
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

const cases: Partial<Record<PutKey, Case>> = {
  "PUT /api/premium-orders/{id}": {
    make: makeOrder,
    one: { admin_notes: "Gọi lại" },
    other: { payment_note: "Sáng mai" },
  },
  "PUT /api/admin/users/{id}": { make: makeUser, one: { full_name: "Lan" }, other: { is_active: false } },
  "PUT /api/admin/staff/{id}": { make: makeStaff, one: { notes: "Ca sáng" }, other: { phone: "0901 234 567" } },
  "PUT /api/admin/premium-packages/{id}": { make: makePackage, one: { price: 12_345 }, other: { sort_order: 7 } },
  "PUT /api/bank-config/{id}": { make: makeBank, one: { branch: "Huế" }, other: { swift_code: "BFTVVNVX" } },
  "PUT /api/categories/{id}": { make: makeCategory, one: { description: "Lời quê" }, other: { is_featured: true } },
  "PUT /api/songs/{id}": { make: makeSong, one: { artist: "Lan" }, other: { is_featured: true } },
  "PUT /api/admin/support/{id}": { make: makeContact, one: { description: "Buổi tối" }, other: { sort_order: 7 } },
  "PUT /api/song-requests/{id}": { make: makeRequest, one: { admin_notes: "Gấp" }, other: { agreed_price: 500_000 } },
  "PUT /api/staff/requests/{id}/update-status": {
    make: (app) => taken(app, false),
    one: { staff_notes: "Đang thu" },
    other: { status: "completed" },
  },
  "PUT /api/staff/requests/{id}/payment": {
    make: (app) => taken(app, true),
    one: { agreed_price: 300_000 },
    other: { is_paid: true },
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
  "PUT /api/admin/config/zalo": { one: { app_id: "12" }, other: { oa_id: "34" }, rest: emptyZaloConfig },
};
const keys = Object.keys(cases) as PutKey[];

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
    expect(versioned.toSorted()).toEqual([...keys].toSorted());
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
