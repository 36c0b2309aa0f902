import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { entityNames, pathOf } from "#contract/entities.ts";
import { LiveTopic } from "#contract/live.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { tablesInOrder } from "#server/platform/db/entity.ts";
import { freshPlace, onBothEngines } from "#test/databases.ts";
import { changeTopics, entities, tableKeys, trailNames } from "./entities.ts";
import { liveTopics } from "./topics.ts";

interface Constraint {
  table: string;
  /** The column of a primary key, or the table that a foreign key names. */
  name: string;
}

/** Returns the constraints by table, in the order of the keys. */
async function constraintsOf({ db, dialect }: Database, kind: "p" | "f"): Promise<Record<string, string[]>> {
  const sqlite = {
    p: sql<Constraint>`select t.name as "table", c.name as name from sqlite_master t, pragma_table_info(t.name) c
      where t.type = 'table' and c.pk > 0 order by t.name, c.pk`,
    f: sql<Constraint>`select distinct t.name as "table", f."table" as name from sqlite_master t, pragma_foreign_key_list(t.name) f
      where t.type = 'table' order by t.name, name`,
  };
  const postgres = {
    p: sql<Constraint>`select c.conrelid::regclass::text as "table", a.attname as name
      from pg_constraint c, unnest(c.conkey) with ordinality as k (num, place), pg_attribute a
      where c.contype = 'p' and a.attrelid = c.conrelid and a.attnum = k.num order by 1, k.place`,
    f: sql<Constraint>`select distinct conrelid::regclass::text as "table", confrelid::regclass::text as name
      from pg_constraint where contype = 'f' order by 1, 2`,
  };
  const { rows } = await (dialect.engine === "sqlite" ? sqlite : postgres)[kind].execute(db);
  const byTable: Record<string, string[]> = {};
  for (const { table, name } of rows) (byTable[table] ??= []).push(name);
  return byTable;
}

onBothEngines((engine) => {
  test("the records name the primary keys and the foreign keys of the database", async () => {
    const database = await openDatabase(await freshPlace(engine));
    onTestFinished(() => database.close());
    const keys = await constraintsOf(database, "p");
    const references = await constraintsOf(database, "f");
    for (const [table, record] of Object.entries(entities)) {
      expect(record.key, `key of ${table}`).toEqual(keys[table]);
      const declared: readonly string[] = "references" in record ? record.references : [];
      expect(declared.toSorted(), `references of ${table}`).toEqual(references[table] ?? []);
    }
  });
});

test("a table comes after those that it references, and a circle is refused", () => {
  const names = tableKeys.map(({ name }) => name);
  for (const [table, record] of Object.entries(entities)) {
    for (const other of "references" in record ? record.references : []) {
      expect(names.indexOf(other), `${table} after ${other}`).toBeLessThan(names.findIndex((name) => name === table));
    }
  }
  expect(names.toSorted()).toEqual(Object.keys(entities).toSorted());
  expect(() =>
    tablesInOrder({ songs: { key: ["id"], references: ["users"] }, users: { key: ["id"], references: ["songs"] } }),
  ).toThrow("Tables reference each other: songs → users → songs");
});

test("every topic that tables raise is told live, and the other way round", () => {
  expect(LiveTopic.options.map((name) => liveTopics[name]).toSorted()).toEqual(
    changeTopics.map(({ topic }) => topic).toSorted(),
  );
});

test("an entity of the trail has a screen exactly when a record says where its names stand; settings have no names", () => {
  const withScreen = entityNames.filter((name) => pathOf(name) !== undefined && name !== "settings");
  expect(withScreen.toSorted()).toEqual([...trailNames.keys()].toSorted());
});
