import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshPlace } from "#test/databases.ts";
import { openDatabase } from "./database.ts";

test("a connection that is lost in the middle of a transaction fails that transaction and nothing else", async () => {
  const { db, close } = await openDatabase(await freshPlace("postgres"));
  const lost = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`select 1`.execute(tx);
  });
  await expect(lost).rejects.toThrow(/not queryable|terminat/i);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await close();
});
