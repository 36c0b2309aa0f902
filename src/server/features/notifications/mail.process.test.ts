import { expect, test, vi } from "vitest";
import { environmentOf, onBothEngines, testApp } from "#test/app.ts";
import { startServer } from "#test/processes.ts";
import { startSmtp } from "#test/smtp.ts";
import type { Recipient } from "./notifications.service.ts";

const patient = { timeout: 120_000 };
/** Each has an address of their own: to one there would be a limit. */
const customer = (n: number): Recipient => ({
  kind: "customer",
  id: null,
  name: "Trần Lan",
  email: `lan${n}@example.com`,
  phone: null,
});
const data = { code: "HMABCDEFGH", path: "/orders/x", package_name: "Gói năm", amount: 399_000 };
const mailEnv = (smtp: { url: string }) => ({ SMTP_URL: smtp.url, PUBLIC_URL: "https://nghe.example.vn" });

onBothEngines((engine) => {
  test("a process that is killed between sending and writing it down sends the same Message-ID again", async () => {
    const smtp = await startSmtp();
    const app = await testApp(engine, mailEnv(smtp));
    const env = { ...environmentOf(app), ...mailEnv(smtp) };
    const release = smtp.holdAnswers();
    const victim = startServer(env);
    await victim.origin();
    await app.db.transaction().execute(async (tx) => {
      for (let n = 0; n < 4; n++) await app.notifications.notify(tx, customer(n), { event: "order_received", data });
    });
    // The server has each message whole, and its answer never arrives.
    await vi.waitFor(() => expect(smtp.received).toHaveLength(3), patient);
    victim.process.kill("SIGKILL");
    await victim.ended;
    release();
    // The leases of the dead process end.
    await app.db
      .updateTable("outbox")
      .set({ available_at: new Date(0).toISOString() })
      .where("topic", "=", "email")
      .execute();
    const states = () => app.db.selectFrom("deliveries").select(["state", "attempts"]).execute();
    expect((await states()).map(({ state }) => state)).toEqual(Array(4).fill("waiting"));
    await startServer(env).origin();
    await vi.waitFor(async () => {
      expect((await states()).map(({ state }) => state)).toEqual(Array(4).fill("sent"));
    }, patient);
    const ids = smtp.received.map((mail) => mail.header("message-id"));
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids.slice(0, 3)) expect(ids.slice(3)).toContain(id);
  });
});

test("two processes on one PostgreSQL send each message once", async () => {
  const smtp = await startSmtp();
  const app = await testApp("postgres", mailEnv(smtp));
  const env = { ...environmentOf(app), ...mailEnv(smtp) };
  const servers = [startServer(env), startServer(env)];
  await Promise.all(servers.map((server) => server.origin()));
  const count = 40;
  const release = smtp.holdAnswers();
  await app.db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n++) await app.notifications.notify(tx, customer(n), { event: "order_received", data });
  });
  // Three at a time of each process.
  await vi.waitFor(() => expect(smtp.received).toHaveLength(6), patient);
  release();
  const sent = () => app.db.selectFrom("deliveries").select("id").where("state", "=", "sent").execute();
  await vi.waitFor(async () => expect(await sent()).toHaveLength(count), patient);
  expect(smtp.received).toHaveLength(count);
  expect(new Set(smtp.received.map((mail) => mail.header("message-id"))).size).toBe(count);
});
