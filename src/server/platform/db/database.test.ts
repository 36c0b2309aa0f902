import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshPlace } from "#test/databases.ts";
import { openDatabase } from "./database.ts";

test("a connection lost within a transaction fails that transaction alone", async () => {
  const { db, close } = await openDatabase(await freshPlace("postgres"));
  onTestFinished(close);
  const lost = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const pid = rows[0]?.pid;
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    const others = () => sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db);
    await vi.waitFor(async () => expect((await others()).rows).toEqual([]), { timeout: 120_000 });
    await sql`select 1`.execute(tx);
  });
  await expect(lost).rejects.toThrow(/not queryable|terminat|ECONNRESET/i);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

/** The embedded database with a table, and another that has begun to write. */
async function beside() {
  const { db, file = "", close } = await openDatabase(await freshPlace("sqlite"));
  await sql`create table notes (text text)`.execute(db);
  const other = new SQLite(file);
  other.exec("begin immediate");
  const count = async () => (await sql<{ n: number }>`select count(*) as n from notes`.execute(db)).rows[0]?.n;
  return {
    db,
    count,
    free: () => other.exec("rollback"),
    async close() {
      other.close();
      await close();
    },
  };
}

test("a write waits for another process's write without blocking the event loop", async () => {
  const { db, count, free, close } = await beside();
  let isFree = false;
  const written = Promise.all([
    sql`insert into notes values ('one')`.execute(db),
    db.transaction().execute(async (tx) => {
      expect(isFree).toBe(true);
      await sql`insert into notes values ('two')`.execute(tx);
    }),
  ]);
  // Had SQLite itself waited, this timer would come only when it has given up.
  await wait(300);
  free();
  isFree = true;
  await written;
  expect(await count()).toBe(2);
  await close();
});

test("a write that waits too long fails with SQLITE_BUSY and leaves nothing", async () => {
  const { db, count, free, close } = await beside();
  await expect(sql`insert into notes values ('one')`.execute(db)).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  free();
  expect(await count()).toBe(0);
  await sql`insert into notes values ('two')`.execute(db);
  expect(await count()).toBe(1);
  await close();
});
