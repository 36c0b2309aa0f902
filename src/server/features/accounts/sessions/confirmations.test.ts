import { afterEach, describe, expect, it, test, vi } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, makeBank, makeSession, makeStaff, password, staffToken } from "#test/factories.ts";
import { codeOf } from "#test/totp.ts";

const confirm = (app: TestApp, token: string, json: object) =>
  app.send("POST /api/account/confirmation", { token, json });
const reason = { reason: "confirmation_required" };
const refusal = {
  detail: "Việc này cần bạn xác nhận lại bằng mật khẩu, và mã xác thực nếu đang bật",
  ...reason,
};

/** The bodies of confirmed endpoints, where the body decides. */
const bodies: Partial<Record<string, object>> = {
  "PUT /api/admin/staff/{id}": { password: "một mật khẩu mới" },
  "PUT /api/admin/users/{id}": { email: "moi@example.com" },
  "PUT /api/admin/config/notifications": { admin_emails: [] },
};
const confirmed = Object.entries(api as Record<string, Endpoint>).filter(([, endpoint]) => endpoint.confirmed);

test("the endpoints of money, storage, accounts, and addresses that messages or customers go to are confirmed", () => {
  expect(confirmed.map(([key, { confirmed: when }]) => `${key} ${String(when)}`).sort()).toMatchInlineSnapshot(`
    [
      "DELETE /api/admin/administrators/{id}/sessions true",
      "DELETE /api/admin/staff/{id}/second-factor true",
      "DELETE /api/admin/support/{id} true",
      "DELETE /api/bank-config/{id} true",
      "PATCH /api/admin/support/{id}/toggle-status true",
      "POST /api/admin/administrators true",
      "POST /api/admin/administrators/{id}/invitation true",
      "POST /api/admin/staff true",
      "POST /api/admin/support true",
      "POST /api/bank-config true",
      "PUT /api/admin/administrators/{id} true",
      "PUT /api/admin/config/cloudflare-r2 true",
      "PUT /api/admin/config/notifications admin_emails",
      "PUT /api/admin/config/payments true",
      "PUT /api/admin/config/social-links true",
      "PUT /api/admin/config/zalo true",
      "PUT /api/admin/staff/{id} username,email,password,is_supervisor",
      "PUT /api/admin/support/{id} true",
      "PUT /api/admin/users/{id} email,password",
      "PUT /api/bank-config/{id} true",
    ]
  `);
});

describe("a sensitive change", () => {
  it.each(
    confirmed.map(([key]) => key),
  )("by %s is refused with the token alone, and let in with its confirmation", async (key) => {
    const app = await testApp("sqlite");
    const token = await adminToken(app);
    const other = await adminToken(app);
    const call = key.replace("{id}", "999999") as `PUT ${string}`;
    const send = (confirmation: string | null) => app.send(call, { token, json: bodies[key] ?? {}, confirmation });
    for (const wrong of [null, "", "x", app.confirmations.issue(other).confirmation]) {
      const refused = await send(wrong);
      expect([refused.statusCode, refused.json()]).toEqual([403, refusal]);
    }
    const { confirmation } = (await confirm(app, token, { password })).json();
    expect((await send(confirmation)).json()).not.toMatchObject(reason);
  });

  it.each([
    ["PUT /api/admin/staff/999999", { full_name: "An", password: "" }, 404],
    ["PUT /api/admin/users/999999", { full_name: "An", password: "" }, 404],
    ["PUT /api/admin/config/notifications", { quiet_hours: false }, 200],
  ] as const)("needs none where %s gets %j", async (call, json, status) => {
    const app = await testApp("sqlite");
    const token = await adminToken(app);
    expect((await app.send(call, { token, json, confirmation: null })).statusCode).toBe(status);
  });

  it.each([
    { email: "moi@example.com" },
    { password: "một mật khẩu mới" },
  ])("of a user needs one for %j", async (json) => {
    const app = await testApp("sqlite");
    const token = await adminToken(app);
    const refused = await app.send("PUT /api/admin/users/999999", { token, json, confirmation: null });
    expect([refused.statusCode, refused.json()]).toEqual([403, refusal]);
  });
});

describe("a confirmation", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("ends after five minutes, and with another key", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const app = await testApp("sqlite");
    const token = await adminToken(app);
    const { confirmation, expires_at } = (await confirm(app, token, { password })).json();
    expect(Date.parse(expires_at) - Date.now()).toBe(5 * 60_000);
    const { id } = await makeBank(app);
    const change = () => app.send(`PUT /api/bank-config/${id}`, { token, json: { branch: "Hà Nội" }, confirmation });
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect((await change()).statusCode).toBe(200);
    vi.advanceTimersByTime(1);
    expect((await change()).json()).toMatchObject(reason);
    const [, signature = ""] = confirmation.split(".");
    const later = `${(Date.now() + 1000).toString(36)}.${signature}`;
    expect(app.confirmations.isValid(token, later)).toBe(false);
  });

  it("needs the right password", async () => {
    const app = await testApp("sqlite");
    const wrong = await confirm(app, await adminToken(app), { password: "sai" });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      [{ field: "password", message: "Mật khẩu hiện tại không đúng" }],
    ]);
  });

  it("is given to staff members and accountants for their own sessions, and not to users", async () => {
    const app = await testApp("sqlite");
    const member = await makeStaff(app);
    expect((await confirm(app, await staffToken(app, { member }), { password })).statusCode).toBe(200);
    expect((await confirm(app, await adminToken(app, { role: "accountant" }), { password })).statusCode).toBe(200);
  });
});

onBothEngines((engine) => {
  it("takes a code of the second factor once", async () => {
    const app = await testApp(engine);
    const token = await makeSession(app, "admin", (await makeAdmin(app)).id);
    const factor = "POST /api/account/second-factor";
    const { secret } = (await app.send(`${factor}/setup`, { token, json: { password } })).json();
    await app.send(`${factor}/enable`, { token, json: { code: codeOf(secret, -1) } });
    const missing = await confirm(app, token, { password });
    expect([missing.statusCode, missing.json().errors]).toEqual([
      422,
      [{ field: "code", message: "Vui lòng nhập mã xác thực" }],
    ]);
    const used = codeOf(secret);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(app, token, { password, code: used })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422]);
  });
});
