import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { freshPlace, onBothEngines } from "#test/databases.ts";
import { makeSong } from "#test/factories.ts";
import { changeTopics } from "./entities.ts";

interface Trigger {
  name: string;
  table: string;
  text: string;
}

/** The triggers that raise topics of caches; the outbox has one of another kind. */
async function changeTriggers({ db, dialect }: Database): Promise<Trigger[]> {
  const query =
    dialect.engine === "sqlite"
      ? sql<Trigger>`select name, tbl_name as "table", sql as text from sqlite_master
          where type = 'trigger' and sql like '%update versions%' order by name`
      : sql<Trigger>`select tgname as name, tgrelid::regclass::text as "table", pg_get_triggerdef(oid) as text from pg_trigger
          where tgfoid = 'notify_change'::regproc and tgname <> 'outbox_changed' order by tgname`;
  return (await query.execute(db)).rows;
}

onBothEngines((engine) => {
  test("the triggers of a migrated database are those of the declared topics", async () => {
    // Dropping them must not reach another test's database.
    const database = await openDatabase(await freshPlace(engine, { reusable: false }));
    onTestFinished(() => database.close());
    const migrated = await changeTriggers(database);
    expect(migrated.map(({ name }) => name)).toContain(
      engine === "sqlite" ? "songs_raises_catalogue_update" : "songs_raises_catalogue",
    );
    for (const { name, table } of migrated) {
      await sql.raw(`drop trigger ${name}${engine === "postgres" ? ` on ${table}` : ""}`).execute(database.db);
    }
    await createChangeTriggers(database.db as unknown as Kysely<unknown>, engine, changeTopics);
    expect(await changeTriggers(database)).toEqual(migrated);
  });

  test("every column of a song but its counters raises the catalogue, one that is added later as well", async () => {
    const database = await openDatabase(await freshPlace(engine, { reusable: false }));
    onTestFinished(() => database.close());
    const { db } = database;
    const { id } = await makeSong(database);
    const columnNames = async () =>
      (await db.introspection.getTables()).find(({ name }) => name === "songs")?.columns.map(({ name }) => name) ?? [];
    const raised: string[] = [];
    database.changes.subscribe("catalogue", () => raised.push("catalogue"));
    const raises = async (name: string) => {
      const before = await versionOf(database, "catalogue", raised);
      await sql`update songs set ${sql.ref(name)} = ${sql.ref(name)} where id = ${id}`.execute(db);
      return (await versionOf(database, "catalogue", raised)) > before;
    };
    const silent = async () => {
      const names: string[] = [];
      for (const name of await columnNames()) if (name !== "id" && !(await raises(name))) names.push(name);
      return names.sort();
    };
    expect(await silent()).toEqual(["likes_count", "play_count"]);
    await sql`alter table songs add column feeling text`.execute(db);
    await createChangeTriggers(db as unknown as Kysely<unknown>, engine, changeTopics);
    expect(await silent()).toEqual(["likes_count", "play_count"]);
  });

  test("triggers raise their topic for the declared events and columns alone", async () => {
    const database = await openDatabase(await freshPlace(engine, { reusable: false }));
    onTestFinished(() => database.close());
    const { db } = database;
    await db.deleteFrom("meta").execute();
    await createChangeTriggers(db as unknown as Kysely<unknown>, engine, [
      { topic: "all", tables: [{ table: "meta" }] },
      { topic: "some", tables: [{ table: "meta", columns: ["value"], events: ["insert", "update"] }] },
    ]);
    const raised: string[] = [];
    for (const topic of ["all", "some"]) database.changes.subscribe(topic, () => raised.push(topic));
    const versions = () => Promise.all(["all", "some"].map((topic) => versionOf(database, topic, raised)));
    const after = async (change: () => Promise<unknown>) => {
      const before = await versions();
      await change();
      return (await versions()).map((version, index) => version > (before[index] ?? 0));
    };
    expect(await after(() => db.insertInto("meta").values({ key: "a", value: "1" }).execute())).toEqual([true, true]);
    expect(await after(() => db.updateTable("meta").set({ value: "2" }).execute())).toEqual([true, true]);
    expect(await after(() => db.updateTable("meta").set({ key: "b" }).execute())).toEqual([true, false]);
    expect(await after(() => db.deleteFrom("meta").execute())).toEqual([true, false]);
  });
});

/** Counts the changes of a topic so far. On PostgreSQL notices arrive in order, so one more tells that earlier ones have. */
async function versionOf({ db, dialect, changes }: Database, topic: string, raised: readonly string[]) {
  if (dialect.engine === "sqlite") {
    const { rows } = await sql<{ value: number }>`select value from versions where topic = ${topic}`.execute(db);
    return rows[0]?.value ?? 0;
  }
  await new Promise<void>((resolve, reject) => {
    const unsubscribe = changes.subscribe("mark", () => {
      unsubscribe();
      resolve();
    });
    sql`select pg_notify('changes', 'mark')`.execute(db).catch(reject);
  });
  return raised.filter((one) => one === topic).length;
}
