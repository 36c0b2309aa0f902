import { describe, expect, test } from "vitest";
import type { SystemInfo } from "#contract/system.ts";
import { lastBackup, markBackup } from "#server/platform/last-backup.ts";
import { GiveUpError } from "#server/platform/outbox.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makePackage, makeSong, staffToken, userToken } from "#test/factories.ts";
import { parsePrometheus, valueOf } from "#test/prometheus.ts";

const info = async (app: TestApp) => {
  const reply = await app.send("GET /api/admin/system", { token: await adminToken(app) });
  expect(reply.statusCode).toBe(200);
  return reply;
};
const metrics = async (app: TestApp) => parsePrometheus((await app.send("GET /metrics")).body);

onBothEngines((engine) => {
  test("the administrator sees versions, sizes and the work that waits", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    app.outbox.on("mail.send", async (what: string) => {
      if (what === "never") throw new GiveUpError("no such mailbox");
    });
    for (const what of ["good", "never"]) await app.outbox.add(app.db, "mail.send", what);
    await app.outbox.flush();
    await app.outbox.add(app.db, "mail.send", "later", { after: 3_600_000 });
    const shown = (await info(app)).json<SystemInfo>();
    expect(shown).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node_version: process.versions.node,
      started_at: expect.stringMatching(/^20\d\d-.*Z$/),
      memory: {
        resident: expect.any(Number),
        total: expect.any(Number),
        heap_used: expect.any(Number),
        heap_total: expect.any(Number),
      },
      database: { engine, version: expect.stringMatching(/^\d+\.\d+/), bytes: expect.any(Number) },
      disk: { free: expect.any(Number), total: expect.any(Number) },
      recordings: { bytes: 0, max: expect.any(Number) },
      queue: [{ topic: "mail.send", waiting: 1, running: 0, failed: 1, oldest_at: null }],
      last_backup: null,
    });
    expect(shown.database.bytes).toBeGreaterThan(10_000);
    expect(shown.disk?.total).toBeGreaterThan(shown.disk?.free ?? 0);
    expect(shown.memory.resident).toBeGreaterThan(shown.memory.heap_used);
    expect(shown.memory.total).toBeGreaterThan(shown.memory.resident);
  });

  test("messages of the outbox are in the metrics by topic, also those that nothing waits in", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    app.outbox.on("mail.send", async (what: string) => {
      if (what === "never") throw new GiveUpError("no such mailbox");
    });
    for (const what of ["good", "never"]) await app.outbox.add(app.db, "mail.send", what);
    await app.outbox.flush();
    await app.outbox.add(app.db, "orphan", "due");
    await app.db
      .updateTable("outbox")
      .set({ created_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where("topic", "=", "orphan")
      .execute();
    const families = await metrics(app);
    const depth = (topic: string, state: string) => valueOf(families, "outbox_depth", { topic, state });
    const ended = (outcome: string) => valueOf(families, "outbox_attempts_total", { topic: "mail.send", outcome });
    expect(["waiting", "running", "failed"].map((state) => depth("mail.send", state))).toEqual([0, 0, 1]);
    expect(["waiting", "running", "failed"].map((state) => depth("orphan", state))).toEqual([1, 0, 0]);
    expect(depth("files.remove", "waiting")).toBe(0);
    expect(["handled", "failed", "retried", "postponed"].map(ended)).toEqual([1, 1, 0, 0]);
    expect(valueOf(families, "outbox_oldest_seconds", { topic: "orphan" })).toBeGreaterThanOrEqual(3600);
    expect(valueOf(families, "outbox_oldest_seconds", { topic: "mail.send" })).toBe(0);
    expect(valueOf(families, "metrics_failed_collectors")).toBe(0);
  });
});

onOneEngine((engine) => {
  describe("the state of the system", () => {
    test("is for administrators", async () => {
      const app = await testApp(engine);
      expect((await app.send("GET /api/admin/system")).statusCode).toBe(401);
      for (const token of [await userToken(app), await staffToken(app, { isSupervisor: true })]) {
        expect((await app.send("GET /api/admin/system", { token })).statusCode).toBe(403);
      }
    });

    test("names no folder, address or secret", async () => {
      const app = await testApp(engine, { METRICS_TOKEN: "the token of the metrics".replaceAll(" ", "-") });
      const { body, headers } = await info(app);
      for (const secret of [app.place.dataDir, "secret", "postgres://", "the-token", ".db"]) {
        expect(body).not.toContain(secret);
      }
      expect(headers["cache-control"]).toBe("private, no-store");
    });

    test("tells of the last backup, and does without a disk that can't be read", async () => {
      const readDisk = () => Promise.reject(new Error(`EIO: ${process.cwd()}`));
      const app = await testApp(engine, {}, { readiness: { readDisk } });
      const mark = { finished_at: "2026-11-22T20:30:00.000Z", bytes: 1_234_567, missing_files: 2 };
      await markBackup(app.place.dataDir, mark);
      expect((await info(app)).json()).toMatchObject({ disk: null, last_backup: mark });
    });
  });

  describe("the metrics", () => {
    test("of the data folder and the backup", async () => {
      const disk = { free: 5e9, total: 2e10 };
      const app = await testApp(engine, {}, { readiness: { readDisk: async () => disk } });
      expect(valueOf(await metrics(app), "backup_last_success_timestamp_seconds")).toBe(0);
      await markBackup(app.place.dataDir, { finished_at: "2026-11-22T20:30:00.000Z", bytes: 1, missing_files: 0 });
      expect(await lastBackup(app.place.dataDir)).not.toBeNull();
      const families = await metrics(app);
      expect(valueOf(families, "backup_last_success_timestamp_seconds")).toBe(1_795_379_400);
      expect(valueOf(families, "data_disk_free_bytes")).toBe(disk.free);
      expect(valueOf(families, "data_disk_size_bytes")).toBe(disk.total);
    });

    test("answer without the database, and say what is missing", async () => {
      const app = await testApp(engine);
      await app.db.destroy();
      const families = await metrics(app);
      expect(valueOf(families, "metrics_failed_collectors")).toBe(2);
      expect(families.has("outbox_depth")).toBe(false);
      expect(families.has("http_requests_total")).toBe(true);
    });

    test("count plays, orders and requests once each, when they are new", async () => {
      const app = await testApp(engine, {}, { fresh: true });
      const counts = async () => {
        const families = await metrics(app);
        return ["plays", "orders", "song_requests"].map((name) => valueOf(families, `${name}_total`));
      };
      expect(await counts()).toEqual([0, 0, 0]);
      const song = await makeSong(app);
      const headers = { "user-agent": "test" };
      for (let i = 0; i < 2; i += 1) await app.send(`POST /api/songs/${song.id}/play`, { headers });
      await app.send(`POST /api/songs/${song.id + 1}/play`, { headers });

      const { id: package_id } = await makePackage(app);
      const order = { package_id, user_name: "Lan", user_phone: "0901234567", user_email: "lan@example.com" };
      const send = (json: object) =>
        app.send("POST /api/premium-orders", { json, headers: { "idempotency-key": "order-1" } });
      expect((await send(order)).statusCode).toBe(201);
      expect((await send(order)).statusCode).toBe(201);
      expect((await send({ ...order, package_id: 0 })).statusCode).toBe(422);
      expect((await app.send("POST /api/premium-orders", { json: { ...order, package_id: 99 } })).statusCode).toBe(422);

      const request = (key: string) => {
        const multipart = new FormData();
        const fields = {
          customer_name: "Lan",
          customer_email: "lan@example.com",
          request_content: "Bài hát tặng ba má",
        };
        for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
        return app.send("POST /api/song-requests", { multipart, headers: { "idempotency-key": key } });
      };
      const made = await request("request-1");
      expect(made.statusCode, made.body).toBe(201);
      await request("request-1");
      await request("request-2");
      expect(await counts()).toEqual([1, 1, 2]);
    });
  });
});
