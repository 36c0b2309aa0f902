import { expect, it } from "vitest";
import { forEachEngine, testApp } from "#test/app.ts";
import { adminToken, makeUser, password, userToken } from "#test/factories.ts";

forEachEngine((engine) => {
  it("smoke", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const answer = await app.send("POST /api/user/login-json", { json: { username: user.username, password } });
    expect(answer.statusCode).toBe(200);
    const me = await app.send("GET /api/user/me", { token: await userToken(app, { premium: true }) });
    expect(me.json().is_premium).toBe(true);
    const wrong = await app.send("GET /api/user/me", { token: await adminToken(app) });
    expect(wrong.statusCode).toBe(403);
    const form = await app.send("POST /api/user/login", { form: { username: user.username, password } });
    expect(form.json().user.id).toBe(user.id);
  });
});
