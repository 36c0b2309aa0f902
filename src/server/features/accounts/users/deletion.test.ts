import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { fold } from "#contract/fold.ts";
import { sqliteName } from "#server/platform/db/database.ts";
import { testApp } from "#test/app.ts";
import { adminToken, makeOrder, makeRequest, makeStaff, makeUser } from "#test/factories.ts";
import { lockWaits } from "#test/locks.ts";

test.each([
  "premium_orders",
  "song_requests",
] as const)("deleting an account waits for its rows of %s before it takes its messages", async (table) => {
  const app = await testApp("postgres");
  const token = await adminToken(app);
  const user = await makeUser(app);
  const { id } =
    table === "premium_orders"
      ? await makeOrder(app, { user_id: user.id })
      : await makeRequest(app, { user_id: user.id });
  await app.db
    .transaction()
    .execute((tx) =>
      app.notifications.notify(
        tx,
        { kind: "user", id: user.id, name: "An", email: user.email, phone: null },
        { event: "premium_ends_in_7_days", data: { expires_at: new Date().toISOString() } },
      ),
    );
  const deletion = await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom(table).where("id", "=", id).execute();
    const waiting = app.send(`DELETE /api/admin/users/${user.id}`, { token }).then((answer) => answer);
    await lockWaits(app.db);
    const messages = await sql`select id from deliveries for update nowait`.execute(tx);
    expect(messages.rows).toHaveLength(1);
    return { waiting };
  });
  expect((await deletion.waiting).statusCode).toBe(200);
});

test("the e-mail tokens of a deleted account of any kind leave the table", async () => {
  const app = await testApp("sqlite");
  const token = await adminToken(app);
  const user = await makeUser(app);
  const member = await makeStaff(app);
  const accounts = [
    { kind: "user", account_id: user.id, call: `DELETE /api/admin/users/${user.id}` },
    { kind: "staff", account_id: member.id, call: `DELETE /api/admin/staff/${member.id}` },
  ] as const;
  const time = new Date().toISOString();
  const times = { created_at: time, expires_at: time, ended_at: null };
  for (const [token_id, { kind, account_id }] of accounts.entries()) {
    const values = {
      token_id,
      purpose: "password_reset" as const,
      kind,
      account_id,
      email_key: "lan@example.com",
      ...times,
    };
    await app.db.insertInto("account_tokens").values(values).execute();
  }
  for (const { call } of accounts) expect((await app.send(call, { token })).statusCode).toBe(200);
  expect(await app.db.selectFrom("account_tokens").selectAll().execute()).toEqual([]);
});

test("no erased name is left in the files of the embedded database", async () => {
  const app = await testApp("sqlite");
  const token = await adminToken(app);
  const names = ["Quách Tuyệt Nhiên", "Lữ Hoài Thương", "Đoàn Bảo Khuê"] as const;
  const user = await makeUser(app, { full_name: names[0] });
  const order = await makeOrder(app, { user_name: names[1], user_id: user.id });
  const request = await makeRequest(app, { customer_name: names[2], request_content: `${names[2]} kể` });
  await app.db
    .transaction()
    .execute((tx) =>
      app.notifications.notify(
        tx,
        { kind: "user", id: user.id, name: names[0], email: user.email, phone: null },
        { event: "premium_ends_in_7_days", data: { expires_at: new Date().toISOString() } },
      ),
    );
  const found = () => {
    const bytes = ["", "-wal"].map((end) => {
      const file = path.join(app.place.dataDir, `${sqliteName}${end}`);
      return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    });
    return names.filter((name) => [name, fold(name)].some((text) => bytes.some((file) => file.includes(text))));
  };
  expect(found()).toEqual(names);
  for (const call of [
    `DELETE /api/admin/users/${user.id}`,
    `DELETE /api/premium-orders/${order.id}`,
    `DELETE /api/song-requests/${request.id}`,
  ] as const) {
    expect((await app.send(call, { token })).statusCode).toBe(200);
  }
  expect(found()).toEqual([]);
});
