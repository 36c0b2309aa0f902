import { type Kysely, sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { createIndexOnline, updateInBatches } from "#server/platform/db/online-changes.ts";
import { createLog } from "#server/platform/log.ts";
import { freshPlace, onBothEngines, type Place } from "#test/databases.ts";
import { makeSong } from "#test/factories.ts";
import { migrate, migrationNames, migrationsUpTo, type NamedMigration } from "./migrate.ts";
import { openCurrentDatabase } from "./open-current.ts";

const addFeeling: NamedMigration = {
  name: "9001-expand-feeling",
  migration: {
    up: async (db: Kysely<unknown>) => void (await sql`alter table songs add column feeling text`.execute(db)),
  },
};
/** Fails at the first try, after the work of a batch. */
function fillFeeling(failures: { left: number }): NamedMigration {
  return {
    name: "9002-expand-feeling-of-all",
    migration: {
      isOnline: true,
      async up(db, dialect) {
        await createIndexOnline(db, dialect, { name: "songs_feeling", on: "songs (feeling)" });
        await updateInBatches(db, "songs", { set: sql`feeling = 'calm'`, where: sql`feeling is null` }, 2);
        if (failures.left-- > 0) throw new Error("interrupted");
      },
    },
  };
}

async function opened(place: Place): Promise<Database> {
  const database = await openDatabase(place);
  onTestFinished(database.close);
  return database;
}

onBothEngines((engine) => {
  test("a migration that runs online is run again after an interruption, and noted when it is done", async () => {
    const database = await opened(await freshPlace(engine, { reusable: false }));
    for (let i = 0; i < 5; i++) await makeSong(database);
    const steps: string[] = [];
    const options = {
      list: [...migrationsUpTo(migrationNames.at(-1) ?? ""), addFeeling, fillFeeling({ left: 1 })],
      onMigration: ({ name, number, total }: { name: string; number: number; total: number }) =>
        void steps.push(`${number} of ${total}: ${name}`),
    };
    await expect(migrate(database, options)).rejects.toThrow("interrupted");
    expect(await migrate(database, options)).toEqual(["9002-expand-feeling-of-all"]);
    expect(await migrate(database, options)).toEqual([]);
    expect(steps).toEqual([
      "1 of 2: 9001-expand-feeling",
      "2 of 2: 9002-expand-feeling-of-all",
      "1 of 1: 9002-expand-feeling-of-all",
    ]);
    const { rows } = await sql<{ feeling: string }>`select feeling from songs`.execute(database.db);
    expect(rows).toEqual(Array.from({ length: 5 }, () => ({ feeling: "calm" })));
  });

  test("the log of an upgrade tells each migration and how far it is", async () => {
    const place = await freshPlace(engine, { migrated: false });
    const database = await openDatabase(place);
    const due = migrationNames.slice(-2);
    await migrate(database, { list: migrationsUpTo(migrationNames.at(-3) ?? "") });
    await database.close();
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
    await (await openCurrentDatabase(place, log)).close();
    expect(lines.filter((line) => line.startsWith("migration "))).toEqual([
      `migration 1 of 2: ${due[0]}`,
      `migration 2 of 2: ${due[1]}`,
    ]);
    expect(lines.at(-1)).toBe("database migrated");
  });
});

describe("on PostgreSQL", () => {
  test("two processes that start at once run each migration once", async () => {
    const place = await freshPlace("postgres", { migrated: false });
    const [first, second] = [await opened(place), await opened(place)];
    const ran = await Promise.all([migrate(first), migrate(second)]);
    expect(ran.flat().toSorted()).toEqual(migrationNames);
  });

  test("an expansion gives way to those who use its table, and comes when they are done", async () => {
    const place = await freshPlace("postgres", { reusable: false });
    const [migrating, using] = [await opened(place), await opened(place)];
    const song = await makeSong(using);
    const held = Promise.withResolvers<void>();
    const reading = using.db.transaction().execute(async (tx) => {
      await tx.selectFrom("songs").select("id").execute();
      await held.promise;
    });
    let isDone = false;
    const migration = migrate(migrating, { list: [...migrationsUpTo(migrationNames.at(-1) ?? ""), addFeeling] }).then(
      () => {
        isDone = true;
      },
    );
    // Without the limit this would wait behind the migration, which waits for the reader.
    const blocked = sql`select 1 from pg_locks where relation = 'songs'::regclass and mode = 'AccessExclusiveLock'`;
    await expect.poll(async () => (await blocked.execute(using.db)).rows.length).toBe(1);
    await using.db.updateTable("songs").set({ title: "Ru con" }).where("id", "=", song.id).execute();
    expect(isDone).toBe(false);
    held.resolve();
    await Promise.all([reading, migration]);
  });

  test("an index whose building was interrupted is built anew", async () => {
    const { db, dialect } = await opened(await freshPlace("postgres", { reusable: false }));
    for (let i = 0; i < 2; i++) await makeSong({ db }, { title: "Ru con" });
    const index = { name: "songs_title_twice", on: "songs (title)" };
    const raw = db as unknown as Kysely<unknown>;
    await expect(createIndexOnline(raw, dialect, { ...index, isUnique: true })).rejects.toThrow("songs_title_twice");
    await createIndexOnline(raw, dialect, index);
    const { rows } = await sql<{ isValid: boolean }>`select indisvalid as "isValid" from pg_index
      where indexrelid = 'songs_title_twice'::regclass`.execute(db);
    expect(rows).toEqual([{ isValid: true }]);
  });
});

test("the names of migrations have a number of their own and say from 0072 on whether they expand or contract", () => {
  const numbers = migrationNames.map((name) => name.slice(0, 5));
  expect(new Set(numbers).size).toBe(numbers.length);
  const unnamed = migrationNames.filter((name) => name > "0072" && !/^\d{4}-(expand|contract)-[\w-]+$/.test(name));
  expect(unnamed).toEqual([]);
});
