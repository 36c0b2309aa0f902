import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openCurrentDatabase } from "#server/database/open-current.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { parsePrometheus, valueOf } from "#test/prometheus.ts";
import { createLog } from "../log.ts";
import { type Database, openDatabase } from "./database.ts";
import { type SlowQueries, slowQueryLog, watchQueries } from "./query-watch.ts";

const secret = "bi-mat@example.com";

onBothEngines((engine) => {
  describe("queries", () => {
    async function open(slowQueries?: SlowQueries): Promise<Database> {
      const database = await openDatabase({ ...(await freshPlace(engine)), ...(slowQueries ? { slowQueries } : {}) });
      onTestFinished(() => database.close());
      return database;
    }

    test("that are slow are reported with their text and time, never with their values", async () => {
      const reports: { text: string; ms: number }[] = [];
      const { db } = await open({ ms: 0, report: (text, ms) => reports.push({ text, ms }) });
      await db.insertInto("meta").values({ key: secret, value: secret }).execute();
      await db.selectFrom("meta").selectAll().where("key", "in", [secret, "b"]).limit(71).execute();
      await db
        .updateTable("meta")
        .set({ value: `${secret}.vn` })
        .where("key", "=", secret)
        .execute();
      await sql`select ${secret} as "a",
        ${secret} as "b"`.execute(db);
      await db.transaction().execute((tx) => tx.deleteFrom("meta").where("value", "=", `${secret}.vn`).execute());
      await expect(sql`select * from nowhere where a = ${secret}`.execute(db)).rejects.toThrow();
      const slot = engine === "postgres" ? "$1" : "?";
      expect(reports.length).toBeGreaterThanOrEqual(8);
      expect(reports.map(({ text }) => text)).toContain(`select * from nowhere where a = ${slot}`);
      expect(reports.some(({ text }) => text.startsWith('insert into "meta"'))).toBe(true);
      expect(reports.some(({ text }) => text.includes("\n"))).toBe(false);
      expect(reports.map(({ text }) => text).join()).not.toMatch(/bi-mat|71/);
      expect(reports.every(({ ms }) => ms >= 0)).toBe(true);
    });

    test("that are quick are not reported, and all are measured", async () => {
      const { db, queries, pool } = await open({ ms: 600_000, report: () => expect.unreachable() });
      const before = queries.seconds.counts.reduce((sum, count) => sum + count, 0);
      await sql`select 1`.execute(db);
      await expect(sql`select * from nowhere`.execute(db)).rejects.toThrow();
      expect(queries.seconds.counts.reduce((sum, count) => sum + count, 0)).toBe(before + 2);
      expect([queries.failed.value, queries.slow.value]).toEqual([1, 0]);
      expect(pool?.()).toEqual(engine === "postgres" ? { busy: 0, idle: 1, waiting: 0 } : undefined);
    });

    test("are in the log of a server, whose level is a warning", async () => {
      const lines: string[] = [];
      const log = createLog("info", { write: (line) => lines.push(line) });
      // Any query takes longer than this.
      const slowQueries = slowQueryLog(log, 1e-9);
      const database = await openCurrentDatabase(await freshPlace(engine), log, { slowQueries });
      onTestFinished(() => database.close());
      lines.length = 0;
      await sql`select ${secret} as a`.execute(database.db);
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 40, msg: "slow query", ms: expect.any(Number), sql: expect.stringMatching(/^select (\$1|\?) as a$/) },
      ]);
      expect(lines.join()).not.toContain(secret);
    });

    test("and the pool are in the metrics", async () => {
      const app = await testApp(engine);
      const read = async () => parsePrometheus((await app.send("GET /metrics")).body);
      const before = valueOf(await read(), "db_query_duration_seconds_count") ?? 0;
      await sql`select 1`.execute(app.db);
      const families = await read();
      expect(valueOf(families, "db_query_duration_seconds_count")).toBeGreaterThan(before);
      expect(valueOf(families, "db_size_bytes")).toBeGreaterThan(10_000);
      expect(families.has("db_pool_connections")).toBe(engine === "postgres");
    });
  });
});

test("a report of a statement is bounded", () => {
  const texts: string[] = [];
  const watch = watchQueries({ ms: 10, report: (text) => texts.push(text) });
  watch.record(`select ${"?, ".repeat(10_000)}?`, 10, false);
  watch.record("select 1", 9.9, false);
  expect(texts.map(({ length }) => length)).toEqual([2000]);
  expect([watch.slow.value, watch.failed.value]).toEqual([1, 0]);
});

test("a time of 0 logs nothing", () => {
  expect(slowQueryLog({ warn: () => expect.unreachable() }, 0)).toBeUndefined();
});
