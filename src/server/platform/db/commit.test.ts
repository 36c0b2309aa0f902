import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { freshPlace, onBothEngines } from "#test/databases.ts";
import { createChangeTriggers } from "./change-topics.ts";
import { afterCommit } from "./commit.ts";
import { type DatabaseOptions, openDatabase } from "./database.ts";
import type { Engine } from "./dialect.ts";
import type { Db, Tx } from "./schema.ts";

async function fresh(
  engine: Engine,
  { reusable = true, ...options }: Partial<DatabaseOptions> & { reusable?: boolean } = {},
) {
  const database = await openDatabase({ ...(await freshPlace(engine, { reusable })), ...options });
  onTestFinished(database.close);
  return database;
}

const note = (tx: Db, key: string) =>
  tx.insertInto("settings").values({ key, value: "1", updated_at: new Date().toISOString() }).execute();
const notes = async (db: Db) => {
  const rows = await db.selectFrom("settings").where("key", "like", "note %").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key);
};

const brokenOff = (code: string) => Object.assign(new Error("broken off"), { code });

test("of two transactions in a deadlock the one that PostgreSQL breaks off runs again", async () => {
  const { db, commit } = await fresh("postgres", { reusable: false });
  await sql`create table marks (name text primary key, n int not null)`.execute(db);
  await sql`insert into marks values ('a', 0), ('b', 0)`.execute(db);
  const raise = (tx: Tx, name: string) => sql`update marks set n = n + 1 where name = ${name}`.execute(tx);
  let runs = 0;
  let holding = 0;
  const bothHold = Promise.withResolvers<void>();
  const followed: string[] = [];
  const inOrder = (first: string, second: string) =>
    commit(async (tx) => {
      runs += 1;
      afterCommit(tx, () => void followed.push(first));
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
  expect(followed.toSorted()).toEqual(["a", "b"]);
});

onBothEngines((engine) => {
  test.each(["40P01", "40001"])("a change that always ends with %s is given up after three tries", async (code) => {
    const { db, commit } = await fresh(engine);
    let runs = 0;
    let followed = 0;
    const failing = commit(async (tx) => {
      runs += 1;
      await note(tx, "note x");
      afterCommit(tx, () => void (followed += 1));
      throw brokenOff(code);
    });
    await expect(failing).rejects.toMatchObject({ code });
    expect([runs, followed, await notes(db)]).toEqual([3, 0, []]);
  });

  test("no other error runs a change again; what it wrote is rolled back, and nothing follows", async () => {
    const { db, commit } = await fresh(engine);
    let runs = 0;
    let followed = 0;
    const failing = commit(async (tx) => {
      runs += 1;
      await note(tx, "note x");
      afterCommit(tx, () => void (followed += 1));
      throw Object.assign(new Error("taken"), { code: "23505" });
    });
    await expect(failing).rejects.toThrow("taken");
    expect([runs, followed, await notes(db)]).toEqual([1, 0, []]);
  });

  test("follow-ups of a try that was rolled back are thrown away", async () => {
    const { db, commit } = await fresh(engine);
    const followed: number[] = [];
    let runs = 0;
    await commit(async (tx) => {
      runs += 1;
      const run = runs;
      await note(tx, `note ${run}`);
      afterCommit(tx, () => void followed.push(run));
      if (run === 1) throw brokenOff("40P01");
    });
    expect([followed, await notes(db)]).toEqual([[2], ["note 2"]]);
  });

  test("follow-ups come once each, in the order of their registration, and see what was committed", async () => {
    const { db, commit } = await fresh(engine);
    const followed: string[] = [];
    const seen: Promise<string[]>[] = [];
    const first = () => {
      followed.push("first");
      seen.push(notes(db));
    };
    const result = await commit(async (tx) => {
      afterCommit(tx, first);
      await note(tx, "note a");
      afterCommit(tx, () => void followed.push("second"));
      afterCommit(tx, first);
      followed.push("task");
      return "done";
    });
    expect([result, followed]).toEqual(["done", ["task", "first", "second"]]);
    expect(await Promise.all(seen)).toEqual([["note a"]]);
  });

  test("an error of a follow-up is reported, fails neither the change nor the next follow-up, and is not waited for", async () => {
    const reported: string[] = [];
    const { db, commit } = await fresh(engine, { onFollowUpError: (error) => reported.push(String(error)) });
    let isNextDone = false;
    await commit(async (tx) => {
      await note(tx, "note a");
      afterCommit(tx, () => {
        throw new Error("at once");
      });
      afterCommit(tx, async () => {
        await notes(db);
        throw new Error("later");
      });
      afterCommit(tx, () => new Promise(() => {}));
      afterCommit(tx, () => void (isNextDone = true));
    });
    expect([isNextDone, await notes(db)]).toEqual([true, ["note a"]]);
    await expect.poll(() => reported).toEqual(["Error: at once", "Error: later"]);
  });

  test("a write without a transaction begins its follow-up at once", async () => {
    const { db } = await fresh(engine);
    let followed = 0;
    await note(db, "note a");
    afterCommit(db, () => void (followed += 1));
    expect(followed).toBe(1);
  });

  test("a change within a change is refused, while one in a follow-up and one that runs beside it are not", async () => {
    const { db, commit } = await fresh(engine);
    const nested = commit(() => commit((tx) => note(tx, "note x")));
    await expect(nested).rejects.toThrow("A change within a change");
    const later = Promise.withResolvers<unknown>();
    await Promise.all([
      commit(async (tx) => {
        await note(tx, "note a");
        afterCommit(tx, () => later.resolve(commit((next) => note(next, "note b"))));
      }),
      commit((tx) => note(tx, "note c")),
    ]);
    await later.promise;
    expect(await notes(db)).toEqual(["note a", "note b", "note c"]);
  });

  test("changes with one lock come one after the other", async () => {
    const { commit } = await fresh(engine);
    const steps: string[] = [];
    const change = (name: string) =>
      commit({ lock: "test" }, async (tx) => {
        steps.push(name);
        await sql`select 1`.execute(tx);
        await new Promise((resolve) => setTimeout(resolve, 50));
        steps.push(name);
      });
    await Promise.all([change("a"), change("b")]);
    expect(steps.join("")).toMatch(/^(aabb|bbaa)$/);
  });

  test("a feature that writes a watched table and does nothing else is read fresh by its own process at once", async () => {
    const { db, changes, commit } = await fresh(engine, { reusable: false });
    const untyped = db as unknown as Kysely<unknown>;
    await sql`create table parcels (id integer primary key, name text)`.execute(db);
    await createChangeTriggers(untyped, engine, [{ topic: "parcels", tables: [{ table: "parcels" }] }]);
    const writes: ((id: number) => Promise<unknown>)[] = [
      (id) => sql`insert into parcels values (${id}, 'one statement')`.execute(db),
      (id) => commit((tx) => sql`insert into parcels values (${id}, 'a transaction')`.execute(tx)),
      (id) => db.transaction().execute((tx) => sql`insert into parcels values (${id}, 'past commit')`.execute(tx)),
    ];
    for (let id = 0; id < 150; id++) {
      const before = changes.version("parcels");
      await writes[id % writes.length]?.(id);
      expect(changes.version("parcels"), `${id}`).not.toBe(before);
    }
  });

  test("a change that is rolled back, and one of another table, raise no version", async () => {
    const { changes, commit } = await fresh(engine);
    const before = [changes.version("site"), changes.version("catalogue")];
    const failing = commit(async (tx) => {
      await note(tx, "note x");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([changes.version("site"), changes.version("catalogue")]).toEqual(before);
    await commit((tx) => note(tx, "note a"));
    expect(changes.version("site")).not.toBe(before[0]);
    expect(changes.version("catalogue")).toBe(before[1]);
  });
});

test("advisory locks are named by 64 bits", async () => {
  const { commit } = await fresh("postgres");
  await commit({ lock: "order 1" }, async (tx) => {
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
