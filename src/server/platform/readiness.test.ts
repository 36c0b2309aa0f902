import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { schemaState } from "#server/database/migrate.ts";
import { onBothEngines, type TestAppOptions, testApp } from "#test/app.ts";
import { userToken } from "#test/factories.ts";
import { createLog } from "./log.ts";
import { createReadiness, type ReadinessDeps } from "./readiness.ts";

const readiness = { keepMs: 0, timeoutMs: 60_000 };
const notReady = (...errors: [field: string, message: string][]) => ({
  detail: "Máy chủ chưa sẵn sàng",
  errors: errors.map(([field, message]) => ({ field, message })),
});
const noDatabase = notReady(["database", "Cơ sở dữ liệu không trả lời"]);
const noDisk = notReady(["disk", "Ổ đĩa đã đầy hoặc không ghi được"]);

async function ask(app: Awaited<ReturnType<typeof testApp>>) {
  const reply = await app.send("GET /api/ready");
  expect(reply.headers["cache-control"]).toBe("no-store");
  expect(reply.headers).not.toHaveProperty("etag");
  return { status: reply.statusCode, body: reply.json() };
}

onBothEngines((engine) => {
  describe("GET /api/ready", () => {
    const open = (options: TestAppOptions["readiness"] = {}) =>
      testApp(engine, {}, { readiness: { ...readiness, ...options } });

    test("is 200 when all is in order, and leaves nothing on the disk", async () => {
      const app = await open();
      const before = readdirSync(path.join(app.place.dataDir, "tmp"));
      expect(await ask(app)).toEqual({
        status: 200,
        body: { status: "ready", checks: { database: "ok", migrations: "ok", disk: "ok" } },
      });
      expect(readdirSync(path.join(app.place.dataDir, "tmp"))).toEqual(before);
      const token = await userToken(app);
      expect((await app.send("GET /api/ready", { token })).statusCode).toBe(200);
    });

    test("is 503 while a migration is missing", async () => {
      const app = await open();
      await app.db
        .deleteFrom("migrations" as "meta")
        .where("name" as "key", "=", "0017-requests")
        .execute();
      expect(await ask(app)).toEqual({
        status: 503,
        body: notReady(["migrations", "Cơ sở dữ liệu chưa được nâng cấp"]),
      });
    });

    test("is 503 once a newer release has migrated, but not by expansions alone", async () => {
      const app = await open();
      const migrated = (name: string) =>
        app.db
          .insertInto("migrations" as "meta")
          .values({ name, ran_at: "2099-01-01" } as never)
          .execute();
      await migrated("9998-expand-future");
      expect((await ask(app)).status).toBe(200);
      await migrated("9999-contract-future");
      expect(await ask(app)).toEqual({
        status: 503,
        body: notReady(["migrations", "Một phiên bản mới hơn đã nâng cấp cơ sở dữ liệu"]),
      });
      expect((await app.send("GET /api/health")).statusCode).toBe(200);
    });

    test("is 503 without the database, and health stays 200", async () => {
      const app = await open();
      await app.database.db.destroy();
      expect(await ask(app)).toEqual({ status: 503, body: noDatabase });
      expect((await app.send("GET /api/health")).statusCode).toBe(200);
    });
  });
});

describe("the disk", () => {
  test("is full with less than 32 MB", async () => {
    let free = 32 * 1024 * 1024;
    const app = await testApp(
      "sqlite",
      {},
      { readiness: { ...readiness, readDisk: async () => ({ free, total: 1e12 }) } },
    );
    expect((await ask(app)).status).toBe(200);
    free -= 1;
    expect(await ask(app)).toEqual({ status: 503, body: noDisk });
  });

  test("that can't be written is as bad, and its path stays inside", async () => {
    const app = await testApp("sqlite", {}, { readiness });
    rmSync(path.join(app.place.dataDir, "tmp"), { recursive: true });
    expect(await ask(app)).toEqual({ status: 503, body: noDisk });
  });
});

test("the log tells once which checks fail, and when the process is ready again", async () => {
  let free = 1e12;
  const lines: { msg: string; failed?: string; err?: object }[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const readDisk = async () => ({ free, total: 1e12 });
  const app = await testApp("sqlite", {}, { readiness: { ...readiness, readDisk }, log });
  lines.length = 0;
  for (free of [1e12, 0, 0, 0, 1e12, 1e12]) await ask(app);
  expect(lines.map(({ msg, failed }) => [msg, failed])).toEqual([
    ["not ready", "disk"],
    ["ready again", undefined],
  ]);
  expect(lines[0]?.err).toMatchObject({ message: "Only 0 bytes are free" });
});

describe("what hangs", () => {
  const hangs = new Promise<never>(() => {});
  /** Over at once; what answers may be too late as well. */
  const timeoutMs = 5;

  test("counts as failed after the time, and is asked once however many wait", async () => {
    let asked = 0;
    const readDisk = () => {
      asked += 1;
      return hangs;
    };
    const app = await testApp("sqlite", {}, { readiness: { keepMs: 0, timeoutMs, readDisk } });
    const answers = await Promise.all([ask(app), ask(app), ask(app)]);
    const body = { ...noDisk, errors: expect.arrayContaining(noDisk.errors) as unknown };
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ status: 503, body })));
    expect((await ask(app)).status).toBe(503);
    expect(asked).toBe(1);
  });

  test("a database that hangs is not asked again meanwhile", async () => {
    const app = await testApp("sqlite");
    const held = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const busy = app.db.connection().execute(async () => {
      entered.resolve();
      await held.promise;
    });
    await entered.promise;
    const { db } = app.database;
    const temporary: ReadinessDeps["temporary"] = { newPath: () => path.join(app.place.dataDir, "probe") };
    const deps = { database: { db }, schemaState, dataDir: app.place.dataDir, temporary };
    const queries = vi.spyOn(db, "getExecutor");
    const ready = createReadiness({ ...deps, timeoutMs, keepMs: 0 });
    for (let i = 0; i < 3; i += 1) expect(await ready()).toHaveProperty("database");
    expect(queries).toHaveBeenCalledOnce();
    held.resolve();
    await busy;
    expect(await createReadiness({ ...deps, ...readiness })()).toEqual({});
  });

  test("a result serves for a moment, so that many who ask cost little", async () => {
    let asked = 0;
    const readDisk = async () => {
      asked += 1;
      return { free: 1e12, total: 1e12 };
    };
    const app = await testApp("sqlite", {}, { readiness: { ...readiness, readDisk, keepMs: 60_000 } });
    for (let i = 0; i < 5; i += 1) expect((await ask(app)).status).toBe(200);
    expect(asked).toBe(1);
  });
});
