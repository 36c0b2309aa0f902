import { expect, it } from "vitest";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { makeAdmin, makeSession, makeStaff, password } from "#test/factories.ts";

const secret = "một mật khẩu khác";
const isOpen = async (app: TestApp, token: string) =>
  (await app.send("GET /api/account/sessions", { token })).statusCode === 200;
const change = (app: TestApp, token: string, json: object) => app.send("POST /api/account/password", { token, json });

onBothEngines((engine) => {
  it.each([
    "admin",
    "accountant",
    "staff",
  ] as const)("%s changes the own password and ends the other sessions", async (role) => {
    const app = await testApp(engine);
    const kind = role === "staff" ? "staff" : "admin";
    const { id, email } = role === "staff" ? await makeStaff(app) : await makeAdmin(app, { role });
    const [token, other] = [await makeSession(app, kind, id), await makeSession(app, kind, id)];
    const wrong = await change(app, token, { current_password: "sai", new_password: secret });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      [{ field: "current_password", message: "Mật khẩu hiện tại không đúng" }],
    ]);
    for (const weak of ["ngắn", "1234567890"]) {
      const refused = await change(app, token, { current_password: password, new_password: weak });
      expect(refused.json().errors?.[0].field).toBe("new_password");
    }
    expect(await isOpen(app, other)).toBe(true);
    expect((await change(app, token, { current_password: password, new_password: secret })).statusCode).toBe(200);
    expect([await isOpen(app, token), await isOpen(app, other)]).toEqual([true, false]);
    const login = kind === "staff" ? "POST /api/staff/login" : "POST /api/auth/login";
    const statuses = [];
    for (const tried of [password, secret]) {
      statuses.push((await app.send(login, { form: { username: email, password: tried } })).statusCode);
    }
    expect(statuses).toEqual([401, 200]);
    const trail = await app.db
      .selectFrom("audit_log")
      .select("summary")
      .where("action", "=", "update")
      .orderBy("id")
      .execute();
    expect(trail.map(({ summary }) => summary)).toEqual([expect.stringContaining("(tự đổi mật khẩu)")]);
  });
});

it("shows the own sessions, ends one of them and all others, and none of another account", async () => {
  const app = await testApp("sqlite");
  const [mine, theirs] = [await makeAdmin(app), await makeAdmin(app)];
  const token = await makeSession(app, "admin", mine.id);
  const others = [await makeSession(app, "admin", mine.id), await makeSession(app, "admin", mine.id)];
  const stranger = await makeSession(app, "admin", theirs.id);
  const sessions = async (of: string) =>
    (await app.send("GET /api/account/sessions", { token: of })).json<{ id: number; is_current: boolean }[]>();
  const listed = await sessions(token);
  expect(listed.map(({ is_current }) => is_current).sort()).toEqual([false, false, true]);
  const [foreign] = await sessions(stranger);
  const end = (id: number | undefined) => app.send(`DELETE /api/account/sessions/${id}`, { token });
  expect((await end(foreign?.id)).statusCode).toBe(404);
  expect((await end(listed.find(({ is_current }) => !is_current)?.id)).statusCode).toBe(200);
  expect(await sessions(token)).toHaveLength(2);
  expect((await app.send("DELETE /api/account/sessions", { token })).statusCode).toBe(200);
  expect(await sessions(token)).toHaveLength(1);
  expect([await isOpen(app, stranger), ...(await Promise.all(others.map((each) => isOpen(app, each))))]).toEqual([
    true,
    false,
    false,
  ]);
});
