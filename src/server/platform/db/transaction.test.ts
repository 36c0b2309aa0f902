import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { onBothEngines } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { openDatabase } from "./database.ts";
import type { Tx } from "./schema.ts";

test("of two transactions in a deadlock the one that PostgreSQL breaks off runs again", async () => {
  const { db, close } = await openDatabase(await freshPlace("postgres", { reusable: false }));
  onTestFinished(close);
  await sql`create table marks (name text primary key, n int not null)`.execute(db);
  await sql`insert into marks values ('a', 0), ('b', 0)`.execute(db);
  const raise = (tx: Tx, name: string) => sql`update marks set n = n + 1 where name = ${name}`.execute(tx);
  let runs = 0;
  let holding = 0;
  const bothHold = Promise.withResolvers<void>();
  const inOrder = (first: string, second: string) =>
    db.transaction().execute(async (tx) => {
      runs += 1;
      await raise(tx, first);
      holding += 1;
      if (holding === 2) bothHold.resolve();
      await bothHold.promise;
      await raise(tx, second);
    });
  await Promise.all([inOrder("a", "b"), inOrder("b", "a")]);
  expect(runs).toBeGreaterThan(2);
  expect((await sql`select name, n from marks order by name`.execute(db)).rows).toEqual([
    { name: "a", n: 2 },
    { name: "b", n: 2 },
  ]);
});

onBothEngines((engine) => {
  test.each([
    "40P01",
    "40001",
  ])("a transaction that always ends with %s is given up after three tries", async (code) => {
    const { db, close } = await openDatabase(await freshPlace(engine));
    onTestFinished(close);
    let runs = 0;
    const failing = db.transaction().execute(async () => {
      runs += 1;
      throw Object.assign(new Error("broken off"), { code });
    });
    await expect(failing).rejects.toMatchObject({ code });
    expect(runs).toBe(3);
  });

  test("no other error runs a transaction again, and what it wrote is rolled back", async () => {
    const { db, close } = await openDatabase(await freshPlace(engine));
    onTestFinished(close);
    let runs = 0;
    const failing = db.transaction().execute(async (tx) => {
      runs += 1;
      await tx.insertInto("settings").values({ key: "x", value: "1", updated_at: new Date().toISOString() }).execute();
      throw Object.assign(new Error("taken"), { code: "23505" });
    });
    await expect(failing).rejects.toThrow("taken");
    expect(runs).toBe(1);
    expect(await db.selectFrom("settings").where("key", "=", "x").select("key").execute()).toEqual([]);
  });
});

test("advisory locks are named by 64 bits", async () => {
  const { db, dialect, close } = await openDatabase(await freshPlace("postgres"));
  onTestFinished(close);
  await db.transaction().execute(async (tx) => {
    await dialect.lock(tx, "order 1");
    const { rows } = await sql<{ classid: string }>`select classid::text from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
    expect(rows).toHaveLength(1);
    const high = (
      await sql<{ high: string }>`select ((hashtextextended('order 1', 0) >> 32) & 4294967295)::text as high`.execute(
        tx,
      )
    ).rows[0]?.high;
    expect(rows[0]?.classid).toBe(high);
  });
});
